package org.orbweaver.crawler.update;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.crawldb.Change;
import org.orbweaver.crawler.crawldb.SitemapMark.Lastmod;
import org.orbweaver.crawler.hosts.HostRecords;
import org.orbweaver.crawler.recrawl.ActivityEstimator;
import org.orbweaver.crawler.recrawl.ChangeTest;
import org.orbweaver.crawler.recrawl.ClockIndex;
import org.orbweaver.crawler.recrawl.PageHistory;
import org.orbweaver.crawler.recrawl.RecordedHistory;
import org.orbweaver.crawler.recrawl.Schedule;
import org.orbweaver.crawler.trap.HostPages;
import org.orbweaver.crawler.trap.PageFindings;
import org.orbweaver.crawler.trap.PageIndex;

/** The changes of pages that updates keep, and report to their hosts. */
class ChangeTrackerTest {
  private static final String URL = "http://a.example/page";
  private static final long DAY = 86_400_000L;
  private static final long START = 20_000 * DAY;

  @TempDir private Path tmp;
  private final Configuration conf = new Configuration();
  private UpdateMerge merge;
  private CrawlDatum entry;

  @BeforeEach
  void newMerge() {
    conf.setLong(UpdateMerge.NOW, START + 1000 * DAY);
    merge = new UpdateMerge();
    merge.setup(conf, counter -> {});
  }

  private ChangeTracker tracker(PageIndex index) {
    return new ChangeTracker(conf, index, ClockIndex.EMPTY, START);
  }

  private void fetch(int status, double day, int bytes, Long content) throws IOException {
    CrawlDatum fetch = new CrawlDatum(status, 30 * 86_400);
    fetch.setFetchTime(START + (long) (day * DAY));
    List<Change> changes = new ArrayList<>(List.of(Change.of(0, fetch)));
    if (status == CrawlDatum.STATUS_FETCH_SUCCESS) {
      CrawlDatum signature = new CrawlDatum(CrawlDatum.STATUS_SIGNATURE, 0);
      signature.setSignature(
          new byte[] {0, 0, 0, 0, 0, 0, 0, (byte) bytes, 9, 9, 9, 9, 9, 9, 9, 9});
      if (content != null) {
        signature.getMetaData().put(new Text(MetadataKeys.CONTENT), new LongWritable(content));
      }
      changes.add(Change.of(0, signature));
    }
    entry = merge.merge(URL, entry, changes);
  }

  private void page(double day, int bytes, long content) throws IOException {
    fetch(CrawlDatum.STATUS_FETCH_SUCCESS, day, bytes, content);
  }

  private PageHistory history() {
    return RecordedHistory.of(entry);
  }

  private void assertVisits(int visits, int changes, double unchangedDays) {
    assertEquals(visits, history().visits().visits());
    assertEquals(changes, history().visits().changes());
    assertEquals(unchangedDays, history().visits().unchangedDays(), 1e-3);
  }

  @ParameterizedTest
  @CsvSource({"content, 1, 6", "bytes, 3, 0", "simhash, 0, 11"})
  void changesAreCountedByTheTest(String test, int changes, double unchangedDays)
      throws IOException {
    conf.set("orbweaver.recrawl.change", test);
    newMerge();
    page(0, 1, 0b0001);
    assertVisits(0, 0, 0);
    page(2, 2, 0b0001);
    page(6, 3, 0b0001);
    page(11, 4, 0b1000);
    assertVisits(3, changes, unchangedDays);
    assertEquals(ChangeTest.valueOf(test.toUpperCase(java.util.Locale.ROOT)), history().test());
  }

  @Test
  void notModifiedIsAVisitWithoutAChange() throws IOException {
    page(0, 1, 7);
    fetch(CrawlDatum.STATUS_FETCH_NOTMODIFIED, 3, 0, null);
    assertVisits(1, 0, 3);
    page(5, 1, 7);
    assertVisits(2, 0, 5);
    assertTrue(history().changeRate() < 1 / 120.0, "below the prior");
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        CrawlDatum.STATUS_FETCH_RETRY,
        CrawlDatum.STATUS_FETCH_GONE,
        CrawlDatum.STATUS_FETCH_REDIR_TEMP
      })
  void whatIsNoPageIsNoVisit(int status) throws IOException {
    page(0, 1, 7);
    page(2, 1, 7);
    fetch(status, 4, 0, null);
    assertVisits(1, 0, 2);
    page(9, 2, 8);
    assertVisits(1, 0, 2);
    assertEquals(8, history().content());
    page(10, 3, 9);
    assertVisits(2, 1, 2);
  }

  @Test
  void anotherTestBeginsWithTheNextVersion() throws IOException {
    page(0, 1, 7);
    page(1, 2, 7);
    conf.set("orbweaver.recrawl.change", "bytes");
    newMerge();
    page(2, 2, 7);
    assertVisits(1, 0, 1);
    page(3, 2, 8);
    assertVisits(2, 0, 2);
  }

  @Test
  void unreadableHistoryBeginsAnew() throws IOException {
    page(0, 1, 7);
    entry.getMetaData().put(new Text(MetadataKeys.HISTORY), new BytesWritable(new byte[] {9}));
    assertNull(history());
    page(1, 1, 7);
    assertVisits(0, 0, 0);
  }

  @Test
  void announcedChangesAreConfirmedByVisits() throws Exception {
    HostPages host = new HostPages();
    for (int i = 0; i < 6; i++) {
      page(2 * i, 1, 7);
      CrawlDatum link = new CrawlDatum(CrawlDatum.STATUS_LINKED, 0, .1f);
      Lastmod.putOn(link, START + (2 * i + 1) * DAY);
      CrawlDatum old = merge.merge(URL, entry, List.of(Change.of(0, link)));
      assertNotNull(old.getMetaData().get(new Text(MetadataKeys.ANNOUNCED)));
      CrawlDatum fetch = new CrawlDatum(CrawlDatum.STATUS_FETCH_SUCCESS, 0);
      fetch.setFetchTime(START + (2 * i + 2) * DAY);
      CrawlDatum after = new CrawlDatum();
      after.set(old);
      var file = new org.apache.hadoop.fs.Path(tmp.resolve("found" + i).toUri());
      try (PageFindings findings = new PageFindings(conf, file)) {
        new ChangeTracker(conf, PageIndex.EMPTY, ClockIndex.EMPTY, START + 1000 * DAY)
            .report(findings)
            .fetched(URL, old, after, fetch, i < 2 ? 8L : 7L);
      }
      assertNull(after.getMetaData().get(new Text(MetadataKeys.ANNOUNCED)));
      take(file, host);
    }
    // A change was found after two of six: (2 + 1)/(6 + 2).
    assertEquals(3 / 8.0, host.announcementPrecision());
    PageIndex index = PageIndex.of(conf, "a.example", host);
    assertTrue(index.announcesFalsely("a.example"));
    assertFalse(index.announcesFalsely("b.example"));
    conf.setFloat("orbweaver.sitemap.trust.min", .3f);
    assertFalse(PageIndex.of(conf, "a.example", host).announcesFalsely("a.example"));

    conf.set("orbweaver.sites", "[host a.example]\nsitemap-dates trusted\n");
    assertTrue(tracker(index).announcesRightly("http://a.example/"));
    conf.set("orbweaver.sites", "[domain example]\nsitemap-dates ignored\n");
    assertFalse(tracker(index).announcesRightly("http://b.example/"));
    conf.set("orbweaver.sites", "[domain example]\nsitemap-dates measured\n");
    assertFalse(tracker(index).announcesRightly("http://a.example/"));
    assertTrue(tracker(index).announcesRightly("http://b.example/"));
  }

  private HostPages trusted() {
    HostPages host = new HostPages();
    for (int i = 0; i < 8; i++) {
      assertFalse(PageIndex.of(conf, "a.example", host).datesRightly("a.example"), "after " + i);
      host.addDate(true);
    }
    return host;
  }

  /** Visits a page on a day, with the record of its host, which the visit updates. */
  private void visit(HostPages host, double day, double modified, long content) throws Exception {
    CrawlDatum fetch = new CrawlDatum(CrawlDatum.STATUS_FETCH_SUCCESS, 0);
    fetch.setFetchTime(START + (long) (day * DAY));
    fetch.setModifiedTime(START + (long) (modified * DAY));
    CrawlDatum old = entry;
    entry = Schedule.of(conf).afterFetch(old, fetch, null, new byte[] {(byte) content});
    var file = new org.apache.hadoop.fs.Path(tmp.resolve("dates" + day).toUri());
    PageIndex index = PageIndex.of(conf, "a.example", host);
    try (PageFindings findings = new PageFindings(conf, file)) {
      new ChangeTracker(conf, index, ClockIndex.EMPTY, START + 1000 * DAY)
          .report(findings)
          .fetched(URL, old, entry, fetch, content);
    }
    if (java.nio.file.Files.exists(tmp.resolve("dates" + day))) {
      take(file, host);
    }
  }

  @Test
  void trustedLastModifiedDatesChanges() throws Exception {
    HostPages host = trusted();
    visit(host, 0, -50, 7);
    double first = 2 / (120 + 50.0); // by the prior, a change in 120 days, and a change 50 days ago
    assertEquals(first, history().changeRate(), 1e-6);
    visit(host, 10, 4, 8);
    assertVisits(1, 1, 0);
    assertEquals(3 / (120 + 50 + 6.0), history().changeRate(), 1e-6);
    visit(host, 30, 4, 8);
    assertEquals(3 / (120 + 50 + 6 + 20.0), history().changeRate(), 1e-6);
    assertEquals(11 / 12.0, host.datePrecision(), "(8 + 2 + 1)/(8 + 2 + 2)");
  }

  @Test
  void hostThatDatesPagesByTheRequestLosesItsTrust() throws Exception {
    HostPages host = trusted();
    visit(host, 0, -1 / 86_400.0, 7);
    assertEquals(1 / 120.0, history().changeRate(), 1e-6, "that is no date");
    visit(host, 1, 1 - 1 / 86_400.0, 8);
    assertEquals(.9, host.datePrecision(), 1e-9, "nothing is told by a change");
    visit(host, 2, 2 - 1 / 86_400.0, 8);
    assertEquals(9 / 11.0, host.datePrecision(), 1e-9);
    assertFalse(PageIndex.of(conf, "a.example", host).datesRightly("a.example"));
    visit(host, 12, 11, 9);
    assertVisits(3, 2, 1);
    assertTrue(history().toBytes().length <= 2 + 8 + 4 + 7 + 2 * 2, "no dates kept");
  }

  @Test
  void changeWithoutANewDateCostsTrust() throws Exception {
    HostPages host = trusted();
    visit(host, 0, -50, 7);
    visit(host, 10, -50, 8);
    assertEquals(9 / 11.0, host.datePrecision(), 1e-9);
    assertEquals(2 / (120 + 50.0), history().changeRate(), .01);
    visit(host, 20, 20, 9);
    assertEquals(9 / 11.0, host.datePrecision(), 1e-9, "without Last-Modified");
  }

  private void take(org.apache.hadoop.fs.Path file, HostPages host) throws Exception {
    Text key = new Text();
    BytesWritable record = new BytesWritable();
    try (var reader = new SequenceFile.Reader(conf, SequenceFile.Reader.file(file))) {
      while (reader.next(key, record)) {
        assertEquals(HostRecords.pagesKey("a.example"), key.toString());
        PageFindings.take(record.copyBytes(), host);
      }
    }
  }

  @Test
  void hostsWithFewPagesGoByTheCrawl() {
    HostPages host = new HostPages();
    for (int i = 0; i < 20; i++) {
      assertEquals(.01, PageIndex.of(conf, "a.example", host).prior("http://b/", .01).mean(), .1);
      host.addChangeRate(new long[1], .2, true);
    }
    assertEquals(.2, PageIndex.of(conf, "a.example", host).prior(URL, .01).mean(), 1e-6);
  }

  @Test
  void newPagesGoByTheirDirectory() throws Exception {
    HostPages host = new HostPages();
    for (int i = 0; i < 200; i++) {
      String url = "http://a.example/" + (i % 2 == 0 ? "news/" : "docs/old/") + i;
      double rate = i % 2 == 0 ? 1 : .01;
      host.addChangeRate(ActivityEstimator.directories(url), rate, true);
    }
    var bytes = new ByteArrayOutputStream();
    host.write(new DataOutputStream(bytes));
    host = HostPages.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    PageIndex index = PageIndex.of(conf, "a.example", host);
    double mean = (1 + .01) / 2;
    double news = (100 + 20 * mean) / 120;
    double docs = (100 * .01 + 20 * mean) / 120;
    assertEquals(news, index.prior("http://a.example/news/new", .5).mean(), 1e-6);
    assertEquals(docs, index.prior("http://a.example/docs/new", .5).mean(), 1e-6);
    double old = (100 * .01 + 20 * docs) / 120;
    assertEquals(old, index.prior("http://a.example/docs/old/a/b", .5).mean(), 1e-6);
    assertEquals(mean, index.prior("http://a.example/other/new", .5).mean(), 1e-6);
  }
}
