package org.orbweaver.crawler.fetch;

import java.io.IOException;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;

/** Where a fetch task's records go. Safe for use by many threads. */
interface FetchSink {
  /**
   * Takes the record of a URL, and counts it; the objects are the sink's from now on.
   *
   * @param content null where there is none
   * @param counter what came of the URL
   */
  void add(String url, CrawlDatum datum, Content content, FetchCounter counter) throws IOException;

  /** Counts something besides. */
  void count(FetchCounter counter, long n) throws IOException;

  /** Takes the line of a request. */
  void log(RequestLine line) throws IOException;
}
