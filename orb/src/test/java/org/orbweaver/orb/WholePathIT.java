package org.orbweaver.orb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.testkit.Answer;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;
import org.orbweaver.testkit.Request;
import org.orbweaver.testkit.RobotsAnswers;

/** {@code orb crawl} against the fake web, judged by what the web's own log says. */
class WholePathIT {
  private static final FakeWebSpec SPEC =
      FakeWebSpec.builder()
          .seed(11)
          .hosts(4)
          .pagesPerHost(25)
          .linksWithin(6)
          .linksAcross(2)
          .fault(0.06, Answer.status(503))
          .fault(0.06, Answer.status(404))
          .build();

  @TempDir private Path tmp;
  private final FakeWeb web = FakeWeb.start(SPEC);
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @AfterEach
  void stop() {
    web.close();
  }

  private int orb(String... args) {
    List<String> words = new ArrayList<>(List.of(args));
    PrintStream stream = new PrintStream(printed, true, UTF_8);
    for (String setting :
        List.of(
            "http.agent.name=orbweaver-test",
            "orbweaver.fetch.private.addresses=127.0.0.0/8",
            "orbweaver.fetch.dns.hosts.file=" + web.hostsFile(tmp.resolve("hosts")).toUri(),
            "fetcher.server.delay=0.1",
            "hadoop.tmp.dir=" + tmp.resolve("hadoop"))) {
      words.addAll(List.of("-D", setting));
    }
    return Orb.run(
        words.toArray(new String[0]), new Console(stream, stream, false), new Configuration());
  }

  private Map<String, CrawlDatum> crawlDb(Path dir) throws Exception {
    Configuration conf = new Configuration();
    CrawlDir crawl = CrawlDir.open(conf, dir.toUri().toString());
    Map<String, CrawlDatum> all = new TreeMap<>();
    for (org.apache.hadoop.fs.Path part : Parts.of(crawl.fs(), crawl.crawlDb())) {
      var data = new org.apache.hadoop.fs.Path(part, MapFile.DATA_FILE_NAME);
      try (SequenceFile.Reader in = new SequenceFile.Reader(conf, SequenceFile.Reader.file(data))) {
        Text url = new Text();
        for (CrawlDatum datum = new CrawlDatum(); in.next(url, datum); datum = new CrawlDatum()) {
          all.put(url.toString(), datum);
        }
      }
    }
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
    web.on("front.test", "/cut", Answer.html("0123456789").resetAfter(4));
    web.robots("down.test", RobotsAnswers.unavailable());
    web.page("down.test", "/", "<title>Down</title>");
    Path dir = tmp.resolve("crawl");

    assertEquals(
        0, orb("crawl", front, dir.toString(), "--rounds", "8"), () -> printed.toString(UTF_8));

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
        () -> printed.toString(UTF_8));

    printed.reset();
    assertEquals(0, orb("search", dir.toString(), "zebra", "--json"));
    assertTrue(printed.toString(UTF_8).contains("/public/x"), () -> printed.toString(UTF_8));
    int before = web.requests().size();
    assertEquals(3, orb("crawl", front, dir.toString(), "--rounds", "1"));
    assertEquals(before, web.requests().size());

    // A topic made of what the index finds: its only page has most of the rank.
    printed.reset();
    assertEquals(
        0,
        orb("pagerank", dir.toString(), "--topic-query", "zebra=zebra"),
        () -> printed.toString(UTF_8));
    assertTrue(printed.toString(UTF_8).contains("1 page of 1 found"));
    printed.reset();
    assertEquals(0, orb("read", "pagerank", dir.toString(), "--topic", "zebra", "--top", "1"));
    assertTrue(
        printed.toString(UTF_8).stripTrailing().endsWith("/public/x"),
        () -> printed.toString(UTF_8));
  }
}
