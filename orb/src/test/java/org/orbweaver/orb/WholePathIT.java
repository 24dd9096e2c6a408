package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;
import org.orbweaver.testkit.Request;
import org.orbweaver.testkit.Response;

/** {@code orb crawl} against the fake web, checked by the web's own log. */
class WholePathIT {
  private static final FakeWebSpec SPEC =
      FakeWebSpec.builder()
          .seed(11)
          .hosts(4)
          .pagesPerHost(25)
          .linksWithin(6)
          .linksAcross(2)
          .fault(0.06, Response.status(503))
          .fault(0.06, Response.status(404))
          .build();

  @TempDir private Path tmp;
  private final FakeWeb web = FakeWeb.start(SPEC);
  private String printed;

  @AfterEach
  void stop() {
    web.close();
  }

  private void orb(int status, String... words) {
    printed = new TestSite(web, tmp, "fetcher.server.delay=0.1").orb(status, words);
  }

  private static Map<String, CrawlDatum> crawlDb(Path dir) throws Exception {
    Configuration conf = new Configuration();
    CrawlDir crawl = CrawlDir.open(conf, dir.toUri().toString());
    Map<String, CrawlDatum> all = new TreeMap<>();
    SortedStore.open(conf, crawl.crawlDb(), CrawlDatum.class)
        .forEach((url, datum) -> all.put(url.toString(), datum));
    return all;
  }

  @Test
  void crawlsPolitelyThroughFaultsAndRules() throws Exception {
    String front = web.url("front.test", "/");
    web.page(
        "front.test",
        "/",
        "<title>Front</title><a href="
            + web.url("h0.test", "/")
            + ">web</a> <a href=/private/x>no</a> <a href=/public/x>yes</a> <a href=/away>away</a>"
            + " <a href="
            + web.url("down.test", "/")
            + ">down</a> <a href=/cut>cut</a>");
    web.robots("front.test", "User-agent: *\nDisallow: /private/\n");
    web.page("front.test", "/public/x", "<title>Public</title>some zebra text");
    web.page("front.test", "/private/x", "<title>Private</title>");
    web.redirect("front.test", "/away", 302, "/private/x");
    web.on("front.test", "/cut", Response.html("0123456789").resetAfter(4));
    web.robots("down.test", Response.status(503));
    web.page("down.test", "/", "<title>Down</title>");
    Path dir = tmp.resolve("crawl");

    orb(0, "crawl", front, dir.toString(), "--rounds", "8");

    web.log().assertPolite(Duration.ofMillis(100));
    assertTrue(web.log().requestsFor("front.test", "/private/x").isEmpty());
    assertTrue(web.log().requestsFor("down.test").stream().allMatch(Request::isRobots));
    int robots = web.log().requestsFor("h0.test", "/robots.txt").size();
    assertTrue(
        robots >= 1 && robots <= 8, "robots.txt asked for more than once a round: " + robots);
    Set<String> twice = new HashSet<>();
    Set<String> fetched = new HashSet<>();
    for (Request request : web.requests()) {
      assertTrue(request.userAgent().startsWith("orbweaver-test"), request.userAgent());
      if (request.status() == 200 && !request.isRobots() && !request.path().equals("/cut")) {
        String url = web.url(request.host(), request.path());
        if (!fetched.add(url)) {
          twice.add(url);
        }
      }
    }
    assertEquals(Set.of(), twice, "fetched more than once");

    Map<String, CrawlDatum> db = crawlDb(dir);
    Set<String> expected = web.site().reachable(web.seeds().subList(0, 1));
    for (String url : expected) {
      CrawlDatum datum = db.get(url);
      boolean good = datum != null && datum.getStatus() == CrawlDatum.STATUS_DB_FETCHED;
      assertEquals(!web.site().isFaulty(url), good, url + ": " + datum);
    }
    assertTrue(expected.size() > 60, "pages: " + expected.size());
    assertEquals(
        CrawlDatum.STATUS_DB_GONE,
        db.get(web.url("front.test", "/private/x")).getStatus(),
        () -> printed);

    orb(0, "search", dir.toString(), "zebra", "--json");
    assertTrue(printed.contains("/public/x"), () -> printed);
    int before = web.requests().size();
    orb(3, "crawl", front, dir.toString(), "--rounds", "1");
    assertEquals(before, web.requests().size());

    // A topic made of the index's results: its only page has most of the rank.
    orb(0, "pagerank", dir.toString(), "--topic-query", "zebra=zebra");
    assertTrue(printed.contains("1 page of 1 found"));
    orb(0, "read", "pagerank", dir.toString(), "--topic", "zebra", "--top", "1");
    assertTrue(printed.stripTrailing().endsWith("/public/x"), () -> printed);
  }
}
