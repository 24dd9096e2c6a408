package org.orbweaver.crawler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.crawldb.TestCrawl;
import org.orbweaver.crawler.fetch.FetchPhase;
import org.orbweaver.crawler.generate.GenerateCounter;
import org.orbweaver.crawler.generate.GeneratePhase;
import org.orbweaver.crawler.generate.ListPreview;
import org.orbweaver.crawler.parse.ParsePhase;
import org.orbweaver.crawler.update.UpdatePhase;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;
import org.orbweaver.testkit.Response;

/** Hosts that serve nothing cost less and less: rounds of a day each, against the fake web. */
class DeadHostsIT {
  private static final int HOSTS_OF_A_KIND = 4;
  private static final int URLS_OF_A_HOST = 20;

  @TempDir Path tmp;
  private FakeWeb web;
  private TestCrawl crawl;
  private long day;

  @BeforeEach
  void start() throws Exception {
    web = FakeWeb.start(FakeWebSpec.builder().addresses(1).build());
    crawl = new TestCrawl(tmp.resolve("crawl"));
    crawl.conf.set("fetcher.server.delay", "0");
    crawl.conf.set("orbweaver.fetch.private.addresses", "127.0.0.0/8");
    List<String> seeds = new ArrayList<>();
    StringBuilder down = new StringBuilder();
    for (int host = 0; host < HOSTS_OF_A_KIND; host++) {
      web.robots("closed" + host + ".test", Response.status(503));
      // Nothing listens on these addresses.
      down.append("127.99.0.1 down").append(host).append(".test\n");
      for (int i = 0; i < URLS_OF_A_HOST; i++) {
        web.page("up" + host + ".test", "/" + i, "page " + i);
        for (String kind : List.of("up", "closed", "down", "unknown")) {
          seeds.add(web.url(kind + host + ".test", "/" + i));
        }
      }
    }
    Path hosts = web.hostsFile(tmp.resolve("hosts"));
    Files.writeString(hosts, down, StandardOpenOption.APPEND);
    crawl.conf.set("orbweaver.fetch.dns.hosts.file", hosts.toString());
    advance(0);
    Phases.inject(crawl, crawl.seeds(seeds.toArray(new String[0])));
  }

  @AfterEach
  void stop() {
    System.clearProperty(WallClock.OFFSET_PROPERTY);
    web.close();
  }

  private void advance(long days) {
    day += days;
    System.setProperty(WallClock.OFFSET_PROPERTY, Long.toString(Duration.ofDays(day).toSeconds()));
    catchUp();
  }

  /** The fetcher's clock runs on, and the clock of the other phases must not lag behind it. */
  private void catchUp() {
    crawl.pass(Duration.between(Instant.ofEpochMilli(crawl.now()), WallClock.clock().instant()));
  }

  /** One round; returns its list. */
  private List<String> round() throws Exception {
    catchUp();
    GeneratePhase.GeneratedList list = Phases.generate(crawl, 1000, 1);
    try (Session session = crawl.session()) {
      new FetchPhase().run(session, null);
      new ParsePhase().run(session, List.of());
    }
    catchUp();
    try (Session session = crawl.session()) {
      new UpdatePhase().run(session, UpdatePhase.UpdateOptions.round(list.segment()));
    }
    return List.copyOf(
        crawl.read(crawl.parts("segments/" + list.segment() + "/crawl_generate").get(0)).keySet());
  }

  private static long of(List<String> urls, String kind) {
    return urls.stream().filter(url -> url.startsWith("http://" + kind)).count();
  }

  @Test
  void deadHostsTakeOnePlaceLessAndLessOften() throws Exception {
    List<Long> places = new ArrayList<>();
    List<Long> requests = new ArrayList<>();
    for (int round = 0; round < 6; round++) {
      long before = web.log().count();
      List<String> listed = List.of();
      try {
        listed = round();
      } catch (OrbException e) {
        assertTrue(e.getMessage().contains("of hosts that serve nothing"), e.getMessage());
      }
      places.add(listed.size() - of(listed, "up"));
      assertEquals(round == 0 ? 80 : 0, of(listed, "up"));
      requests.add(web.log().count() - before - (round == 0 ? 84 : 0));
      advance(1);
    }
    assertEquals(List.of(240L, 12L, 0L, 12L, 0L, 0L), places, "after 0, 1 and 3 days");
    assertEquals(List.of(4L, 4L, 0L, 4L, 0L, 0L), requests, "for the robots.txt that are closed");
  }

  @Test
  void planTellsOfHostsNotTried() throws Exception {
    round();
    catchUp();
    for (int host = 0; host < HOSTS_OF_A_KIND; host++) {
      Phases.inject(crawl, crawl.seeds(web.url("down" + host + ".test", "/new")));
    }
    ListPreview preview = preview("today");
    ListPreview.LeftOutUrls left = reason(preview, GenerateCounter.HOST_OUTAGE);
    assertEquals(HOSTS_OF_A_KIND, left.urls());
    assertEquals("its host has failed 1 round in a row", left.remedy());
    long dayLater = crawl.now() + Duration.ofDays(1).toMillis();
    assertTrue(left.dueMs() > crawl.now() && left.dueMs() <= dayLater, "due " + left.dueMs());
    assertEquals(0, preview.counts().listed());
    advance(1);
    preview = preview("tomorrow");
    assertEquals(3 * HOSTS_OF_A_KIND, preview.counts().listed(), "a probe for each");
    int others = 3 * HOSTS_OF_A_KIND * (URLS_OF_A_HOST - 1) + HOSTS_OF_A_KIND;
    assertEquals(others, reason(preview, GenerateCounter.HOST_PROBED).urls());
  }

  private ListPreview preview(String work) throws Exception {
    return ListPreview.make(
        crawl.conf,
        CrawlDir.open(crawl.conf, crawl.dir.toString()),
        Console.silent(),
        Clock.fixed(Instant.ofEpochMilli(crawl.now()), java.time.ZoneOffset.UTC),
        GeneratePhase.GenerateOptions.DEFAULT,
        new org.apache.hadoop.fs.Path(tmp.resolve(work).toUri()));
  }

  private static ListPreview.LeftOutUrls reason(ListPreview preview, GenerateCounter reason) {
    return preview.leftOut().byReason().stream()
        .filter(it -> it.reason() == reason)
        .findAny()
        .orElseThrow();
  }

  @Test
  void hostThatServesAgainIsListedWhole() throws Exception {
    round();
    for (int host = 0; host < HOSTS_OF_A_KIND; host++) {
      web.robots("closed" + host + ".test", "User-agent: *\nAllow: /\n");
      for (int i = 0; i < URLS_OF_A_HOST; i++) {
        web.page("closed" + host + ".test", "/" + i, "page");
      }
    }
    advance(1);
    assertEquals(HOSTS_OF_A_KIND, of(round(), "closed"), "probes");
    catchUp();
    assertEquals(HOSTS_OF_A_KIND * (URLS_OF_A_HOST - 1), of(round(), "closed"), "all others");
    long fetched =
        crawl.crawlDb().entrySet().stream()
            .filter(e -> e.getKey().contains("closed"))
            .filter(e -> e.getValue().getStatus() == CrawlDatum.STATUS_DB_FETCHED)
            .count();
    // Pages of the same text are one page and its duplicates.
    assertTrue(fetched > 0, "fetched " + fetched);
    assertThrows(OrbException.class, this::round, "nothing else is due");
  }
}
