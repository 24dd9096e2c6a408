package org.orbweaver.crawler.schedule;

import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.CrawlerKeys;
import org.orbweaver.crawler.crawldb.NonContentMark;
import org.orbweaver.crawler.crawldb.PageView;
import org.orbweaver.crawler.page.noncontent.NonContent;

/**
 * What each outcome of a fetch does to an entry of the crawldb: the table in the package's
 * description. A datum's {@code fetchTime} is the time of its next fetch while it is in the
 * crawldb, and the time of its fetch while it is in a segment.
 *
 * @param intervalSeconds of pages without an interval of their own
 * @param maxIntervalSeconds no URL waits longer from its last fetch
 * @param retryDelaySeconds after a failure, and after a deferral
 * @param retryMax consecutive failures after which a page counts as gone
 */
public record Schedule(
    int intervalSeconds, int maxIntervalSeconds, int retryDelaySeconds, int retryMax) {
  private static final Text SPAM_KEY = new Text(MetadataKeys.SPAM);

  /** The schedule that a configuration asks for. */
  public static Schedule of(Configuration conf) {
    return new Schedule(
        CrawlerKeys.FETCH_INTERVAL.get(conf),
        CrawlerKeys.FETCH_INTERVAL_MAX.get(conf),
        CrawlerKeys.FETCH_RETRY_DELAY.get(conf),
        CrawlerKeys.FETCH_RETRY_MAX.get(conf));
  }

  /**
   * When an entry of the crawldb is due, milliseconds since 1970: at its time, but no later than
   * the maximum interval after its last fetch. So a lower maximum holds at once for all entries,
   * while none is fetched before its interval since the last fetch has passed. Where the last fetch
   * is unknown, a time further off than the maximum (of another crawler, or by a clock that was
   * wrong) is due now.
   *
   * @param now milliseconds since 1970
   */
  public long due(CrawlDatum entry, long now) {
    long time = entry.getFetchTime();
    if (time <= now + retryDelaySeconds * 1000L) {
      // A deferral may exceed the maximum interval by that.
      return time;
    }
    long longest = maxIntervalSeconds * 1000L;
    long last = LastFetch.of(entry, now);
    if (last > 0) {
      return Math.min(time, last + longest);
    }
    return time > now + longest ? now : time;
  }

  /** Whether an entry of the crawldb is to be fetched now. */
  public boolean isDue(CrawlDatum entry, long now) {
    return due(entry, now) <= now;
  }

  /** A new entry: due at once. */
  public void initialize(CrawlDatum entry, long now) {
    entry.setFetchTime(now);
    entry.setFetchInterval(intervalSeconds);
    entry.setRetriesSinceFetch(0);
  }

  /** Whether an entry knows of a fetch already, or of a later one. */
  public boolean knows(CrawlDatum entry, long fetchTime, long now) {
    return fetchTime <= LastFetch.of(entry, now);
  }

  /**
   * The entry after a fetch; the caller has seen to it that the old one {@linkplain #knows knows}
   * of none so late. Metadata of the old entry stays, and that of the fetch is laid over it.
   *
   * @param old the entry before, null for a new URL
   * @param fetch the record of crawl_fetch; no {@link Deferral}
   * @param parsed what the parser adds to the metadata, or null
   * @param signature of the content, or null
   */
  public CrawlDatum afterFetch(
      CrawlDatum old, CrawlDatum fetch, CrawlDatum parsed, byte[] signature) {
    var entry = new CrawlDatum();
    entry.set(fetch);
    if (old != null) {
      entry.getMetaData().clear();
      entry.putAllMetaData(old);
      entry.putAllMetaData(fetch);
      // A fetch that a redirect led to knew nothing of the entry.
      entry.setScore(old.getScore());
      entry.setFetchInterval(old.getFetchInterval());
      entry.setRetriesSinceFetch(old.getRetriesSinceFetch());
      if (fetch.getModifiedTime() == 0) {
        entry.setModifiedTime(old.getModifiedTime());
      }
    }
    // Of a failure nothing is learned: what was there before may still be there, and not modified.
    if (fetch.getStatus() != CrawlDatum.STATUS_FETCH_NOTMODIFIED
        && fetch.getStatus() != CrawlDatum.STATUS_FETCH_RETRY
        && NonContentMark.of(fetch).isEmpty()) {
      NonContentMark.removeFrom(entry);
    }
    long time = fetch.getFetchTime();
    switch (fetch.getStatus()) {
      case CrawlDatum.STATUS_FETCH_SUCCESS,
          CrawlDatum.STATUS_FETCH_NOTMODIFIED,
          CrawlDatum.STATUS_FETCH_REDIR_TEMP,
          CrawlDatum.STATUS_FETCH_REDIR_PERM -> {
        if (fetch.getStatus() != CrawlDatum.STATUS_FETCH_NOTMODIFIED) {
          entry.getMetaData().remove(SPAM_KEY); // That was another version of the page.
        }
        if (parsed != null) {
          entry.putAllMetaData(parsed);
        }
        entry.setRetriesSinceFetch(0);
        entry.setFetchInterval(interval(entry.getFetchInterval()));
        entry.setFetchTime(time + entry.getFetchInterval() * 1000L);
        setContent(entry, old, fetch.getStatus(), signature);
        NonContentMark.of(entry).ifPresent(kind -> setNonContent(entry, kind, time));
      }
      case CrawlDatum.STATUS_FETCH_RETRY -> {
        // The signature of the content that a segment still holds.
        entry.setSignature(old == null ? null : old.getSignature());
        entry.setRetriesSinceFetch(Math.min(entry.getRetriesSinceFetch() + 1, Byte.MAX_VALUE));
        if (entry.getRetriesSinceFetch() >= retryMax) {
          setGone(entry, time);
        } else {
          entry.setStatus(CrawlDatum.STATUS_DB_UNFETCHED);
          entry.setFetchTime(time + retryDelaySeconds * 1000L);
        }
      }
      default -> setGone(entry, time);
    }
    LastFetch.putOn(entry, time);
    entry.getMetaData().remove(Nutch.WRITABLE_GENERATE_TIME_KEY);
    Refusal.removeFrom(entry);
    return entry;
  }

  /** The status and signature of a page that was there, or redirects. */
  private static void setContent(CrawlDatum entry, CrawlDatum old, byte fetched, byte[] signature) {
    boolean same =
        old != null && old.getSignature() != null && Arrays.equals(old.getSignature(), signature);
    if (fetched == CrawlDatum.STATUS_FETCH_NOTMODIFIED
        || (fetched == CrawlDatum.STATUS_FETCH_SUCCESS && same)) {
      entry.setStatus(CrawlDatum.STATUS_DB_NOTMODIFIED);
      if (old != null) {
        // As long as its content stays, a page was modified when that was first seen.
        if (old.getModifiedTime() > 0) {
          entry.setModifiedTime(old.getModifiedTime());
        }
        entry.setSignature(old.getSignature());
      }
      return;
    }
    entry.setSignature(fetched == CrawlDatum.STATUS_FETCH_SUCCESS ? signature : null);
    entry.setStatus(
        switch (fetched) {
          case CrawlDatum.STATUS_FETCH_REDIR_TEMP -> CrawlDatum.STATUS_DB_REDIR_TEMP;
          case CrawlDatum.STATUS_FETCH_REDIR_PERM -> CrawlDatum.STATUS_DB_REDIR_PERM;
          default -> CrawlDatum.STATUS_DB_FETCHED;
        });
  }

  /** What was fetched is no page: it is scheduled as what it is. */
  private void setNonContent(CrawlDatum entry, NonContent kind, long time) {
    switch (kind) {
      case SOFT_404 -> setGone(entry, time);
      case CHALLENGE -> {
        // As a deferral: nothing was learned of the page.
        entry.setStatus(CrawlDatum.STATUS_DB_UNFETCHED);
        entry.setFetchTime(time + retryDelaySeconds * 1000L);
        entry.setSignature(null);
      }
      case PARKED -> entry.setFetchTime(time + maxIntervalSeconds * 1000L);
      case CONSENT, LOGIN -> {
        // A page of the site, which may change as others do.
      }
    }
  }

  private void setGone(CrawlDatum entry, long time) {
    entry.setStatus(CrawlDatum.STATUS_DB_GONE);
    entry.setFetchTime(time + maxIntervalSeconds * 1000L);
    entry.setSignature(null);
  }

  private int interval(int wanted) {
    return wanted > 0 ? Math.min(wanted, maxIntervalSeconds) : intervalSeconds;
  }

  /** The entry of a URL that was deferred, or refused, before the crawldb knew it. */
  public CrawlDatum added(CrawlDatum deferral) {
    var entry = new CrawlDatum();
    entry.set(deferral);
    entry.setStatus(CrawlDatum.STATUS_DB_UNFETCHED);
    entry.getMetaData().remove(Nutch.WRITABLE_GENERATE_TIME_KEY);
    if (Refusal.of(deferral).isEmpty()) {
      entry.setFetchTime(deferral.getFetchTime() + retryDelaySeconds * 1000L);
    }
    return entry;
  }

  /**
   * After a round that deferred or refused it. A deferred entry is due after the retry delay; a
   * refused one keeps its time and records the {@link Refusal}, by which {@link DueRule} knows when
   * it is due. Nothing else changes; an entry that was not due at that time knows of something
   * later, and is left alone.
   *
   * @param deferral the record of crawl_fetch
   * @return whether the entry was changed
   */
  public boolean afterDeferral(CrawlDatum entry, CrawlDatum deferral, long now) {
    long time = deferral.getFetchTime();
    if (knows(entry, time, now) || !isDue(entry, time)) {
      return false;
    }
    Refusal refusal = Refusal.of(deferral).orElse(null);
    if (refusal == null) {
      if (!PageView.hasContent(entry)) { // What is known of it stays, and may be not modified.
        NonContentMark.of(deferral).ifPresent(kind -> NonContentMark.putOn(entry, kind));
      }
      Refusal.removeFrom(entry);
      entry.setFetchTime(time + retryDelaySeconds * 1000L);
      return true;
    }
    if (Refusal.of(entry).filter(known -> known.time() >= refusal.time()).isPresent()) {
      return false;
    }
    refusal.putOn(entry);
    return true;
  }
}
