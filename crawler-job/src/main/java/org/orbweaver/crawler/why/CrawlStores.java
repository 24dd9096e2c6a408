package org.orbweaver.crawler.why;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.crawler.read.RecordStore;

/** Looks records up by URL; stores that are missing have none. */
record CrawlStores(Configuration conf, CrawlDir crawl) {

  /** The crawldb's entry, or null. */
  CrawlDatum entry(String url) throws IOException {
    List<CrawlDatum> found = get(crawl.crawlDb(), CrawlDatum.class, url);
    return found.isEmpty() ? null : found.get(0);
  }

  <V extends Writable> List<V> get(Path folder, Class<V> type, String url) throws IOException {
    return exists(folder) ? open(folder, type).get(url) : List.of();
  }

  boolean exists(Path folder) throws IOException {
    return RecordStore.exists(crawl.fs(), folder);
  }

  <V extends Writable> RecordStore<V> open(Path folder, Class<V> type) throws IOException {
    Path named = folder.getName().equals("current") ? folder.getParent() : folder;
    return RecordStore.open(conf, crawl.fs(), folder, named.getName(), type);
  }
}
