package org.orbweaver.crawler.schedule;

import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.CrawlerKeys;

/**
 * When a URL is due again: a page after its interval, a page that is gone after the longest
 * interval, a failure that may pass after the retry delay. A datum's {@code fetchTime} is the time
 * of its next fetch while it is in the crawldb, and the time of its fetch while it is in a segment.
 *
 * @param intervalSeconds of pages without an interval of their own
 * @param maxIntervalSeconds no URL waits longer
 * @param retryDelaySeconds after a failure that may pass
 * @param retryMax consecutive failures after which a page counts as gone
 */
public record Schedule(
    int intervalSeconds, int maxIntervalSeconds, int retryDelaySeconds, int retryMax) {

  /** The schedule that a configuration asks for. */
  public static Schedule of(Configuration conf) {
    return new Schedule(
        CrawlerKeys.FETCH_INTERVAL.get(conf),
        CrawlerKeys.FETCH_INTERVAL_MAX.get(conf),
        CrawlerKeys.FETCH_RETRY_DELAY.get(conf),
        CrawlerKeys.FETCH_RETRY_MAX.get(conf));
  }

  /**
   * Whether an entry of the crawldb is to be fetched now. A time further off than the longest
   * interval (written under other settings, or by a clock that was wrong) counts as due.
   */
  public boolean isDue(CrawlDatum entry, long now) {
    long wait = entry.getFetchTime() - now;
    return wait <= 0 || wait > maxIntervalSeconds * 1000L;
  }

  /** A new entry: due at once. */
  public void initialize(CrawlDatum entry, long now) {
    entry.setFetchTime(now);
    entry.setFetchInterval(intervalSeconds);
    entry.setRetriesSinceFetch(0);
  }

  /** After a fetch that brought the page, a redirect, or word that it has not changed. */
  public void afterSuccess(CrawlDatum entry, long fetchTime) {
    entry.setRetriesSinceFetch(0);
    entry.setFetchInterval(interval(entry.getFetchInterval()));
    entry.setFetchTime(afterSuccess(fetchTime, entry.getFetchInterval()));
  }

  /** When a page fetched at that time is due again, in milliseconds. */
  public long afterSuccess(long fetchTime, int interval) {
    return fetchTime + interval(interval) * 1000L;
  }

  private int interval(int wanted) {
    return wanted > 0 ? Math.min(wanted, maxIntervalSeconds) : intervalSeconds;
  }

  /**
   * After a failure that may pass: unfetched, and gone once it was the last of too many. The
   * datum's count of failures goes up.
   */
  public void afterFailure(CrawlDatum entry, long fetchTime) {
    entry.setRetriesSinceFetch(Math.min(entry.getRetriesSinceFetch() + 1, Byte.MAX_VALUE));
    if (entry.getRetriesSinceFetch() >= retryMax) {
      afterGone(entry, fetchTime);
    } else {
      entry.setStatus(CrawlDatum.STATUS_DB_UNFETCHED);
      entry.setFetchTime(fetchTime + retryDelaySeconds * 1000L);
    }
  }

  /**
   * After a round in which it was not requested: due after the retry delay, and otherwise as it
   * was. An entry that was not due at that time knows of something later, and is left alone.
   *
   * @return whether the entry was changed
   */
  public boolean postpone(CrawlDatum entry, long fetchTime) {
    if (!isDue(entry, fetchTime)) {
      return false;
    }
    Refusal.removeFrom(entry);
    entry.setFetchTime(fetchTime + retryDelaySeconds * 1000L);
    return true;
  }

  /**
   * After a round in which a setting refused it: as it was, with the refusal recorded, by which
   * {@link DueRule} knows when it is due. An entry that was not due at that time knows of something
   * later, and is left alone.
   *
   * @return whether the entry was changed
   */
  public boolean refuse(CrawlDatum entry, Refusal refusal) {
    boolean known = Refusal.of(entry).filter(r -> r.time() >= refusal.time()).isPresent();
    if (known || !isDue(entry, refusal.time())) {
      return false;
    }
    refusal.putOn(entry);
    return true;
  }

  /** After word that the page is gone or forbidden: requested again once, much later. */
  public void afterGone(CrawlDatum entry, long fetchTime) {
    entry.setStatus(CrawlDatum.STATUS_DB_GONE);
    entry.setFetchTime(fetchTime + maxIntervalSeconds * 1000L);
  }

  /**
   * Whether a fetch is no news: the entry was made by it or a later one. An entry does not hold the
   * time of its last fetch; it follows from the next one's.
   */
  public boolean isStale(CrawlDatum entry, long fetchTime) {
    return switch (entry.getStatus()) {
      case CrawlDatum.STATUS_DB_UNFETCHED ->
          entry.getRetriesSinceFetch() > 0
              && fetchTime < entry.getFetchTime() - retryDelaySeconds * 1000L;
      case CrawlDatum.STATUS_DB_GONE ->
          fetchTime <= entry.getFetchTime() - maxIntervalSeconds * 1000L;
      default -> fetchTime <= lastFetch(entry);
    };
  }

  /**
   * When a page that was there (or redirects) was fetched last, as it follows from its next time.
   * After that was moved, because the page was not requested or a sitemap made it due, that is some
   * time before.
   */
  public long lastFetch(CrawlDatum entry) {
    return entry.getFetchTime() - entry.getFetchInterval() * 1000L;
  }
}
