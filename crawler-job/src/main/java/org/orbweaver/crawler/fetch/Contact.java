package org.orbweaver.crawler.fetch;

/** A reason to contact a host. */
sealed interface Contact {
  /** The URL to ask for. */
  String url();

  /**
   * A page.
   *
   * @param datum its serialized CrawlDatum, a fifth of the size of the object
   * @param hops redirects that led here
   */
  @SuppressWarnings("ArrayRecordComponent") // carries bytes, is not compared
  record Page(String url, byte[] datum, int hops) implements Contact {}

  /**
   * A robots.txt to which another host's robots.txt redirects.
   *
   * @param waiting the host parked until it is known
   */
  record Robots(String url, String waiting) implements Contact {}
}
