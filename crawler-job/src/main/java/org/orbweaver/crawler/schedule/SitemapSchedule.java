package org.orbweaver.crawler.schedule;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.CrawlerKeys;
import org.orbweaver.crawler.crawldb.SitemapMark;

/**
 * When sitemaps are read again, and when what they list is.
 *
 * @param intervalSeconds from one fetch of a sitemap to the next
 * @param againSeconds a page is not fetched again on a sitemap's word sooner than that after its
 *     last fetch, however often its lastmod moves
 */
public record SitemapSchedule(int intervalSeconds, int againSeconds) {
  private static final Text ANNOUNCED = new Text(MetadataKeys.ANNOUNCED);

  /** The schedule that a configuration asks for. */
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
   * Marks an entry that the crawldb has. One that was taken for a page so far is due at once, and
   * is to be requested without condition: that it is not modified would leave it unread.
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
   * Notes that a page was modified after its last fetch, which the next visit will confirm or not,
   * and makes it due. A lastmod to come is not believed; a page that was not fetched, or is gone,
   * keeps its time, and so does one whose host has announced too many changes falsely.
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

  /** Takes off the note that a change was announced; says whether there was one. */
  public static boolean takeAnnouncement(CrawlDatum entry) {
    return entry.getMetaData().remove(ANNOUNCED) != null;
  }
}
