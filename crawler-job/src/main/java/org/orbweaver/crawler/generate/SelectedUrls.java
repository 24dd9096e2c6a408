package org.orbweaver.crawler.generate;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.nutch.crawl.CrawlDatum;

/** Where a reducer writes the URLs that it selects. */
interface SelectedUrls extends Closeable {
  /**
   * Writes the next one.
   *
   * @param key the {@link SortKey}
   * @param group what is never divided among parts
   */
  void add(BytesWritable key, String url, String group, CrawlDatum datum) throws IOException;

  /** Writes what follows from all; returns how many groups there were. */
  long finish() throws IOException;
}
