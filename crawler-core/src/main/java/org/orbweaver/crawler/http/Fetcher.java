package org.orbweaver.crawler.http;

import java.io.IOException;

/**
 * Makes single requests. Safe for use by many threads; it neither waits nor retries nor follows
 * redirects.
 */
@FunctionalInterface
public interface Fetcher {
  /** The limit set by {@code http.content.limit}. */
  int CONTENT_LIMIT = -1;

  /**
   * Requests a URL. When the call returns or throws, the request is over: the answer has been read
   * or its connection closed.
   *
   * @return the answer, with the received part of its body
   * @throws RefusedAddressException if the host's address or the URL's port may not be contacted
   * @throws HostMovedException if the host no longer has the requested address
   * @throws java.net.UnknownHostException if the host has no address
   * @throws IOException if no answer came; {@link FailureKind#of} gives the kind of failure
   */
  FetchedPage fetch(FetchRequest request) throws IOException;
}
