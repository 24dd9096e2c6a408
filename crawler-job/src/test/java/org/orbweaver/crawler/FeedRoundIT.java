package org.orbweaver.crawler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.crawldb.TestCrawl;
import org.orbweaver.crawler.hosts.HostParts;
import org.orbweaver.crawler.hosts.HostRecords;
import org.orbweaver.crawler.trap.HostPagesRecord;
import org.orbweaver.crawler.update.UpdatePhase;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.Response;

/** A feed that a page announces: its entries are found, and are due at the times in the feed. */
class FeedRoundIT {
  private static final String HOST = "a.test";

  @TempDir private Path tmp;
  private final FakeWeb web = FakeWeb.start();
  private TestCrawl crawl;
  private UpdatePhase.UpdateResult updated;

  @BeforeEach
  void start() throws IOException {
    crawl = new TestCrawl(tmp.resolve("crawl"));
    crawl.conf.set("http.agent.name", "orbweaver-test");
    crawl.conf.set("fetcher.server.delay", "0");
    crawl.conf.set("orbweaver.fetch.private.addresses", "127.0.0.0/8");
    setDay(0);
  }

  @AfterEach
  void stop() {
    System.clearProperty(WallClock.OFFSET_PROPERTY);
    web.close();
  }

  private Instant setDay(int day) {
    System.setProperty(WallClock.OFFSET_PROPERTY, Long.toString(Duration.ofDays(day).toSeconds()));
    crawl.pass(Duration.between(Instant.ofEpochMilli(crawl.now()), WallClock.clock().instant()));
    return WallClock.clock().instant();
  }

  /** Paths that a round requests. */
  private Set<String> round() throws IOException {
    crawl.conf.set(
        "orbweaver.fetch.dns.hosts.file", web.hostsFile(tmp.resolve("hosts")).toString());
    web.log().clear();
    updated = Phases.round(crawl).orElse(null);
    Set<String> paths = new TreeSet<>();
    web.requests().stream()
        .filter(request -> !request.isRobots())
        .forEach(request -> paths.add(request.path()));
    return paths;
  }

  private CrawlDatum entry(String path) throws IOException {
    return crawl.crawlDb().get(web.url(HOST, path));
  }

  private void post(String path, String text) {
    web.page(HOST, path, "<title>P</title><main><p>" + (text + " ").repeat(40) + "</main>");
  }

  private void feed(String format, Instant oneUpdated) {
    Instant old = Instant.parse("2020-01-01T00:00:00Z");
    web.on(
        HOST,
        "/feed",
        Response.text(format.equals("atom") ? atom(oneUpdated, old) : rss(oneUpdated, old))
            .contentType("application/" + format + "+xml; charset=utf-8"));
  }

  private String atom(Instant one, Instant two) {
    return "<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'><title>News</title>"
        + "<link rel='self' href='/feed'/>"
        + "<entry><title>1</title><link href='/one'/><updated>"
        + one
        + "</updated></entry>"
        + "<entry><title>2</title><link href='/two'/><updated>"
        + two
        + "</updated></entry>"
        + "</feed>";
  }

  private String rss(Instant one, Instant two) {
    DateTimeFormatter date = DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);
    return "<?xml version='1.0'?><rss version='2.0'><channel><title>News</title>"
        + "<item><title>1</title><link>"
        + web.url(HOST, "/one")
        + "</link><pubDate>"
        + date.format(one)
        + "</pubDate></item>"
        + "<item><title>2</title><link>"
        + web.url(HOST, "/two")
        + "</link><pubDate>"
        + date.format(two)
        + "</pubDate></item></channel></rss>";
  }

  @ParameterizedTest
  @ValueSource(strings = {"atom", "rss"})
  void entriesAreFoundAndDueWhenTheyAreUpdated(String format) throws IOException {
    web.page(
        HOST,
        "/",
        "<title>Home</title><link rel=alternate type=application/" + format + "+xml href=/feed>");
    post("/one", "first");
    post("/two", "second");
    feed(format, Instant.parse("2020-01-02T00:00:00Z"));
    Phases.inject(
        crawl,
        crawl.seeds(web.url(HOST, "/"), web.url(HOST, "/feed") + "\tnutch.fetchInterval=86400"));
    assertEquals(Set.of("/", "/feed"), round());
    assertFalse(SitemapMark.isOn(entry("/feed")), "a page");
    assertEquals(Set.of("/one", "/two"), round());
    assertEquals(Set.of(), round());

    Instant day3 = setDay(3);
    post("/one", "new");
    feed(format, day3.minus(Duration.ofHours(12)));
    assertEquals(Set.of("/feed"), round());
    assertEquals(1, updated.count(CrawlDbCounter.DUE_BY_SITEMAP));
    assertEquals(Set.of("/one"), round(), "due by its date, the other not");
    assertFalse(entry("/one").getMetaData().containsKey(new Text(MetadataKeys.ANNOUNCED)));
    assertEquals(2 / 3.0, precision(), "announced and found: (1 + 1)/(1 + 2)");

    for (int day = 6; day < 12; day += 3) { // Dates change, pages do not.
      feed(format, setDay(day).minus(Duration.ofHours(12)));
      assertEquals(Set.of("/feed"), round());
      round();
    }
    assertTrue(precision() < .5, precision() + "");
    feed(format, setDay(12).minus(Duration.ofHours(12)));
    round();
    assertEquals(0, updated.count(CrawlDbCounter.DUE_BY_SITEMAP), "no longer believed");
  }

  private double precision() throws IOException {
    var hosts = new org.apache.hadoop.fs.Path(crawl.dir.resolve("hosts/current").toUri());
    try (HostParts parts = HostParts.store(crawl.conf, hosts)) {
      return HostPagesRecord.decode(parts.find(HostRecords.pagesKey(HOST))).announcementPrecision();
    }
  }

  @Test
  void announcedFeedIsFetched() throws IOException {
    web.page(
        HOST, "/", "<title>Home</title><link rel=alternate type=application/rss+xml href=/feed>");
    feed("rss", Instant.parse("2020-01-02T00:00:00Z"));
    Phases.inject(crawl, crawl.seeds(web.url(HOST, "/")));
    assertEquals(Set.of("/"), round());
    assertEquals(Set.of("/feed"), round());
    assertEquals(Set.of("/", "/feed", "/one", "/two"), paths());
    float score = entry("/one").getScore();
    assertEquals(entry("/feed").getScore() / 2, score, "as a link's, not that of a sitemap");
  }

  private Set<String> paths() throws IOException {
    Set<String> paths = new TreeSet<>();
    crawl.crawlDb().keySet().forEach(url -> paths.add(url.substring(web.url(HOST, "").length())));
    return paths;
  }
}
