package org.orbweaver.crawler.update;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.UrlKeys;
import org.orbweaver.crawler.crawldb.CutMark;
import org.orbweaver.crawler.crawldb.NonContentMark;
import org.orbweaver.crawler.crawldb.PageView;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.recrawl.ChangeTest;
import org.orbweaver.crawler.recrawl.ClockIndex;
import org.orbweaver.crawler.recrawl.LastFetch;
import org.orbweaver.crawler.recrawl.PageHistory;
import org.orbweaver.crawler.recrawl.PriorShape;
import org.orbweaver.crawler.recrawl.RecordedHistory;
import org.orbweaver.crawler.recrawl.ScheduleKeys;
import org.orbweaver.crawler.recrawl.SitemapSchedule;
import org.orbweaver.crawler.site.Sites;
import org.orbweaver.crawler.trap.PageFindings;
import org.orbweaver.crawler.trap.PageIndex;
import org.orbweaver.crawler.url.Hosts;

/**
 * Keeps the findings of visits about a page's changes in its entry, and reports those about its
 * host. The prior of a page's change rate is the mean of its directory as of the last update.
 */
final class ChangeTracker {
  /**
   * A page modified this shortly before its fetch was generated for it, or changes all the time.
   */
  private static final long NO_DATE_MILLIS = 60_000;

  /** Bits by which the simhash of an unchanged page may differ (Manku et al., 2007). */
  private static final int MAX_BITS = 3;

  private final ChangeTest test;
  private final double guess;
  private final PageIndex hosts;
  private final ClockIndex clocks;
  private final long now;
  private final Sites sites;
  private PageFindings findings;

  /**
   * A tracker with a job's settings.
   *
   * @param hosts their mean change rates
   * @param clocks by which intervals between visits count
   * @param now milliseconds since 1970
   */
  ChangeTracker(Configuration conf, PageIndex hosts, ClockIndex clocks, long now) {
    this.test = ScheduleKeys.CHANGE.get(conf);
    this.guess = RecordedHistory.guess(CrawlerKeys.FETCH_INTERVAL.get(conf));
    this.hosts = hosts;
    this.clocks = clocks;
    this.now = now;
    this.sites = UrlKeys.sites(conf);
  }

  /** Sends reports to these findings from now on. */
  ChangeTracker report(PageFindings to) {
    findings = to;
    return this;
  }

  /** Whether the lastmod times in sitemaps of the URL's host are believed; its site may decide. */
  boolean announcesRightly(String url) {
    return sites.of(url).trustsSitemap().orElseGet(() -> !hosts.announcesFalsely(Hosts.host(url)));
  }

  /**
   * Applies a fetch that is news to the entry.
   *
   * @param old the entry before, or null
   * @param entry the entry after it
   * @param content the parse's digest of the content, or null
   */
  void fetched(String url, CrawlDatum old, CrawlDatum entry, CrawlDatum fetch, Long content)
      throws IOException {
    boolean notModified = fetch.getStatus() == CrawlDatum.STATUS_FETCH_NOTMODIFIED;
    if ((!notModified && fetch.getStatus() != CrawlDatum.STATUS_FETCH_SUCCESS)
        || NonContentMark.of(entry).isPresent()
        || CutMark.isOn(entry)
        || SitemapMark.isOn(entry)) {
      return;
    }
    double mean = hosts.prior(url, guess).mean();
    PageHistory before = RecordedHistory.of(entry);
    long found = content != null && test != ChangeTest.BYTES ? content : digest(entry);
    // After a failure, the time of the last fetch is not that of the last visit.
    boolean comparable =
        old != null
            && PageView.hasContent(old)
            && old.getRetriesSinceFetch() == 0
            && LastFetch.of(old, now) > 0;
    if (before == null || before.test() != test || !comparable) {
      RecordedHistory.putOn(
          entry,
          before == null
              ? PageHistory.first(test, found, mean, sinceChange(url, fetch))
              : new PageHistory(test, found, before.changeRate(), before.visits()));
      SitemapSchedule.takeAnnouncement(entry);
      return;
    }
    boolean changed = !notModified && test.isChange(before.content(), found, MAX_BITS);
    long last = LastFetch.of(old, now);
    double days = clocks.days(url, last, fetch.getFetchTime());
    long modified = modified(fetch);
    double sinceChange = modified > last ? sinceChange(url, fetch) : Double.NaN;
    PageHistory after =
        before.visited(days, changed, sinceChange, notModified ? before.content() : found, mean);
    RecordedHistory.putOn(entry, after);
    boolean announced = SitemapSchedule.takeAnnouncement(entry);
    if (findings != null) {
      report(url, before, after, announced, changed);
      if (before.visits().visits() > 0) {
        findings.addPrediction(url, PriorShape.predict(before.visits(), days, changed, mean));
      }
      if (modified > 0) {
        reportDate(url, fetch.getFetchTime() - modified, modified > last, changed);
      }
      findings.addVisit(url, last, fetch.getFetchTime(), changed, before.changeRate());
    }
  }

  /**
   * The Last-Modified of a page; 0 if it had none, in which case the datum has the time of the
   * fetch.
   */
  private static long modified(CrawlDatum fetch) {
    boolean stated =
        fetch.getStatus() == CrawlDatum.STATUS_FETCH_SUCCESS
            && fetch.getModifiedTime() < fetch.getFetchTime();
    return stated ? fetch.getModifiedTime() : 0;
  }

  /** Days since the last change, if the page has a Last-Modified that is believed; else NaN. */
  private double sinceChange(String url, CrawlDatum fetch) {
    long modified = modified(fetch);
    return modified > 0
            && modified <= fetch.getFetchTime() - NO_DATE_MILLIS
            && hosts.datesRightly(Hosts.host(url))
        ? clocks.days(url, modified, fetch.getFetchTime())
        : Double.NaN;
  }

  /** If a host stamps the request time as Last-Modified, every unchanged page counts against it. */
  private void reportDate(String url, long age, boolean statedChange, boolean changed)
      throws IOException {
    if (changed && age < NO_DATE_MILLIS) {
      return;
    }
    findings.addDate(url, statedChange == changed);
  }

  private void report(
      String url, PageHistory before, PageHistory after, boolean announced, boolean changed)
      throws IOException {
    boolean first = before.visits().visits() == 0;
    findings.addChangeRate(url, after.changeRate() - (first ? 0 : before.changeRate()), first);
    if (announced) {
      findings.addAnnouncement(url, changed);
    }
  }

  /** The first 64 bits of the signature; 0 if there is none. */
  private static long digest(CrawlDatum entry) {
    byte[] signature = entry.getSignature();
    return signature == null
        ? 0
        : ByteBuffer.wrap(Arrays.copyOf(signature, Math.max(Long.BYTES, signature.length)))
            .getLong();
  }
}
