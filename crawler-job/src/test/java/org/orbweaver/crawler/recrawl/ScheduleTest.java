package org.orbweaver.crawler.recrawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.ProtocolStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.crawldb.CutMark;
import org.orbweaver.crawler.crawldb.NonContentMark;
import org.orbweaver.crawler.crawldb.SiteMark;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.http.FetchedPage.Truncation;
import org.orbweaver.crawler.page.noncontent.NonContent;
import org.orbweaver.crawler.site.Sites;

class ScheduleTest {
  private static final long DAY = 86_400_000L;
  private static final long NOW = 1_000 * DAY;
  private static final int DAY_SECONDS = 86_400;

  /** 30 days for a page, 90 at most, a day after a failure, three failures. */
  private final Schedule schedule = days(90);

  private static Schedule days(int max) {
    return new Schedule(
        30 * DAY_SECONDS,
        max * DAY_SECONDS,
        DAY_SECONDS,
        3,
        null,
        null,
        3600,
        Sites.parse("[host s.test]\ninterval 604800\n[host long.test]\ninterval 31536000\n"),
        false);
  }

  @ParameterizedTest
  @CsvSource({
    "auto, 0, 0,", "auto, 100, 0, HARMONIC", "auto, 0, 5, HARMONIC",
    "fixed, 100, 5,", "adaptive, 100, 5,", "age, 0, 0, AGE"
  })
  void aBudgetAsksForAPolicyThatKeepsIt(
      String named, int budget, int ofHost, RecrawlPolicy expected) {
    var conf = new Configuration();
    conf.set("orbweaver.recrawl.policy", named);
    conf.setInt("orbweaver.recrawl.budget.day", budget);
    conf.setInt("orbweaver.recrawl.budget.host.day", ofHost);
    assertEquals(expected, Schedule.of(conf).policy());
  }

  private static CrawlDatum entry(int status, int retries) {
    var entry = new CrawlDatum(status, 30 * DAY_SECONDS);
    entry.setFetchTime(NOW);
    entry.setRetriesSinceFetch(retries);
    entry.setSignature(new byte[] {1});
    return entry;
  }

  private static CrawlDatum fetch(int status, CrawlDatum listed, long time) {
    var fetch = new CrawlDatum();
    fetch.set(listed);
    fetch.setStatus(status);
    fetch.setFetchTime(time);
    return fetch;
  }

  private static CrawlDatum deferral(CrawlDatum listed, long time) {
    CrawlDatum record = fetch(CrawlDatum.STATUS_FETCH_RETRY, listed, time);
    record
        .getMetaData()
        .put(
            Nutch.WRITABLE_PROTO_STATUS_KEY, new ProtocolStatus(Deferral.PROTOCOL_STATUS, "later"));
    return record;
  }

  private CrawlDatum after(CrawlDatum old, CrawlDatum fetch, byte[] signature) {
    return schedule.afterFetch(old, fetch, null, signature);
  }

  private static String name(CrawlDatum entry) {
    return CrawlDatum.getStatusName(entry.getStatus()).replace("db_", "");
  }

  /**
   * The table of the package's description, with each outcome of a page that failed once before.
   */
  @ParameterizedTest
  @CsvSource({
    "33, 1, 2, fetched, 0, 30, content",
    "33, 1, 1, notmodified, 0, 30, content",
    "38, 1, 2, notmodified, 0, 30, content",
    "35, 1, 2, redir_temp, 0, 30, none",
    "36, 1, 2, redir_perm, 0, 30, none",
    "34, 1, 2, unfetched, 2, 1, content",
    "34, 2, 2, gone, 3, 90, none",
    "34, 127, 2, gone, 127, 90, none",
    "37, 1, 2, gone, 1, 90, none"
  })
  void eachOutcomeHasItsFate(
      int fetched, int retries, int digest, String status, int failures, int days, String held) {
    CrawlDatum old = entry(CrawlDatum.STATUS_DB_UNFETCHED, retries);
    CrawlDatum entry = after(old, fetch(fetched, old, NOW + 5), new byte[] {(byte) digest});
    assertEquals(status, name(entry));
    assertEquals(failures, entry.getRetriesSinceFetch());
    assertEquals(NOW + 5 + days * DAY, entry.getFetchTime());
    assertEquals(held.equals("content"), entry.getSignature() != null);
    assertEquals(NOW + 5, LastFetch.of(entry, NOW + 6));
    assertTrue(schedule.knows(entry, NOW + 5, NOW + 6), "the same fetch again");
    assertFalse(schedule.knows(entry, NOW + 6, NOW + 6));
  }

  /** Only a part of the page came: it is requested again as after a failure, but not forever. */
  @ParameterizedTest
  @CsvSource({"DISCONNECT", "TIME", "UNSPECIFIED"})
  void aPageThatIsCutIsDueAgainSoon(Truncation missing) {
    CrawlDatum entry = entry(CrawlDatum.STATUS_DB_UNFETCHED, 0);
    long time = NOW;
    for (int visit = 1; visit <= 4; visit++) {
      time += DAY;
      CrawlDatum fetch = fetch(CrawlDatum.STATUS_FETCH_SUCCESS, entry, time);
      CutMark.set(fetch, missing);
      entry = after(entry, fetch, new byte[] {(byte) (visit + 1)});
      assertEquals("fetched", name(entry));
      assertEquals(time + (visit == 3 ? 30 : 1) * DAY, entry.getFetchTime(), "visit " + visit);
      assertTrue(CutMark.isOn(entry), "the next request has no condition");
    }
    entry = after(entry, fetch(CrawlDatum.STATUS_FETCH_RETRY, entry, time + 1), null);
    assertTrue(CutMark.isOn(entry), "nothing was learned");
    CrawlDatum whole = fetch(CrawlDatum.STATUS_FETCH_SUCCESS, entry, time + 2);
    CutMark.set(whole, Truncation.LENGTH);
    entry = after(entry, whole, new byte[] {9});
    assertEquals(time + 2 + 30 * DAY, entry.getFetchTime());
    assertEquals(0, entry.getRetriesSinceFetch());
    assertFalse(CutMark.isOn(entry));
  }

  /** A page needs a login until it comes without one; a failure does not tell. */
  @Test
  void anEntryHasTheSiteMarkOfItsLastSuccessfulFetch() {
    CrawlDatum entry = entry(CrawlDatum.STATUS_DB_FETCHED, 0);
    CrawlDatum fetch = fetch(CrawlDatum.STATUS_FETCH_SUCCESS, entry, NOW + 1);
    SiteMark.putOn(fetch, "host a.test");
    entry = after(entry, fetch, new byte[] {1});
    assertEquals(Optional.of("host a.test"), SiteMark.of(entry));
    long time = NOW + 1;
    for (byte status :
        new byte[] {
          CrawlDatum.STATUS_FETCH_NOTMODIFIED,
          CrawlDatum.STATUS_FETCH_RETRY,
          CrawlDatum.STATUS_FETCH_GONE,
          CrawlDatum.STATUS_FETCH_REDIR_TEMP
        }) {
      CrawlDatum other = fetch(status, entry, ++time);
      SiteMark.removeFrom(other);
      entry = after(entry, other, null);
      assertEquals(Optional.of("host a.test"), SiteMark.of(entry), "after " + status);
      assertTrue(
          SiteMark.of(after(entry(CrawlDatum.STATUS_DB_FETCHED, 0), marked(other), null)).isEmpty(),
          "no page came");
    }
    schedule.afterDeferral(entry, deferral(entry, time + 1), time + 2);
    assertEquals(Optional.of("host a.test"), SiteMark.of(entry));
    CrawlDatum open = fetch(CrawlDatum.STATUS_FETCH_SUCCESS, entry, time + 3);
    SiteMark.removeFrom(open);
    assertTrue(SiteMark.of(after(entry, open, new byte[] {2})).isEmpty());
  }

  private static CrawlDatum marked(CrawlDatum fetch) {
    SiteMark.putOn(fetch, "host b.test");
    return fetch;
  }

  @Test
  void deferralAndRefusalChangeNothingElse() {
    CrawlDatum listed = entry(CrawlDatum.STATUS_DB_FETCHED, 2);
    CrawlDatum deferred = entry(CrawlDatum.STATUS_DB_FETCHED, 2);
    CrawlDatum expected = entry(CrawlDatum.STATUS_DB_FETCHED, 2);
    expected.setFetchTime(NOW + 9 + DAY);
    assertTrue(schedule.afterDeferral(deferred, deferral(listed, NOW + 9), NOW + 10));
    assertEquals(expected, deferred);
    assertFalse(schedule.afterDeferral(deferred, deferral(listed, NOW + 8), NOW + 10), "older");

    CrawlDatum challenged = deferral(listed, NOW + 9);
    NonContentMark.putOn(challenged, NonContent.CHALLENGE);
    CrawlDatum known = entry(CrawlDatum.STATUS_DB_FETCHED, 2);
    known.setSignature(new byte[16]);
    assertTrue(schedule.afterDeferral(known, challenged, NOW + 10));
    assertTrue(NonContentMark.of(known).isEmpty(), "its content is known, and may be unmodified");

    CrawlDatum refusal = deferral(listed, NOW + 9);
    new Refusal(Refusal.Cause.PORT, "0a", NOW + 9, "port 25").putOn(refusal);
    CrawlDatum refused = entry(CrawlDatum.STATUS_DB_FETCHED, 2);
    assertTrue(schedule.afterDeferral(refused, refusal, NOW + 10));
    assertFalse(schedule.afterDeferral(refused, refusal, NOW + 10), "twice");
    assertTrue(Refusal.of(refused).isPresent());
    assertEquals(NOW, refused.getFetchTime());
  }

  @ParameterizedTest
  @CsvSource({
    CrawlDatum.STATUS_FETCH_SUCCESS + ", false",
    CrawlDatum.STATUS_FETCH_NOTMODIFIED + ", true",
    CrawlDatum.STATUS_FETCH_RETRY + ", true"
  })
  void spamMarkStaysUntilThePageChanges(byte status, boolean stays) {
    CrawlDatum old = entry(CrawlDatum.STATUS_DB_FETCHED, 0);
    Text key = new Text(MetadataKeys.SPAM);
    old.getMetaData().put(key, new Text("0.75 hidden:0.75"));
    CrawlDatum entry = after(old, fetch(status, old, NOW), null);
    assertEquals(stays, entry.getMetaData().containsKey(key));
  }

  @Test
  void deferralOlderThanTheLastFetchIsNoNews() {
    CrawlDatum old = entry(CrawlDatum.STATUS_DB_UNFETCHED, 0);
    CrawlDatum failed = after(old, fetch(CrawlDatum.STATUS_FETCH_RETRY, old, NOW), null);
    failed.setFetchTime(NOW - DAY);
    assertFalse(schedule.afterDeferral(failed, deferral(old, NOW), NOW + 1));
  }

  @ParameterizedTest
  @CsvSource({"50, 50", "0, 30", "5000, 90"})
  void intervalsAreKeptWithinBounds(int days, int kept) {
    CrawlDatum old = entry(CrawlDatum.STATUS_DB_UNFETCHED, 0);
    old.setFetchInterval(days * DAY_SECONDS);
    CrawlDatum entry = after(old, fetch(CrawlDatum.STATUS_FETCH_SUCCESS, old, NOW), null);
    assertEquals(kept * DAY_SECONDS, entry.getFetchInterval());
    assertEquals(NOW + kept * DAY, entry.getFetchTime());
  }

  /**
   * A maximum of 90 days is lowered to 30 ten days after a page was found gone: it is due twenty
   * days later, and after that fetch thirty days later again.
   */
  @Test
  void lowerMaximumDoesNotMakeGonePagesLoop() {
    CrawlDatum old = entry(CrawlDatum.STATUS_DB_UNFETCHED, 0);
    CrawlDatum gone = after(old, fetch(CrawlDatum.STATUS_FETCH_GONE, old, NOW), null);
    assertEquals(NOW + 90 * DAY, schedule.due(gone, NOW + 10 * DAY));
    Schedule lower = days(30);
    int requests = 0;
    for (int day = 10; day < 100; day++) {
      long now = NOW + day * DAY;
      if (lower.isDue(gone, now)) {
        requests++;
        assertEquals(30 * requests, day);
        CrawlDatum fetch = fetch(CrawlDatum.STATUS_FETCH_GONE, gone, now);
        assertFalse(lower.knows(gone, now, now), "news each time");
        gone = lower.afterFetch(gone, fetch, null, null);
      }
    }
    assertEquals(3, requests);
  }

  /**
   * If the last fetch is unknown or in the future, a time further off than the maximum is wrong.
   */
  @ParameterizedTest
  @CsvSource({"0, true", "1, false", "7776000000, false", "7776000001, true"})
  void absurdTimeIsDueNow(long aheadMs, boolean due) {
    CrawlDatum unfetched = entry(CrawlDatum.STATUS_DB_UNFETCHED, 0);
    unfetched.setFetchTime(NOW + aheadMs);
    assertEquals(due, schedule.isDue(unfetched, NOW));
    LastFetch.putOn(unfetched, NOW + 500 * DAY);
    assertEquals(due, schedule.isDue(unfetched, NOW));
    assertFalse(schedule.knows(unfetched, NOW, NOW), "a fetch of now is news");
  }

  @Test
  void deferralHoldsThoughTheMaximumIntervalIsOver() {
    CrawlDatum page = entry(CrawlDatum.STATUS_DB_FETCHED, 0);
    LastFetch.putOn(page, NOW - 95 * DAY);
    assertTrue(schedule.afterDeferral(page, deferral(page, NOW), NOW));
    assertFalse(schedule.isDue(page, NOW + 1));
    assertTrue(schedule.isDue(page, NOW + DAY));
  }

  @Test
  void siteHasAnIntervalOfItsOwn() {
    assertSame(schedule, schedule.at("http://other.test/"));
    assertEquals(90 * DAY_SECONDS, schedule.at("http://long.test/").intervalSeconds());
    Schedule weekly = schedule.at("http://s.test/a");
    var added = new CrawlDatum();
    weekly.initialize(added, NOW);
    assertEquals(7 * DAY_SECONDS, added.getFetchInterval());

    CrawlDatum old = entry(CrawlDatum.STATUS_DB_UNFETCHED, 0);
    CrawlDatum fetch = fetch(CrawlDatum.STATUS_FETCH_SUCCESS, old, NOW);
    CrawlDatum before = after(old, fetch, null);
    assertEquals(NOW + 30 * DAY, schedule.due(before, NOW));
    assertEquals(NOW + 7 * DAY, weekly.due(before, NOW), "known pages, too");
    CrawlDatum page = weekly.afterFetch(before, fetch, null, null);
    assertEquals(NOW + 7 * DAY, page.getFetchTime());
    CrawlDatum gone = fetch(CrawlDatum.STATUS_FETCH_GONE, old, NOW);
    assertEquals(NOW + 90 * DAY, weekly.due(weekly.afterFetch(page, gone, null, null), NOW));

    old.getMetaData().put(Nutch.WRITABLE_FIXED_INTERVAL_KEY, new FloatWritable(30 * DAY_SECONDS));
    CrawlDatum fixed = weekly.afterFetch(old, fetch, null, null);
    assertEquals(NOW + 30 * DAY, fixed.getFetchTime(), "the seed's interval holds");
    assertEquals(NOW + 30 * DAY, weekly.due(fixed, NOW));
    CrawlDatum sitemap = entry(CrawlDatum.STATUS_DB_UNFETCHED, 0);
    SitemapMark.mark(sitemap, 0);
    assertEquals(
        NOW + 30 * DAY, weekly.afterFetch(sitemap, fetch, null, null).getFetchTime(), "a sitemap");
  }

  /** Nutch 1.22 computes the last fetch of a page as its next time less its interval. */
  @Test
  void entryOfNutchTellsItsLastFetchByItsInterval() {
    CrawlDatum page = entry(CrawlDatum.STATUS_DB_FETCHED, 0);
    assertEquals(NOW - 30 * DAY, LastFetch.of(page, NOW));
    assertEquals(0, LastFetch.of(entry(CrawlDatum.STATUS_DB_GONE, 0), NOW));
    page.getMetaData().put(new Text("_orb_fetched_"), new Text("no number"));
    assertEquals(NOW - 30 * DAY, LastFetch.of(page, NOW));
  }

  @Test
  void entityTagIsThatOfTheLastResponse() {
    Text key = new Text(MetadataKeys.ETAG);
    CrawlDatum old = entry(CrawlDatum.STATUS_DB_FETCHED, 0);
    old.getMetaData().put(key, new Text("\"1\""));
    CrawlDatum same = fetch(CrawlDatum.STATUS_FETCH_NOTMODIFIED, new CrawlDatum(), NOW);
    assertTrue(schedule.afterFetch(old, same, null, null).getMetaData().containsKey(key));
    CrawlDatum without = fetch(CrawlDatum.STATUS_FETCH_SUCCESS, new CrawlDatum(), NOW);
    assertFalse(
        schedule.afterFetch(old, without, null, new byte[] {2}).getMetaData().containsKey(key));
  }
}
