package org.orbweaver.crawler.recrawl;

import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.conf.CrawlerKeys;

/**
 * Decides which records of {@code crawl_fetch} supersede the versions of their page in earlier
 * segments: a fetched page, a redirect, a page found gone. A page that was not modified does not,
 * nor does a failure that may pass.
 *
 * @param maxFailures consecutive failures after which a page counts as gone
 */
public record PageVersions(int maxFailures) {

  /** With the settings of a crawl. */
  public static PageVersions of(Configuration conf) {
    return new PageVersions(CrawlerKeys.FETCH_RETRY_MAX.get(conf));
  }

  /** Whether the record is a new version of its page, or the end of it. */
  public boolean isVersion(CrawlDatum fetch) {
    return switch (fetch.getStatus()) {
      case CrawlDatum.STATUS_FETCH_SUCCESS,
          CrawlDatum.STATUS_FETCH_REDIR_TEMP,
          CrawlDatum.STATUS_FETCH_REDIR_PERM,
          CrawlDatum.STATUS_FETCH_GONE ->
          true;
      case CrawlDatum.STATUS_FETCH_RETRY ->
          !Deferral.is(fetch) && fetch.getRetriesSinceFetch() + 1 >= maxFailures;
      default -> false;
    };
  }
}
