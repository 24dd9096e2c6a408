package org.orbweaver.crawler.recrawl;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.crawldb.SitemapMark;

/**
 * Schedules sitemaps, and the pages that they list.
 *
 * @param intervalSeconds from one fetch of a sitemap to the next
 * @param againSeconds the least time between two fetches of a page because of a sitemap, however
 *     often its lastmod moves
 */
public record SitemapSchedule(int intervalSeconds, int againSeconds) {
  private static final Text ANNOUNCED = new Text(MetadataKeys.ANNOUNCED);

  /** The schedule of a configuration. */
  public static SitemapSchedule of(Configuration conf) {
    return new SitemapSchedule(
        CrawlerKeys.SITEMAP_INTERVAL.get(conf), CrawlerKeys.SITEMAP_AGAIN.get(conf));
  }

  /** Makes a new entry a sitemap. */
  public void begin(CrawlDatum added, SitemapMark mark) {
    mark.putOn(added);
    added.setFetchInterval(intervalSeconds);
  }

  /**
   * Marks an entry of the crawldb as a sitemap. If it was taken for a page so far, it is due at
   * once, and is requested without a condition: a "not modified" would leave it unread.
   *
   * @return whether the entry was changed
   */
  public boolean mark(CrawlDatum entry, SitemapMark mark, long now) {
    SitemapMark known = SitemapMark.of(entry);
    if (known != null) {
      SitemapMark both = known.merge(mark);
      if (both.equals(known)) {
        return false;
      }
      both.putOn(entry);
      return true;
    }
    begin(entry, mark);
    if (entry.getStatus() != CrawlDatum.STATUS_DB_UNFETCHED) {
      entry.setModifiedTime(0);
      entry.setFetchTime(Math.min(entry.getFetchTime(), now));
    }
    return true;
  }

  /**
   * Notes that a page was modified after its last fetch, which the next visit will confirm or
   * refute, and makes it due. A lastmod in the future is not believed. A page that was not fetched,
   * or is gone, keeps its time, and so does one whose host has announced too many changes falsely.
   *
   * @param lastmod milliseconds, 0 for none
   * @return whether the entry was made due
   */
  public boolean listed(
      CrawlDatum entry, long lastmod, boolean trusted, Schedule schedule, long now) {
    long last = LastFetch.of(entry, now);
    if (lastmod <= last || lastmod > now || !LastFetch.wasThere(entry)) {
      return false;
    }
    entry.getMetaData().put(new Text(ANNOUNCED), new LongWritable(lastmod));
    boolean first = schedule.competes(entry, now) || !schedule.isDue(entry, now);
    if (!trusted || !first || now < last + againSeconds * 1000L) {
      return false;
    }
    entry.setFetchTime(now);
    return true;
  }

  /** Removes the note that a change was announced; returns whether there was one. */
  public static boolean takeAnnouncement(CrawlDatum entry) {
    return entry.getMetaData().remove(ANNOUNCED) != null;
  }
}
