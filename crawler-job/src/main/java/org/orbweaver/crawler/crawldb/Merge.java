package org.orbweaver.crawler.crawldb;

import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;

/** What changes do to an entry of the crawldb. An instance serves one reducer, from one thread. */
public interface Merge {
  /**
   * Called once, before the first entry.
   *
   * @param tally counts one more of what it is given
   */
  void setup(Configuration conf, Consumer<CrawlDbCounter> tally);

  /**
   * Merges the changes of a URL into its entry.
   *
   * @param url the URL
   * @param old its entry, null when it has none; may be changed and returned
   * @param changes at least one, in no order; what is kept of them must be kept before the next
   * @return the new entry, null for none
   */
  CrawlDatum merge(String url, CrawlDatum old, Iterable<Change> changes);
}
