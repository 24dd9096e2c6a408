package org.orbweaver.orb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.CrawlerCommands;
import org.orbweaver.index.serve.CrawlPages;
import org.orbweaver.index.serve.SearchServer;
import org.orbweaver.orb.report.LiveReport;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.Response;

/** The report of a crawl with known figures. */
class ReportIT {
  @TempDir private Path folder;

  private static Map<?, ?> map(Object fields, String name) {
    return (Map<?, ?>) ((Map<?, ?>) fields).get(name);
  }

  private static List<?> list(Object fields, String name) {
    return (List<?>) ((Map<?, ?>) fields).get(name);
  }

  private static void tellsOfTheStepInTheMaking(TestSite site) throws Exception {
    Configuration conf = new Configuration();
    String segment;
    try (Session session = Session.open(conf, site.dir(), Console.silent(), "test")) {
      segment = session.steps().last("generate").orElseThrow().key();
      Step step = session.steps().begin("fetch", segment);
      session.dir().fs().mkdirs(step.staging("part"));
      session.console().state("fetch: 5 of 7 URLs");
      session.console().state("within five seconds of the other");
      Map<String, Object> report = Json.parse(site.orb(0, "report", site.dir(), "--json"));
      Map<?, ?> running = map(report, "running");
      assertEquals("fetch of " + segment, running.get("step"));
      assertEquals("fetch: 5 of 7 URLs", running.get("progress"));
      step.abort();
    }
    // A run silent for ten seconds is not given another's progress.
    try (Session session = Session.open(conf, site.dir(), Console.silent(), "test")) {
      Map<String, Object> report = Json.parse(site.orb(0, "report", site.dir(), "--json"));
      assertEquals("", map(report, "running").get("progress"));
      assertTrue(session.steps().last("fetch").isPresent());
    }
  }

  private static void aDamagedLogCostsItsSectionsOnly(TestSite site) throws Exception {
    Files.writeString(Path.of(site.dir(), ".state", "3"), "{");
    Path file = Path.of(site.dir()).resolveSibling("damaged.json");
    site.orb(1, "report", site.dir(), "--json", "--out", file.toString());
    Map<String, Object> report = Json.parse(Files.readString(file));
    Map<?, ?> failed = map(report, "failed");
    assertTrue(failed.get("rounds").toString().contains(".state/3 cannot be read"), "" + failed);
    assertEquals(failed.get("rounds"), failed.get("unavailable"));
    assertEquals(Set.of("rounds", "unavailable", "next"), failed.keySet());
    assertEquals(4L, map(map(report, "crawldb"), "totals").get("urls"));
    Configuration conf = new Configuration();
    CrawlDir crawl = CrawlDir.open(conf, site.dir());
    try (LiveReport live = new LiveReport(conf, crawl, CrawlerCommands.why(), Clock.systemUTC())) {
      CrawlPages.CrawlPage page = live.page("/report", Map.of()).orElseThrow();
      for (int i = 0; i < 600 && page.status() == 503; i++) {
        Thread.sleep(100);
        page = live.page("/report", Map.of()).orElseThrow();
      }
      assertEquals(200, page.status(), page.body());
      assertTrue(page.body().contains(".state/3 cannot be read"), page.body());
      assertTrue(page.body().contains("URLs that brought no page"), page.body());
    }
  }

  private static void serves(String dir, FakeWeb web) throws Exception {
    Configuration conf = new Configuration();
    CrawlDir crawl = CrawlDir.open(conf, dir);
    LiveReport live = new LiveReport(conf, crawl, CrawlerCommands.why(), Clock.systemUTC());
    try (SearchServer server =
        SearchServer.start(
            conf,
            crawl,
            InetAddress.getLoopbackAddress(),
            0,
            Optional.empty(),
            Optional.of(live))) {
      HttpResponse<String> page = get(server, "/report");
      assertEquals(503, page.statusCode(), "nothing is made before it is asked for");
      for (int i = 0; i < 600 && page.statusCode() == 503; i++) {
        Thread.sleep(100);
        page = get(server, "/report");
      }
      assertEquals(200, page.statusCode(), page.body());
      assertTrue(page.body().contains("<form action=\"/report/why\">"), page.body());
      assertFalse(page.body().contains("<style"), "the policy of the server has no inline style");
      assertEquals(200, get(server, "/report/style.css").statusCode());
      assertEquals(200, get(server, "/report/script.js").statusCode());
      HttpResponse<String> csv = get(server, "/report/failures.csv");
      assertEquals(200, csv.statusCode(), csv.body());
      assertEquals(FAILURES.formatted(web.port()), csv.body());
      assertTrue(page.body().contains("<a href=\"/report/failures.csv\" download>"), page.body());
      assertTrue(page.body().contains("/report/why?url=http%3A%2F%2Fa.test"), page.body());
      assertFalse(page.body().contains("http-equiv=\"refresh\""), "nothing runs");
      assertEquals(404, get(server, "/report/none.csv").statusCode());
      HttpResponse<String> graph = get(server, "/report/graph");
      for (int i = 0; i < 600 && graph.statusCode() == 503; i++) {
        Thread.sleep(100);
        graph = get(server, "/report/graph");
      }
      assertEquals(200, graph.statusCode(), graph.body());
      assertTrue(graph.body().contains("script-src 'self'"), graph.body());
      assertFalse(graph.body().contains("<style"), "the policy of the server has no inline style");
      assertEquals(200, get(server, "/report/graph.css").statusCode());
      assertEquals(200, get(server, "/report/graph.js").statusCode());
      assertTrue(get(server, "/").body().contains("href=\"/report\""));
      assertEquals("crawl", Json.parse(get(server, "/report/json").body()).get("crawl"));
      assertTrue(get(server, "/report/metrics").body().startsWith("# HELP orbweaver_"));
      String url = URLEncoder.encode(web.url("a.test", "/none") + "<script>", UTF_8);
      HttpResponse<String> why = get(server, "/report/why?url=" + url);
      assertEquals(200, why.statusCode(), why.body());
      assertTrue(why.body().contains("/none&lt;script&gt;"), why.body());
      assertFalse(why.body().contains("none<script"), why.body());
      assertEquals(400, get(server, "/report/why?url=").statusCode());
      assertEquals(400, get(server, "/report/why?url=%ff").statusCode());
      assertEquals(404, get(server, "/report/nothing").statusCode());
    }
  }

  private static final String FAILURES =
      "URL,cause,answer,linking pages,linked from\r\n"
          + "http://a.test:%1$d/none,\"not found (404, 410)\",HTTP status 404,2,"
          + "http://a.test:%1$d/same http://a.test:%1$d/two\r\n";

  /** Serves a crawl that runs and has no index yet. */
  private void servesTheFirstMinute() throws Exception {
    Path first = Files.createDirectory(folder.resolve("first"));
    Configuration conf = new Configuration();
    try (Session session = Session.open(conf, first.toString(), Console.silent(), "test")) {
      CrawlDir crawl = session.dir();
      LiveReport live = new LiveReport(conf, crawl, CrawlerCommands.why(), Clock.systemUTC());
      try (SearchServer server =
          SearchServer.start(
              conf,
              crawl,
              InetAddress.getLoopbackAddress(),
              0,
              Optional.empty(),
              Optional.of(live))) {
        HttpResponse<String> home = get(server, "/");
        assertEquals(302, home.statusCode());
        assertEquals("/report", home.headers().firstValue("Location").orElseThrow());
        HttpResponse<String> search = get(server, "/api/search?q=a");
        assertEquals(503, search.statusCode());
        assertTrue(search.body().contains("search comes with the first"), search.body());
        assertTrue(get(server, "/health").body().contains("\"ready\":false"));
        HttpResponse<String> page = get(server, "/report");
        for (int i = 0; i < 600 && page.statusCode() == 503; i++) {
          assertTrue(page.body().contains("http-equiv=\"refresh\""), page.body());
          Thread.sleep(100);
          page = get(server, "/report");
        }
        assertEquals(200, page.statusCode(), page.body());
        assertTrue(page.body().contains("search comes with the first"), page.body());
        assertTrue(page.body().contains("http-equiv=\"refresh\" content=\"30\""), page.body());
      }
    }
  }

  private static HttpResponse<String> get(SearchServer server, String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path)).build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void tellsWhatTheWebKnows() throws Exception {
    FakeWeb web = FakeWeb.start();
    String evil = "<script>alert(1)</script>";
    web.page(
        "a.test",
        "/",
        "<title>" + evil + "</title><form><input name=q></form>one <a href=/two>two</a>");
    web.page("a.test", "/two", "two <a href=/>one</a> <a href=/none>none</a> <a href=/same>x</a>");
    web.page("a.test", "/same", "two <a href=/>one</a> <a href=/none>none</a> <a href=/same>x</a>");
    web.on("a.test", "/none", Response.status(404));
    web.robots("a.test", "User-agent: *\nDisallow: /secret\nContent-Signal: ai-train=no\n");
    try (TestSite site = new TestSite(web, folder)) {
      String dir = site.dir();
      site.orb(0, "crawl", web.url("a.test", "/"), dir, "--rounds", "2");
      Map<String, Object> report = Json.parse(site.orb(0, "report", dir, "--json"));
      assertEquals("crawl", report.get("crawl"));
      assertFalse(report.containsKey("running"));
      assertEquals((long) web.requests().size(), map(report, "requests").get("requests"));
      assertEquals(0L, map(report, "requests").get("violations"));
      assertEquals(2, list(report, "rounds").size());
      Map<?, ?> second = (Map<?, ?>) list(report, "rounds").get(1);
      assertEquals(2L, second.get("number"));
      assertEquals(1L, second.get("ok"));
      assertTrue((double) second.get("seconds") > 0, second.toString());
      Map<?, ?> crawldb = map(report, "crawldb");
      assertEquals(Map.of("urls", 4L), Map.of("urls", map(crawldb, "totals").get("urls")));
      assertEquals(Map.of("fetched", 2L, "unfetched", 2L), map(crawldb, "status"));
      assertEquals(Map.of("text/html", 2L), map(crawldb, "types"));
      assertEquals(2L, map(report, "next").get("due"));
      assertEquals(Map.of("ai-train:n", 2L), map(map(report, "index"), "usage"));
      assertEquals(1L, map(report, "hosts").get("contacted"));

      Map<?, ?> first = (Map<?, ?>) list(report, "rounds").get(0);
      assertEquals(Map.of("form", 1L, "login", 0L, "script", 0L), first.get("unreached"));

      site.orb(0, "crawl", dir, "--more", "1");
      report = Json.parse(site.orb(0, "report", dir, "--json"));
      Map<?, ?> cause = (Map<?, ?>) list(report, "unavailable").get(0);
      assertEquals("gone_not_found", cause.get("cause"));
      assertEquals(1L, cause.get("urls"));
      Map<?, ?> failing = (Map<?, ?>) list(map(report, "crawldb"), "failing").get(0);
      assertEquals(Map.of("GONE_NOT_FOUND", 1L), failing.get("causes"));
      assertEquals(1, list(report, "rankings").size());
      String best = site.orb(0, "read", "pagerank", dir, "--top", "1");
      Map<?, ?> top = (Map<?, ?>) list(map(report, "top"), "pagerank").get(0);
      assertTrue(best.contains((String) top.get("url")), best);

      Path file = folder.resolve("report.html");
      site.orb(0, "report", dir, "--out", file.toString(), "--csv");
      String page = Files.readString(file);
      assertTrue(page.contains("http://a.test:" + web.port() + "/two</td>"), page);
      assertFalse(page.contains("<script>alert"), page);
      assertTrue(page.contains("href=\"./report-failures.csv\" download"), page);
      assertEquals(
          FAILURES.formatted(web.port()), Files.readString(folder.resolve("report-failures.csv")));
      assertTrue(Files.readString(folder.resolve("report-depth.csv")).contains("/two,1\r\n"));
      assertTrue(page.contains("a form that takes words"), page);
      site.orb(1, "report", dir, "--out", file.toString());
      String metrics = site.orb(0, "report", dir, "--prometheus");
      assertTrue(metrics.contains("orbweaver_crawldb_urls{crawl=\"crawl\",status=\"gone\"} 1\n"));
      serves(dir, web);
      servesTheFirstMinute();
      tellsOfTheStepInTheMaking(site);
      aDamagedLogCostsItsSectionsOnly(site);
    }
  }
}
