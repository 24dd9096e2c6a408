package org.orbweaver.crawler.crawldb;

import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;

/**
 * When a sitemap says that a URL was last modified, on its way from parse to update: in the
 * metadata of a STATUS_LINKED record, as a Text of milliseconds since 1970. It does not enter the
 * crawldb. (The datum's own modifiedTime will not do: Nutch's update takes it over, and its fetcher
 * then asks for a page that it never had only if modified since.)
 */
public final class Lastmod {
  private static final Text KEY = new Text("_orb_lastmod_");

  private Lastmod() {}

  /** Puts it on a link; 0 means that it is not known, and leaves the link bare. */
  public static void putOn(CrawlDatum link, long millis) {
    if (millis > 0) {
      link.getMetaData().put(new Text(KEY), new Text(Long.toString(millis)));
    }
  }

  /** Takes it off a link; 0 where there is none. */
  public static long takeFrom(CrawlDatum link) {
    Writable value = link.getMetaData().remove(KEY);
    if (value == null) {
      return 0;
    }
    try {
      return Math.max(0, Long.parseLong(value.toString()));
    } catch (NumberFormatException e) {
      return 0; // Not of our making.
    }
  }
}
