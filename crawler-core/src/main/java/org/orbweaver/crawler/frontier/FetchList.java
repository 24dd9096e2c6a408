package org.orbweaver.crawler.frontier;

import java.io.IOException;

/** A list of URLs to fetch, best first as far as it is sorted; read once, bit by bit. */
@FunctionalInterface
public interface FetchList {
  /**
   * A URL.
   *
   * @param group what must not be contacted twice at once, such as the URL's host
   * @param priority the higher, the earlier
   * @param body what the fetcher needs to know, opaque here
   */
  @SuppressWarnings("ArrayRecordComponent") // carries bytes, is not compared
  record Entry(String group, float priority, byte[] body) {}

  /** The next URL, or null when there are no more. */
  Entry next() throws IOException;
}
