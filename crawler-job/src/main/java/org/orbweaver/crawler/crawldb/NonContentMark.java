package org.orbweaver.crawler.crawldb;

import java.util.Optional;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.page.noncontent.NonContent;

/** Marks the records of URLs whose answer was something other than a page. */
public final class NonContentMark {
  /** The key in the metadata. */
  public static final Text KEY = new Text(MetadataKeys.NON_CONTENT);

  private NonContentMark() {}

  /** The kind that a record is marked with; empty if it is not marked. */
  public static Optional<NonContent> of(CrawlDatum datum) {
    Writable word = datum.getMetaData().get(KEY);
    return word == null ? Optional.empty() : NonContent.of(word.toString());
  }

  /** Marks a record. */
  public static void putOn(CrawlDatum datum, NonContent kind) {
    datum.getMetaData().put(new Text(KEY), new Text(kind.word()));
  }

  /** Takes the mark off. */
  public static void removeFrom(CrawlDatum datum) {
    datum.getMetaData().remove(KEY);
  }
}
