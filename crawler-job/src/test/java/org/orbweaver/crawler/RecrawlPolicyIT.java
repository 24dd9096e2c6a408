package org.orbweaver.crawler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.crawler.crawldb.TestCrawl;
import org.orbweaver.crawler.recrawl.PageHistory;
import org.orbweaver.crawler.recrawl.RecordedHistory;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.Request;

/** Daily rounds in simulated time, within a budget, on a site with some changing pages. */
class RecrawlPolicyIT {
  private static final String HOST = "a.test";
  private static final int PAGES = 30;
  private static final int CHANGING = 5;

  /**
   * Rates take three visits each to be learned. Over 16 days the five pages get 33 to 35 visits,
   * 1.5 to 1.6 times those of the others, depending on which pages are fetched first; over 24 days
   * 60 to 62, 1.9 times.
   */
  private static final int DAYS = 24;

  private static final int BUDGET = 10;

  @TempDir private Path tmp;
  private final FakeWeb web = FakeWeb.start();
  private TestCrawl crawl;

  @AfterEach
  void stop() {
    System.clearProperty(WallClock.OFFSET_PROPERTY);
    web.close();
  }

  private void setDay(int day) {
    System.setProperty(WallClock.OFFSET_PROPERTY, Long.toString(Duration.ofDays(day).toSeconds()));
    Instant crawlTime = Instant.ofEpochMilli(crawl.now());
    crawl.pass(Duration.between(crawlTime, WallClock.clock().instant()));
    StringBuilder links = new StringBuilder();
    for (int i = 0; i < PAGES + (day > 8 ? 1 : 0); i++) {
      links.append("<a href=/").append(i).append(">page</a> ");
      // The navigation changes daily on every page, which is no change of the content.
      String nav = "<nav><a href=/>Day " + day + "</a></nav>";
      String text = " word".repeat(20 + i) + (i < CHANGING ? " number " + day : "");
      web.page(HOST, "/" + i, "<title>P" + i + "</title>" + nav + "<main><p>" + text + "</main>");
    }
    web.page(HOST, "/", "<title>All</title>" + links);
  }

  /** Requests of a round by path. */
  private Map<String, Long> round() throws IOException {
    web.log().clear();
    Phases.round(crawl);
    return web.requests().stream()
        .filter(request -> !request.isRobots())
        .collect(Collectors.groupingBy(Request::path, TreeMap::new, Collectors.counting()));
  }

  @Test
  void visitsGoToThePagesThatChange() throws IOException {
    crawl = new TestCrawl(tmp.resolve("crawl"));
    crawl.conf.set("http.agent.name", "orbweaver-test");
    crawl.conf.set("fetcher.server.delay", "0");
    crawl.conf.set("orbweaver.fetch.private.addresses", "127.0.0.0/8");
    crawl.conf.setInt("orbweaver.recrawl.budget.day", BUDGET);
    crawl.conf.setInt("db.fetch.interval.default", 5 * 86_400);
    setDay(0);
    crawl.conf.set(
        "orbweaver.fetch.dns.hosts.file", web.hostsFile(tmp.resolve("hosts")).toString());
    Phases.inject(crawl, crawl.seeds(web.url(HOST, "/")));
    Map<String, Long> visits = new TreeMap<>();
    for (int day = 0; day < DAYS; day++) {
      setDay(day);
      Map<String, Long> requests = round();
      long sum = requests.values().stream().mapToLong(Long::longValue).sum();
      assertTrue(sum <= BUDGET, "day " + day + ": " + requests);
      if (day > DAYS / 2) {
        assertEquals(BUDGET, sum, "day " + day + ": " + requests);
      }
      requests.forEach((path, count) -> visits.merge(path, count, Long::sum));
    }
    assertEquals(Map.of(), round(), "the day's budget is spent");

    assertEquals(PAGES + 2, visits.size(), "found also what is new: " + visits);
    double often = mean(visits, 0, CHANGING);
    double seldom = mean(visits, CHANGING, PAGES);
    assertTrue(often > 1.5 * seldom, visits.toString());
    for (int i = 0; i < PAGES; i++) {
      CrawlDatum entry = crawl.crawlDb().get(web.url(HOST, "/" + i));
      PageHistory history = RecordedHistory.of(entry);
      assertEquals(visits.get("/" + i) - 1, history.visits().visits(), "page " + i);
      assertEquals(
          i < CHANGING ? history.visits().visits() : 0, history.visits().changes(), "page " + i);
    }
  }

  private static double mean(Map<String, Long> visits, int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += visits.get("/" + i);
    }
    return sum / (double) (to - from);
  }
}
