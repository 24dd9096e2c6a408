package org.orbweaver.crawler.http;

import java.io.IOException;

/**
 * Makes single requests. Safe for use by many threads; it neither waits nor retries nor follows
 * redirects.
 */
@FunctionalInterface
public interface Fetcher {
  /** As much of a body as {@code http.content.limit} says. */
  int CONTENT_LIMIT = -1;

  /**
   * Asks for a URL. When the call returns or throws, the request is over: the answer has been read
   * or its connection closed.
   *
   * @return the answer, with what arrived of its body
   * @throws RefusedAddressException when the host's address or the URL's port may not be contacted
   * @throws HostMovedException when the host is not at the address at which it was to be asked
   * @throws java.net.UnknownHostException when the host has no address
   * @throws IOException when no answer came; {@link FailureKind#of} says what kind of failure it is
   */
  FetchedPage fetch(FetchRequest request) throws IOException;
}
