package org.orbweaver.crawler.recrawl;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.crawldb.CutMark;
import org.orbweaver.crawler.crawldb.NonContentMark;
import org.orbweaver.crawler.crawldb.PageView;
import org.orbweaver.crawler.crawldb.SiteMark;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.page.noncontent.NonContent;
import org.orbweaver.crawler.site.Sites;

/**
 * Applies the outcome of a fetch to an entry of the crawldb, as in the table in the package's
 * description. A datum's {@code fetchTime} is the time of its next fetch while it is in the
 * crawldb, and the time of its fetch while it is in a segment.
 *
 * @param intervalSeconds of pages without an interval of their own
 * @param maxIntervalSeconds no URL waits longer from its last fetch
 * @param retryDelaySeconds after a failure, and after a deferral
 * @param retryMax consecutive failures after which a page counts as gone
 * @param policy by which pages compete for visits; null if their intervals decide
 * @param adaptive how intervals follow a page's changes, in seconds; null if they do not
 * @param minIntervalSeconds before which a page does not compete
 * @param sites that may have intervals of their own: see {@link #at}
 * @param ofSite whether intervalSeconds is a site's, which known pages take over, too
 */
public record Schedule(
    int intervalSeconds,
    int maxIntervalSeconds,
    int retryDelaySeconds,
    int retryMax,
    RecrawlPolicy policy,
    AdaptiveInterval adaptive,
    int minIntervalSeconds,
    Sites sites,
    boolean ofSite) {
  private static final Text SPAM_KEY = new Text(MetadataKeys.SPAM);
  private static final Text ETAG_KEY = new Text(MetadataKeys.ETAG);
  private static final Text PROBE_KEY = new Text(MetadataKeys.ROBOTS_PROBE);

  /**
   * The time after which a robots.txt that forbids all listed URLs of its host is requested again.
   */
  private static final int PROBE_SECONDS = 7 * 86_400;

  private static final String AUTO = "auto";
  private static final String FIXED = "fixed";
  private static final String HARMONIC = "harmonic";
  private static final String ADAPTIVE = "adaptive";

  /** The schedule of a configuration. */
  public static Schedule of(Configuration conf) {
    String policy = policy(conf);
    int longest = CrawlerKeys.FETCH_INTERVAL_MAX.get(conf);
    int shortest = Math.min(longest, ScheduleKeys.MIN_INTERVAL.get(conf));
    return new Schedule(
        CrawlerKeys.FETCH_INTERVAL.get(conf),
        longest,
        CrawlerKeys.FETCH_RETRY_DELAY.get(conf),
        CrawlerKeys.FETCH_RETRY_MAX.get(conf),
        policy.equals(FIXED) || policy.equals(ADAPTIVE)
            ? null
            : RecrawlPolicy.valueOf(policy.toUpperCase(Locale.ROOT)),
        policy.equals(ADAPTIVE)
            ? new AdaptiveInterval(
                ScheduleKeys.SLOWER.get(conf),
                ScheduleKeys.FASTER.get(conf),
                ScheduleKeys.SYNC.get(conf),
                shortest,
                longest)
            : null,
        shortest,
        UrlKeys.sites(conf),
        false);
  }

  /** The schedule of a URL: this one, or one with the interval of its site. */
  public Schedule at(String url) {
    if (sites.isEmpty()) {
      return this;
    }
    Optional<Integer> interval = sites.of(url).intervalSeconds();
    return interval.isEmpty()
        ? this
        : new Schedule(
            Math.min(interval.get(), maxIntervalSeconds),
            maxIntervalSeconds,
            retryDelaySeconds,
            retryMax,
            policy,
            adaptive,
            minIntervalSeconds,
            Sites.NONE,
            true);
  }

  private static String policy(Configuration conf) {
    String policy = ScheduleKeys.POLICY.get(conf);
    if (!policy.equals(AUTO)) {
      return policy;
    }
    boolean hasBudget = ScheduleKeys.BUDGET.get(conf) > 0 || ScheduleKeys.HOST_BUDGET.get(conf) > 0;
    return hasBudget ? HARMONIC : FIXED;
  }

  /**
   * Whether an entry is a page or redirect that competes for visits by its value, which it does
   * from the minimum interval after its last fetch on. If its time was set otherwise, because a
   * sitemap announced a change or it was deferred, it waits for that time, and then comes first.
   */
  public boolean competes(CrawlDatum entry, long now) {
    return policy != null
        && LastFetch.wasThere(entry)
        && !SitemapMark.isOn(entry)
        && LastFetch.of(entry, now) > 0
        && isAtInterval(entry, now);
  }

  private static boolean isAtInterval(CrawlDatum entry, long now) {
    return entry.getFetchTime() == LastFetch.of(entry, now) + entry.getFetchInterval() * 1000L;
  }

  /**
   * When an entry of the crawldb is due, milliseconds since 1970: if it {@link #competes}, as soon
   * as it may; else at its time, but no later than the maximum interval after its last fetch. So a
   * lowered maximum applies at once to all entries, while none is fetched before its interval since
   * the last fetch has passed. If the last fetch is unknown, a time further off than the maximum
   * (of another crawler, or by a clock that was wrong) is due now. A new interval of its site
   * applies at once, too.
   *
   * @param now milliseconds since 1970
   */
  public long due(CrawlDatum entry, long now) {
    if (competes(entry, now)) {
      return LastFetch.of(entry, now) + minIntervalSeconds * 1000L;
    }
    boolean atSite =
        takesInterval(entry)
            && LastFetch.wasThere(entry)
            && entry.getRetriesSinceFetch() == 0
            && isAtInterval(entry, now);
    long time = atSite ? LastFetch.of(entry, now) + intervalSeconds * 1000L : entry.getFetchTime();
    if (time <= now + retryDelaySeconds * 1000L) {
      // A deferral may exceed the maximum interval by its delay.
      return time;
    }
    long longest = maxIntervalSeconds * 1000L;
    long last = LastFetch.of(entry, now);
    if (last > 0) {
      return Math.min(time, last + longest);
    }
    return time > now + longest ? now : time;
  }

  /** Whether a known page's interval is that of its site, and was not adapted or fixed. */
  private boolean takesInterval(CrawlDatum entry) {
    return ofSite
        && policy == null
        && adaptive == null
        && !SitemapMark.isOn(entry)
        && !entry.getMetaData().containsKey(Nutch.WRITABLE_FIXED_INTERVAL_KEY);
  }

  /** Whether an entry of the crawldb is to be fetched now. */
  public boolean isDue(CrawlDatum entry, long now) {
    return due(entry, now) <= now;
  }

  /** Initialises a new entry: it is due at once. */
  public void initialize(CrawlDatum entry, long now) {
    entry.setFetchTime(now);
    entry.setFetchInterval(intervalSeconds);
    entry.setRetriesSinceFetch(0);
  }

  /** Whether an entry records a fetch at this time or later. */
  public boolean knows(CrawlDatum entry, long fetchTime, long now) {
    return fetchTime <= LastFetch.of(entry, now);
  }

  /**
   * The entry after a fetch. The caller has made sure that the old one {@linkplain #knows records}
   * no fetch as late. The metadata of the old entry stays; that of the fetch is added, overwriting
   * it.
   *
   * @param old the entry before, null for a new URL
   * @param fetch the record of crawl_fetch; no {@link Deferral}
   * @param parsed metadata that the parser adds, or null
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
      // A fetch that a redirect led to had no data of the entry.
      entry.setScore(old.getScore());
      entry.setFetchInterval(old.getFetchInterval());
      entry.setRetriesSinceFetch(old.getRetriesSinceFetch());
      if (fetch.getModifiedTime() == 0) {
        entry.setModifiedTime(old.getModifiedTime());
      }
    }
    // A failure brings no news: the page may still be there, and not modified.
    if (fetch.getStatus() != CrawlDatum.STATUS_FETCH_NOTMODIFIED
        && fetch.getStatus() != CrawlDatum.STATUS_FETCH_RETRY
        && NonContentMark.of(fetch).isEmpty()) {
      NonContentMark.removeFrom(entry);
    }
    boolean cut = fetch.getStatus() == CrawlDatum.STATUS_FETCH_SUCCESS && CutMark.isOn(fetch);
    if (!cut && fetch.getStatus() != CrawlDatum.STATUS_FETCH_RETRY) {
      CutMark.removeFrom(entry);
    }
    // Only a page that came says whether it needs a login; its last version may still be indexed.
    CrawlDatum seen = fetch.getStatus() == CrawlDatum.STATUS_FETCH_SUCCESS ? fetch : old;
    Optional.ofNullable(seen)
        .flatMap(SiteMark::of)
        .ifPresentOrElse(site -> SiteMark.putOn(entry, site), () -> SiteMark.removeFrom(entry));
    long time = fetch.getFetchTime();
    switch (fetch.getStatus()) {
      case CrawlDatum.STATUS_FETCH_SUCCESS,
          CrawlDatum.STATUS_FETCH_NOTMODIFIED,
          CrawlDatum.STATUS_FETCH_REDIR_TEMP,
          CrawlDatum.STATUS_FETCH_REDIR_PERM -> {
        if (fetch.getStatus() != CrawlDatum.STATUS_FETCH_NOTMODIFIED) {
          entry.getMetaData().remove(SPAM_KEY); // The mark belongs to another version of the page.
          if (!fetch.getMetaData().containsKey(ETAG_KEY)) {
            entry.getMetaData().remove(ETAG_KEY);
          }
        }
        if (parsed != null) {
          entry.putAllMetaData(parsed);
        }
        int cuts = cut ? entry.getRetriesSinceFetch() + 1 : 0;
        entry.setRetriesSinceFetch(cuts < retryMax ? cuts : 0);
        entry.setFetchInterval(
            takesInterval(entry) ? intervalSeconds : interval(entry.getFetchInterval()));
        entry.setFetchTime(time + entry.getFetchInterval() * 1000L);
        setContent(entry, old, fetch.getStatus(), signature);
        if (entry.getRetriesSinceFetch() > 0) {
          entry.setFetchTime(time + retryDelaySeconds * 1000L);
        } else if (adaptive != null && PageView.hasContent(entry) && old != null) {
          adapt(entry, old, time);
        }
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
      default -> {
        setGone(entry, time);
        if (entry.getMetaData().remove(PROBE_KEY) != null) {
          entry.setFetchTime(time + Math.min(maxIntervalSeconds, PROBE_SECONDS) * 1000L);
        }
      }
    }
    LastFetch.putOn(entry, time);
    entry.getMetaData().remove(Nutch.WRITABLE_GENERATE_TIME_KEY);
    Refusal.removeFrom(entry);
    return entry;
  }

  /** Adapts the interval of a page that was fetched before to the finding of this visit. */
  private void adapt(CrawlDatum entry, CrawlDatum old, long time) {
    if (!PageView.hasContent(old) || SitemapMark.isOn(entry)) {
      return;
    }
    boolean changed = entry.getStatus() != CrawlDatum.STATUS_DB_NOTMODIFIED;
    long since = changed || old.getModifiedTime() <= 0 ? time : old.getModifiedTime();
    AdaptiveInterval.Next next =
        adaptive.after(entry.getFetchInterval(), Math.max(0, time - since) / 1e3, changed);
    entry.setFetchInterval((int) next.interval());
    entry.setFetchTime(time + (long) (next.delay() * 1000));
  }

  /** Sets the status and signature of a fetched page or a redirect. */
  private static void setContent(CrawlDatum entry, CrawlDatum old, byte fetched, byte[] signature) {
    boolean same =
        old != null && old.getSignature() != null && Arrays.equals(old.getSignature(), signature);
    if (fetched == CrawlDatum.STATUS_FETCH_NOTMODIFIED
        || (fetched == CrawlDatum.STATUS_FETCH_SUCCESS && same)) {
      entry.setStatus(CrawlDatum.STATUS_DB_NOTMODIFIED);
      if (old != null) {
        // As long as its content stays the same, a page keeps the modification time of its first
        // sight.
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

  /** Schedules a URL whose answer was no page, by the kind of non-content. */
  private void setNonContent(CrawlDatum entry, NonContent kind, long time) {
    switch (kind) {
      case SOFT_404 -> setGone(entry, time);
      case CHALLENGE -> {
        // As for a deferral: nothing is known of the page.
        entry.setStatus(CrawlDatum.STATUS_DB_UNFETCHED);
        entry.setFetchTime(time + retryDelaySeconds * 1000L);
        entry.setSignature(null);
      }
      case PARKED, MAZE -> entry.setFetchTime(time + maxIntervalSeconds * 1000L);
      case CONSENT, LOGIN, PLUGIN -> {
        // It is a page of the site, which may change as others do.
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

  /** The new entry of a URL that was deferred or refused before the crawldb had it. */
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
   * Applies a deferral or refusal to an entry. A deferred entry is due after the retry delay; a
   * refused one keeps its time and records the {@link Refusal}, from which {@link DueRule} derives
   * when it is due. Nothing else changes. An entry that was not due at that time has later news,
   * and is left alone.
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
      if (!PageView.hasContent(entry)) { // Known content stays, and may be not modified.
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
