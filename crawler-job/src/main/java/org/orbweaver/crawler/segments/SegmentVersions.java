package org.orbweaver.crawler.segments;

import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.recrawl.PageVersions;

/**
 * Decides which records of one page to keep: that of its newest version, and the content and parse
 * fetched with it. A page that is gone or redirects now has no content. If no fetch is a version,
 * as in segments from elsewhere, the newest record is kept.
 */
final class SegmentVersions {
  private static final int ANY = -1;
  private static final int NONE = -2;

  private final PageVersions versions;
  private final CrawlDatum kept = new CrawlDatum();
  private boolean any;
  private int keptAge;
  private boolean decided;
  private int content;

  SegmentVersions(PageVersions versions) {
    this.versions = versions;
  }

  /** Starts a page. */
  void begin() {
    any = false;
    decided = false;
    content = ANY;
  }

  /** Takes a record of crawl_fetch; the newest must come first. */
  void add(CrawlDatum fetch, int age) {
    if (decided) {
      return;
    }
    decided = versions.isVersion(fetch);
    if (decided) {
      content = fetch.getStatus() == CrawlDatum.STATUS_FETCH_SUCCESS ? age : NONE;
    }
    // A bare link to the page yields to any fetch.
    if (!any || decided || kept.getStatus() == CrawlDatum.STATUS_LINKED) {
      kept.set(fetch);
      keptAge = age;
      any = true;
    }
  }

  /** The record to keep, or null. */
  CrawlDatum kept() {
    return any ? kept : null;
  }

  /** Whether the record of crawl_fetch in the segment of this age is kept. */
  boolean isFetchKept(int age) {
    return any && keptAge == age;
  }

  /** Whether the page's content or parse in the segment of this age is kept. */
  boolean isKept(int age) {
    if (content == ANY) {
      // The first to come is the newest.
      content = age;
    }
    return content == age;
  }
}
