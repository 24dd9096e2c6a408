package org.orbweaver.crawler.http;

import java.io.Closeable;
import java.io.IOException;

/**
 * Makes single requests. Safe for use by many threads; it neither waits nor retries nor follows
 * redirects.
 */
public interface Fetcher extends Closeable {
  /** As much of a body as {@code http.content.limit} says. */
  int CONTENT_LIMIT = -1;

  /**
   * Asks for a URL. When the call returns or throws, the request is over: the answer has been read
   * or its connection closed.
   *
   * @param url absolute, http or https
   * @param ifModifiedSince an HTTP date to make the request conditional, or null
   * @param maxBytes at most so much of the body is read, or {@link #CONTENT_LIMIT}
   * @return the answer, with what arrived of its body
   * @throws RefusedAddressException when the host's address may not be contacted
   * @throws java.net.UnknownHostException when the host has no address
   * @throws IOException when no answer came
   */
  FetchedPage fetch(String url, String ifModifiedSince, int maxBytes) throws IOException;

  /** Closes connections that have not been used for so long. */
  void closeIdle(long milliseconds);

  @Override
  void close();
}
