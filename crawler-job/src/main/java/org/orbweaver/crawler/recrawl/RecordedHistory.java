package org.orbweaver.crawler.recrawl;

import java.util.Arrays;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.MetadataKeys;

/**
 * The {@link PageHistory} of an entry of the crawldb: a BytesWritable under {@link
 * MetadataKeys#HISTORY} in its metadata. One that cannot be read counts as none, and the next visit
 * writes a new one.
 */
public final class RecordedHistory {
  private static final Text KEY = new Text(MetadataKeys.HISTORY);

  /** The assumed number of intervals between two changes of a page without history. */
  private static final double INTERVALS = 4;

  private RecordedHistory() {}

  /** The history of an entry, or null. */
  public static PageHistory of(CrawlDatum entry) {
    if (!(entry.getMetaData().get(KEY) instanceof BytesWritable bytes)) {
      return null;
    }
    try {
      return PageHistory.fromBytes(Arrays.copyOf(bytes.getBytes(), bytes.getLength()));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Puts a history on an entry. */
  public static void putOn(CrawlDatum entry, PageHistory history) {
    entry.getMetaData().put(new Text(KEY), new BytesWritable(history.toBytes()));
  }

  /** The assumed change rate of pages, per day, before any was visited again. */
  public static double guess(int intervalSeconds) {
    return 86_400 / (INTERVALS * intervalSeconds);
  }
}
