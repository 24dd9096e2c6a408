package org.orbweaver.crawler.crawldb;

import org.apache.nutch.crawl.CrawlDatum;

/**
 * What a merge counts. The entries written are {@link #URLS}, and the sum of the counters by status
 * is the same; {@link #ADDED} of them are new.
 */
public enum CrawlDbCounter {
  /** Entries in the new crawldb. */
  URLS,
  /** Entries that were not there before. */
  ADDED,
  /** Entries that differ from before. */
  CHANGED,
  /** New URLs that the URL filters refused. */
  REFUSED,
  /** Fetches left out because the entry knows of a later one. */
  STALE,
  /** Entries marked as duplicates by this merge. */
  MARKED_DUPLICATE,
  /** Pages made due by a sitemap: modified after their last fetch. */
  DUE_BY_SITEMAP,
  /** URLs that became something else: pages new, changed, gone, moved, duplicates or no more. */
  NEWS,
  /** Pages that were not there before. */
  PAGES_NEW,
  /** Pages of which there is other content than before. */
  PAGES_CHANGED,
  /** Pages that were there before and are gone. */
  PAGES_GONE,
  /** Pages that were there before and redirect now. */
  PAGES_MOVED,
  /** Pages that were fetched again and have not changed. */
  PAGES_SAME,
  /** Entries by status. */
  UNFETCHED,
  FETCHED,
  NOT_MODIFIED,
  REDIRECTED,
  GONE,
  DUPLICATE,
  OTHER;

  /** The counter of a crawldb status. */
  public static CrawlDbCounter of(byte status) {
    return switch (status) {
      case CrawlDatum.STATUS_DB_UNFETCHED -> UNFETCHED;
      case CrawlDatum.STATUS_DB_FETCHED -> FETCHED;
      case CrawlDatum.STATUS_DB_NOTMODIFIED -> NOT_MODIFIED;
      case CrawlDatum.STATUS_DB_REDIR_TEMP, CrawlDatum.STATUS_DB_REDIR_PERM -> REDIRECTED;
      case CrawlDatum.STATUS_DB_GONE -> GONE;
      case CrawlDatum.STATUS_DB_DUPLICATE -> DUPLICATE;
      default -> OTHER;
    };
  }
}
