package org.orbweaver.crawler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.crawler.crawldb.TestCrawl;
import org.orbweaver.crawler.fetch.FetchPhase;
import org.orbweaver.crawler.generate.GeneratePhase;
import org.orbweaver.crawler.parse.ParsePhase;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.PluginJar;

/** The scores that links pass on to new URLs, by the configured order. */
class LinkScoresIT {
  private static final String HOST = "a.test";

  @TempDir private Path tmp;
  private final FakeWeb web = FakeWeb.start();
  private TestCrawl crawl;

  @AfterEach
  void stop() {
    System.clearProperty(WallClock.OFFSET_PROPERTY);
    web.close();
  }

  /** Scores by path after some rounds from two seeds. */
  private Map<String, Float> crawl(String order, int rounds) throws IOException {
    return crawl(order, rounds, "1");
  }

  private Map<String, Float> crawl(String order, int rounds, String seedScore) throws IOException {
    web.page(HOST, "/", "<title>1</title><a href=/a>a</a><a href=/a>again</a><a href=/b/c>c</a>");
    web.page(HOST, "/2", "<title>2</title><a href=/a>a</a><p>" + "<a href=/b/c>c</a>");
    String hidden = "<div style='display:none'>" + "cheap pills casino loans ".repeat(200);
    web.page(HOST, "/a", "<title>3</title><a href=/b/c>c</a><a href=/b/d>d</a><p>Hi!" + hidden);
    start(order);
    Phases.inject(crawl, crawl.seeds(seed("/", seedScore), seed("/2", seedScore)));
    for (int round = 0; round < rounds; round++) {
      round(round == 0 ? 2 : 1);
    }
    return scores();
  }

  private void start(String order) throws IOException {
    crawl = new TestCrawl(tmp.resolve("crawl"));
    crawl.conf.set("http.agent.name", "orbweaver-test");
    crawl.conf.set("fetcher.server.delay", "0");
    crawl.conf.set("orbweaver.fetch.private.addresses", "127.0.0.0/8");
    crawl.conf.set("orbweaver.generate.order", order);
    crawl.conf.setFloat("orbweaver.generate.spam.weight", .5f);
    crawl.conf.set(
        "orbweaver.fetch.dns.hosts.file", web.hostsFile(tmp.resolve("hosts")).toString());
  }

  private String seed(String path, String score) {
    return web.url(HOST, path) + "\tnutch.score=" + score;
  }

  /** Lets generate have the clock of fetch. */
  private void passToNow() {
    Instant before = Instant.ofEpochMilli(crawl.now());
    crawl.pass(Duration.between(before, WallClock.clock().instant()));
  }

  /** Returns the path of the URL that was listed last. */
  private String round(int urls) throws IOException {
    String segment = Phases.generate(crawl, urls, 1).segment();
    try (Session session = crawl.session()) {
      new FetchPhase().run(session, segment);
      new ParsePhase().run(session, List.of(segment));
    }
    Phases.update(crawl, segment);
    String listed = "";
    for (var part : crawl.parts("segments/" + segment + "/crawl_generate")) {
      for (String url : crawl.read(part).keySet()) {
        listed = url.substring(web.url(HOST, "").length());
      }
    }
    return listed;
  }

  private Map<String, Float> scores() throws IOException {
    Map<String, Float> scores = new TreeMap<>();
    crawl
        .crawlDb()
        .forEach(
            (url, entry) ->
                scores.put(url.substring(web.url(HOST, "").length()), entry.getScore()));
    return scores;
  }

  @Test
  void inDegreeCountsPagesThatLink() throws IOException {
    Map<String, Float> scores = crawl("in-degree", 1);
    assertEquals(Map.of("/", 1f, "/2", 1f, "/a", 2f, "/b/c", 2f), scores);
  }

  /** But their links count for a URL that had no link before. */
  @Test
  void pagesThatAreFetchedAgainDoNotCountAgain() throws IOException {
    crawl("in-degree", 1, "9");
    web.page(HOST, "/", "<title>1</title><a href=/a>a</a><a href=/n>n</a><a href=/m>m</a>");
    web.page(HOST, "/2", "<title>2</title><a href=/m>m</a>");
    for (int days : List.of(40, 80)) {
      System.setProperty(
          WallClock.OFFSET_PROPERTY, Long.toString(Duration.ofDays(days).toSeconds()));
      passToNow();
      round(2);
      Map<String, Float> expected =
          Map.of("/", 9f, "/2", 9f, "/a", 2f, "/b/c", 2f, "/n", 1f, "/m", 2f);
      assertEquals(expected, scores(), "after " + days + " days");
    }
  }

  @Test
  void linksOfSpamCountLess() throws IOException {
    Map<String, Float> scores = crawl("in-degree", 2);
    assertEquals(2.5f, scores.get("/b/c"), .05f);
    assertEquals(.5f, scores.get("/b/d"), .05f);
  }

  /** A rule that fails for some links and URLs costs only these their value. */
  @Test
  void anAddedRuleOrdersTheCrawl() throws IOException {
    PluginJar.build(
        tmp.resolve("plugins"),
        "letters",
        "letters.Last",
        """
        package letters;
        import java.util.List;
        import org.orbweaver.plugin.*;
        public final class Last implements Plugin, ScoringRule {
          @Override public List<ScoringRule> scoringRules(PluginSettings settings) {
            return List.of(this);
          }
          @Override public String name() { return "last-letter"; }
          @Override public float share(Source page, String target) {
            return target.endsWith("/z") ? Float.NaN : 10 * page.links();
          }
          @Override public float priority(Candidate url) {
            if (url.score() == 10) throw new IllegalStateException("no letter");
            return url.url().charAt(url.url().length() - 1);
          }
        }
        """);
    for (String leaf : List.of("/c", "/z", "/k")) {
      web.page(HOST, leaf, "<title>" + leaf + "</title><p>It has no links.");
    }
    web.page(HOST, "/y", "<title>y</title><a href=/k>k</a><p>One link.");
    start("last-letter");
    crawl.conf.set("orbweaver.plugins", tmp.resolve("plugins").toString());
    web.page(HOST, "/", "<title>1</title><a href=/c>c</a><a href=/y>y</a><a href=/z>z</a>");
    Phases.inject(crawl, crawl.seeds(seed("/", "1")));
    passToNow();
    List<String> order = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      order.add(round(1));
    }
    // k has the score 10 instead of its letter, z its share by depth.
    assertEquals(List.of("/", "/z", "/y", "/c", "/k"), order);
    assertEquals(Map.of("/", 1f, "/c", 30f, "/y", 30f, "/z", .5f, "/k", 10f), scores());
    crawl.conf.set("orbweaver.generate.order", "lastletter");
    String said = GeneratePhase.settingFaults(crawl.conf).toString();
    assertTrue(said.contains("opic, in-degree, last-letter, got 'lastletter'; did"), said);
  }

  @Test
  void theBestParentCounts() throws IOException {
    Map<String, Float> scores = crawl("crawldb", 1);
    assertEquals(Map.of("/", 1f, "/2", 1f, "/a", .5f, "/b/c", 1 / 3f), scores);
  }
}
