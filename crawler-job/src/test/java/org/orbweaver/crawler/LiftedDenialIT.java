package org.orbweaver.crawler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.crawler.crawldb.TestCrawl;
import org.orbweaver.crawler.recrawl.LastFetch;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.Response;

/** A URL that robots.txt forbade is considered again once the file has changed. */
class LiftedDenialIT {
  private static final String HOST = "a.test";
  private static final String WWW = "www.a.test";

  @TempDir private Path tmp;
  private final FakeWeb web = FakeWeb.start();
  private TestCrawl crawl;

  @BeforeEach
  void start() throws IOException {
    crawl = new TestCrawl(tmp.resolve("crawl"));
    crawl.conf.set("http.agent.name", "orbweaver-test");
    crawl.conf.set("fetcher.server.delay", "0");
    crawl.conf.set("orbweaver.fetch.private.addresses", "127.0.0.0/8");
    crawl.conf.set("orbweaver.fetch.soft404.days", "0");
    setDay(0);
  }

  @AfterEach
  void stop() {
    System.clearProperty(WallClock.OFFSET_PROPERTY);
    web.close();
  }

  private void setDay(int day) {
    System.setProperty(WallClock.OFFSET_PROPERTY, Long.toString(Duration.ofDays(day).toSeconds()));
    crawl.pass(Duration.between(Instant.ofEpochMilli(crawl.now()), WallClock.clock().instant()));
  }

  /** Paths that a round requests, robots.txt included. */
  private Set<String> round() throws IOException {
    crawl.conf.set(
        "orbweaver.fetch.dns.hosts.file", web.hostsFile(tmp.resolve("hosts")).toString());
    web.log().clear();
    Phases.round(crawl);
    Set<String> paths = new TreeSet<>();
    web.requests().forEach(request -> paths.add(request.path()));
    return paths;
  }

  private byte status(String path) throws IOException {
    return crawl.crawlDb().get(web.url(HOST, path)).getStatus();
  }

  @Test
  void denialEndsWithTheFileThatSaidIt() throws IOException {
    web.redirect(HOST, "/robots.txt", 301, web.url(WWW, "/robots.txt"));
    web.on(WWW, "/robots.txt", Response.text("User-agent: *\nDisallow: /closed\n"));
    for (String path : Set.of("/", "/closed", "/closed/2")) {
      web.page(HOST, path, "<title>P</title><p>page " + path);
    }
    Phases.inject(
        crawl,
        crawl.seeds(
            web.url(HOST, "/") + "\tnutch.fetchInterval=86400",
            web.url(HOST, "/closed"),
            web.url(HOST, "/closed/2")));
    assertEquals(Set.of("/robots.txt", "/"), round());
    assertEquals(CrawlDatum.STATUS_DB_GONE, status("/closed"));

    setDay(2);
    assertEquals(Set.of("/robots.txt", "/"), round(), "the file is the same");
    assertEquals(Set.of(), round());

    setDay(4);
    web.on(WWW, "/robots.txt", Response.text("User-agent: *\nDisallow: /closed/2\n"));
    assertEquals(Set.of("/robots.txt", "/"), round(), "finds that the file is another");
    assertEquals("2", due());
    assertEquals(Set.of("/closed"), round(), "both are looked at, one is allowed");
    assertEquals(CrawlDatum.STATUS_DB_FETCHED, status("/closed"));
    assertEquals(CrawlDatum.STATUS_DB_GONE, status("/closed/2"));
    assertEquals(Set.of(), round(), "looked at once");
  }

  /** The number of due URLs, as printed by read. */
  private String due() {
    CommandRun stats =
        CommandRun.of(
            new Configuration(crawl.conf),
            "read",
            "crawldb",
            crawl.dir.toUri().toString(),
            "--stats",
            "--json");
    return stats.out().replaceFirst("(?s).*\"dueNow\":([0-9]+).*", "$1");
  }

  @Test
  void hostThatForbidsAllIsAskedEachWeekByOneOfItsUrls() throws IOException {
    web.on(HOST, "/robots.txt", Response.text("User-agent: *\nDisallow: /\n"));
    Set<String> pages = Set.of("/", "/1", "/2");
    for (String path : pages) {
      web.page(HOST, path, "<title>P</title><p>page " + path);
    }
    Phases.inject(crawl, crawl.seeds(web.url(HOST, "/"), web.url(HOST, "/1"), web.url(HOST, "/2")));
    assertEquals(Set.of("/robots.txt"), round());
    setDay(6);
    assertEquals(Set.of(), round());
    setDay(8);
    assertEquals(Set.of("/robots.txt"), round());
    assertEquals(1, listed(), "no page was requested, and the others were not even listed");
    assertEquals(Set.of(), round());

    web.on(HOST, "/robots.txt", Response.text("User-agent: *\nDisallow:\n"));
    setDay(14);
    assertEquals(Set.of(), round());
    setDay(16);
    Set<String> requested = round();
    assertEquals(2, requested.size(), "the file, and by it the one page: " + requested);
    requested.addAll(round());
    requested.remove("/robots.txt");
    assertEquals(pages, requested);
  }

  /** The number of URLs in the last day's fetch lists. */
  private long listed() throws IOException {
    long now = WallClock.clock().millis();
    return crawl.crawlDb().values().stream()
        .filter(entry -> LastFetch.of(entry, now) > now - 86_400_000L)
        .count();
  }
}
