package org.orbweaver.crawler.recrawl;

import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.MetadataKeys;

/**
 * When a URL was last requested. Nutch's fields do not show it: {@code fetchTime} is the time of
 * the next fetch, {@code modifiedTime} that of the content.
 *
 * <p>Form: a LongWritable of milliseconds since 1970 under {@link MetadataKeys#LAST_FETCH} in the
 * metadata of an entry of the crawldb.
 */
public final class LastFetch {
  /** The key in the metadata. */
  public static final Text KEY = new Text(MetadataKeys.LAST_FETCH);

  private LastFetch() {}

  /**
   * The time of an entry's last fetch, milliseconds since 1970; 0 if it is unknown. For an entry
   * that Nutch wrote, it is computed as Nutch does: a page's next time less its interval.
   *
   * @param now a later time was written by a clock that was wrong, and counts as unknown
   */
  public static long of(CrawlDatum entry, long now) {
    long time = entry.getMetaData().get(KEY) instanceof LongWritable at ? at.get() : byNutch(entry);
    return time > now ? 0 : time;
  }

  private static long byNutch(CrawlDatum entry) {
    return wasThere(entry) ? entry.getFetchTime() - entry.getFetchInterval() * 1000L : 0;
  }

  /** Whether the last fetch brought a page or a redirect. */
  public static boolean wasThere(CrawlDatum entry) {
    return switch (entry.getStatus()) {
      case CrawlDatum.STATUS_DB_FETCHED,
          CrawlDatum.STATUS_DB_NOTMODIFIED,
          CrawlDatum.STATUS_DB_DUPLICATE,
          CrawlDatum.STATUS_DB_REDIR_TEMP,
          CrawlDatum.STATUS_DB_REDIR_PERM ->
          true;
      default -> false;
    };
  }

  static void putOn(CrawlDatum entry, long time) {
    entry.getMetaData().put(new Text(KEY), new LongWritable(time));
  }
}
