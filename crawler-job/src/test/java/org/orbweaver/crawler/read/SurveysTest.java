package org.orbweaver.crawler.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.ProtocolStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.TestSegments;
import org.orbweaver.crawler.crawldb.NonContentMark;
import org.orbweaver.crawler.crawldb.SiteMark;
import org.orbweaver.crawler.fetch.task.RequestLine;
import org.orbweaver.crawler.page.noncontent.NonContent;
import org.orbweaver.crawler.recrawl.ChangeTest;
import org.orbweaver.crawler.recrawl.PageHistory;
import org.orbweaver.crawler.recrawl.RecordedHistory;

class SurveysTest {
  private static final long NOW = 1_800_000_000_000L;
  private static final long HOUR = 3_600_000;

  @TempDir Path temporary;

  private final SortedMap<String, CrawlDatum> entries = new TreeMap<>();
  private Configuration conf;
  private Path crawl;

  @BeforeEach
  void makeConf() {
    conf = TestSegments.conf(temporary);
    crawl = temporary.resolve("crawl");
  }

  private CrawlDatum entry(String url, int status, int protocol, String message) {
    CrawlDatum datum = TestSegments.datum(status, 1);
    if (protocol > 0) {
      ProtocolStatus said =
          message.isEmpty() ? new ProtocolStatus(protocol) : new ProtocolStatus(protocol, message);
      datum.getMetaData().put(Nutch.WRITABLE_PROTO_STATUS_KEY, said);
    }
    entries.put(url, datum);
    return datum;
  }

  private CrawlDatum page(String url, String type, long age, int intervalSeconds) {
    CrawlDatum page = entry(url, CrawlDatum.STATUS_DB_FETCHED, ProtocolStatus.SUCCESS, "");
    page.getMetaData().put(new Text("Content-Type"), new Text(type));
    page.getMetaData().put(new Text(MetadataKeys.LAST_FETCH), new LongWritable(NOW - age));
    page.setFetchInterval(intervalSeconds);
    return page;
  }

  @Test
  void countsTheEntriesOfAllParts() throws Exception {
    page("http://a.example/1", "text/html", HOUR, 86_400);
    CrawlDatum near = page("http://a.example/2", "text/html", 25 * HOUR, 86_401);
    near.getMetaData().put(new Text(MetadataKeys.GROUP), new Text("g1"));
    near.getMetaData().put(new Text(MetadataKeys.REPRESENTATIVE), new BooleanWritable(true));
    CrawlDatum spam = page("https://a.example/3", "<b>/x", 400 * 24 * HOUR, 40_000_000);
    spam.getMetaData().put(new Text(MetadataKeys.SPAM), new Text("0.90 hidden:0.90"));
    PageHistory first = PageHistory.first(ChangeTest.BYTES, 1, .5);
    RecordedHistory.putOn(near, first.visited(2, true, 2, .5));
    RecordedHistory.putOn(spam, first);
    CrawlDatum worse = page("http://b.example/", "application/pdf", HOUR, 3600);
    worse.getMetaData().put(new Text(MetadataKeys.SPAM), new Text("0.95 links:0.95"));
    NonContentMark.putOn(page("http://b.example/in", "text/html", 0, 3600), NonContent.LOGIN);
    entry("http://b.example/new", CrawlDatum.STATUS_DB_UNFETCHED, 0, "");
    entry("http://b.example/x", CrawlDatum.STATUS_DB_GONE, ProtocolStatus.NOTFOUND, "");
    entry("http://b.example/y", CrawlDatum.STATUS_DB_GONE, ProtocolStatus.ROBOTS_DENIED, "");
    entry(
        "http://c.example/",
        CrawlDatum.STATUS_DB_UNFETCHED,
        ProtocolStatus.EXCEPTION,
        "DNS, the host has no address: c.example");
    SiteMark.putOn(near, "host a.example");
    SiteMark.putOn(spam, "host a.example");
    SiteMark.putOn(entries.get("http://b.example/x"), "host b.example");
    Path folder = crawl.resolve("crawldb/current");
    TestSegments.writeStore(conf, folder, 3, CrawlDatum.class, entries);
    CrawlDbSurvey survey =
        CrawlDbSurvey.of(conf, CrawlDir.open(conf, crawl.toString()), Console.silent(), NOW);
    assertEquals(
        Map.of(
            "urls",
            9L,
            "hosts",
            3L,
            "pages",
            4L,
            "ageSeconds",
            3600L + 25 * 3600 + 400 * 86_400 + 3600,
            "nearDuplicates",
            1L,
            "nearDuplicateGroups",
            1L,
            "spamSuspects",
            2L),
        survey.totals());
    assertEquals(Map.of("fetched", 5L, "unfetched", 2L, "gone", 2L), survey.status());
    assertEquals(Map.of("text/html", 2L, "application/pdf", 1L, "other", 1L), survey.types());
    assertEquals(Map.of("login", 1L), survey.nonContent());
    assertEquals(Map.of("host a.example", 2L), survey.sites(), "pages, not what is gone");
    assertEquals(Map.of("3600", 2L, "604800", 1L, "+Inf", 1L), survey.ages());
    assertEquals(Map.of("3600", 1L, "86400", 1L, "604800", 1L, "+Inf", 1L), survey.intervals());
    StalenessStats.Means recrawl = survey.recrawl().orElseThrow();
    assertEquals(2, recrawl.pages());
    assertEquals(1, recrawl.visits());
    assertEquals(1, recrawl.changes());
    double rate = first.visited(2, true, 2, .5).changeRate();
    assertEquals((.5 + rate) / 2, recrawl.changesPerDay(), 1e-6);
    assertEquals(Math.exp(-rate * 25 / 24) / 2, recrawl.expectedFreshness(), 1e-6);
    assertTrue(recrawl.achievedFreshness().orElseThrow() < 1);
    assertEquals(Map.of("604800", 1L), survey.changeSpans());
    assertEquals(
        List.of("http://b.example/", "https://a.example/3"),
        survey.suspects().stream().map(CrawlDbSurvey.Suspect::url).toList());
    assertEquals(
        List.of(
            new CrawlDbSurvey.HostEntries(
                "b.example", 5, 1, Map.of("GONE_NOT_FOUND", 1L, "SKIPPED_ROBOTS_DENIED", 1L)),
            new CrawlDbSurvey.HostEntries("a.example", 3, 3, Map.of()),
            new CrawlDbSurvey.HostEntries("c.example", 1, 0, Map.of("FAILED_DNS", 1L))),
        survey.largest());
    assertEquals(
        List.of("b.example", "c.example"),
        survey.failing().stream().map(CrawlDbSurvey.HostEntries::name).toList());
  }

  private static RequestLine request(String host, long start, long end, long delay, String answer) {
    return new RequestLine(host, start, end, delay, "127.0.0.1", answer, 10, "http://" + host, "-");
  }

  private Path log(String segment, RequestLine... lines) throws IOException {
    SortedMap<String, Text> byHost = new TreeMap<>();
    for (RequestLine line : lines) {
      byHost.put(line.group(), new Text(line.encode()));
    }
    Path folder = crawl.resolve("segments").resolve(segment).resolve("fetch_log");
    TestSegments.writeStore(conf, folder, 1, Text.class, byHost);
    return folder.getParent();
  }

  private static org.apache.hadoop.fs.Path hadoop(Path path) {
    return new org.apache.hadoop.fs.Path(path.toUri());
  }

  @Test
  void findsTheTightestRequestAndTheRoundOfEach() throws Exception {
    List<org.apache.hadoop.fs.Path> segments =
        List.of(
            hadoop(
                log(
                    "1",
                    request("a", 1000, 1100, 2000, "200"),
                    request("b", 1000, 1500, 500, "404"))),
            hadoop(
                log(
                    "2",
                    request("a", 5000, 5100, 2000, "200"),
                    request("b", 2100, 2200, 500, "200"))),
            hadoop(
                log(
                    "3",
                    request("a", 7050, 7150, 2000, "TIMEOUT"),
                    request("c", 7000, 7150, 2000, "200"))));
    TreeMap<Long, FetchLogSurvey.SegmentFetch> fetched = new TreeMap<>();
    fetched.put(1600L, new FetchLogSurvey.SegmentFetch("1", 900));
    fetched.put(8000L, new FetchLogSurvey.SegmentFetch("3", 6000));
    FetchLogSurvey survey = FetchLogSurvey.of(conf, segments, fetched).orElseThrow();
    assertEquals(6, survey.requests());
    assertEquals(3, survey.delaysChecked());
    assertEquals(1, survey.violations());
    assertEquals(Map.of("200", 4L, "404", 1L, "TIMEOUT", 1L), survey.answers());
    assertEquals(
        List.of(new TightestGap("a", 3, 1950, 2000), new TightestGap("b", 2, 600, 500)),
        survey.tightest());
    // Those of segment 2 were made before the list of the fetch that ended next.
    assertEquals(
        Map.of(
            "1",
            new FetchLogSurvey.RoundRequests(2, 1000, 1500, 103, 500),
            "3",
            new FetchLogSurvey.RoundRequests(2, 7000, 7150, 103, 150)),
        survey.rounds());
    assertTrue(
        FetchLogSurvey.of(conf, List.of(hadoop(crawl.resolve("segments/9"))), new TreeMap<>())
            .isEmpty());
    assertEquals(Optional.empty(), FetchLogSurvey.of(conf, List.of(), new TreeMap<>()));
  }
}
