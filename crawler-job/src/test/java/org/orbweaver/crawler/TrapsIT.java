package org.orbweaver.crawler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.crawler.crawldb.TestCrawl;
import org.orbweaver.crawler.fetch.FetchPhase;
import org.orbweaver.crawler.generate.GeneratePhase;
import org.orbweaver.crawler.hosts.HostParts;
import org.orbweaver.crawler.parse.ParsePhase;
import org.orbweaver.crawler.trap.HostPages;
import org.orbweaver.crawler.trap.HostPagesRecord;
import org.orbweaver.crawler.update.UpdatePhase;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;
import org.orbweaver.testkit.Response;

/** A calendar without end beside real pages: rounds against the fake web. */
class TrapsIT {
  private static final int ARTICLES = 100;

  @TempDir Path tmp;
  private FakeWeb web;
  private TestCrawl crawl;

  @BeforeEach
  void start() throws Exception {
    web = FakeWeb.start(FakeWebSpec.builder().addresses(1).build());
    // Each day links to six more days not seen before.
    web.under(
        "both.test",
        "/day/",
        (request, nth) -> {
          int day = Integer.parseInt(request.path().substring("/day/".length()));
          return Response.html(
              "<title>Day " + day + "</title><p>Events of day " + day + links("/day/", 6 * day, 6));
        });
    for (int i = 0; i < ARTICLES; i++) {
      String more =
          i == 0 ? links("/article/", 0, ARTICLES / 2) : links("/article/", ARTICLES / 2, 50);
      web.page("both.test", "/article/" + i, "<p>" + "x".repeat(i) + "</p>" + more);
    }
    web.page("both.test", "/", links("/day/", 1, 1) + links("/article/", 0, 1));
    web.page("one.test", "/", "<a href='" + web.url("both.test", "/") + "'>both</a>");
    web.page("two.test", "/", "<a href='" + web.url("both.test", "/") + "'>both</a>");
    crawl = new TestCrawl(tmp.resolve("crawl"));
    crawl.conf.set("fetcher.server.delay", "0");
    crawl.conf.set("orbweaver.fetch.private.addresses", "127.0.0.0/8");
    Path hosts = web.hostsFile(tmp.resolve("hosts"));
    crawl.conf.set("orbweaver.fetch.dns.hosts.file", hosts.toString());
    catchUp();
    Phases.inject(crawl, crawl.seeds(web.url("one.test", "/"), web.url("two.test", "/")));
  }

  private static String links(String path, int from, int count) {
    return IntStream.range(from, from + count)
        .mapToObj(i -> "<a href='" + path + i + "'>" + i + "</a> ")
        .collect(Collectors.joining());
  }

  @AfterEach
  void stop() {
    web.close();
  }

  private void catchUp() {
    crawl.pass(Duration.between(Instant.ofEpochMilli(crawl.now()), WallClock.clock().instant()));
  }

  private GeneratePhase.GeneratedList round() throws Exception {
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
    return list;
  }

  private long fetched(String path) throws Exception {
    return crawl.crawlDb().entrySet().stream()
        .filter(e -> e.getKey().contains(path))
        .filter(e -> e.getValue().getStatus() != CrawlDatum.STATUS_DB_UNFETCHED)
        .count();
  }

  @Test
  void aCalendarGetsProbesAndItsHostsPagesAreAllFetched() throws Exception {
    List<Long> days = new ArrayList<>();
    GeneratePhase.GeneratedList last = null;
    for (int i = 0; i < 7; i++) {
      last = round();
      days.add(fetched("/day/"));
    }
    assertEquals(ARTICLES, fetched("/article/"));
    // With 1, 6, 36 more a round, 43 days show that nothing new comes; then two at a time.
    assertEquals(List.of(0L, 0L, 1L, 7L, 43L, 45L, 47L), days);
    assertTrue(
        last.summary().contains(" of URL templates whose last pages brought nothing new"),
        last.summary());
    try (HostParts hosts =
        HostParts.store(crawl.conf, new org.apache.hadoop.fs.Path(tmp + "/crawl/hosts/current"))) {
      HostPages both = HostPagesRecord.find(hosts, "both.test");
      assertEquals(2, both.linkingDomains());
      assertEquals(1, both.poorTemplates(32));
      assertFalse(both.isSeed());
      assertTrue(HostPagesRecord.find(hosts, "one.test").isSeed());
    }
  }
}
