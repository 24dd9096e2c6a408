package org.orbweaver.crawler.why;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;

/** Looks records up by URL; stores that are missing have none. */
record CrawlStores(Configuration conf, CrawlDir crawl) {

  /** The crawldb's entry, or null. */
  CrawlDatum entry(String url) throws IOException {
    List<CrawlDatum> found = get(crawl.crawlDb(), CrawlDatum.class, url);
    return found.isEmpty() ? null : found.get(0);
  }

  <V extends Writable> List<V> get(Path folder, Class<V> type, String url) throws IOException {
    return open(folder, type).get(url);
  }

  boolean exists(Path folder) throws IOException {
    return !Parts.of(crawl.fs(), folder).isEmpty();
  }

  <V extends Writable> SortedStore<V> open(Path folder, Class<V> type) throws IOException {
    return SortedStore.open(conf, folder, type);
  }
}
