package org.orbweaver.crawler.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.Content;
import org.apache.nutch.protocol.ProtocolStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.Console;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.crawldb.NotAsked;
import org.orbweaver.testkit.Answer;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;
import org.orbweaver.testkit.RobotsAnswers;

/** The fetch phase through the local job runner, against the fake web. */
class FetchIT {
  private static final String SEGMENT = "20260101000000";

  @TempDir private Path tmp;
  private FakeWeb web;
  private final Configuration conf = new Configuration();
  private final Map<String, CrawlDatum> fetched = new TreeMap<>();
  private final Map<String, CrawlDatum> linked = new TreeMap<>();
  private final Map<String, Content> contents = new TreeMap<>();

  @BeforeEach
  void start() {
    web = FakeWeb.start(FakeWebSpec.builder().addresses(1).build());
    conf.set("fetcher.server.delay", "0");
    conf.set("orbweaver.fetch.private.addresses", "127.0.0.0/8");
    conf.set("hadoop.tmp.dir", tmp.resolve("hadoop").toString());
  }

  @AfterEach
  void stop() {
    web.close();
  }

  private static CrawlDatum datum() {
    CrawlDatum datum = new CrawlDatum(CrawlDatum.STATUS_DB_UNFETCHED, 1000, 0.5f);
    datum.getMetaData().put(new Text("seed"), new Text("yes"));
    return datum;
  }

  private org.apache.hadoop.fs.Path dir() {
    return new org.apache.hadoop.fs.Path(tmp.resolve("crawl").toUri());
  }

  private void list(int part, List<String> urls) throws Exception {
    list(SEGMENT, part, urls);
  }

  private void list(String segment, int part, List<String> urls) throws Exception {
    org.apache.hadoop.fs.Path file =
        new org.apache.hadoop.fs.Path(
            dir(), "segments/" + segment + "/crawl_generate/" + Parts.name(part));
    try (SequenceFile.Writer writer =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(file),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(CrawlDatum.class))) {
      for (String url : urls) {
        writer.append(new Text(url), datum());
      }
    }
  }

  private FetchPhase.Result fetch(String... urls) throws Exception {
    list(0, List.of(urls));
    return fetch();
  }

  private FetchPhase.Result fetch() throws Exception {
    conf.set("orbweaver.fetch.dns.hosts.file", web.hostsFile(tmp.resolve("hosts")).toString());
    FetchPhase.Result result;
    try (Session session = Session.open(conf, dir().toString(), Console.silent(), "fetch")) {
      result = new FetchPhase().run(session, new FetchPhase.Options(null));
    }
    read();
    assertEquals(
        result.get(FetchCounter.FETCHED),
        result.get(FetchCounter.OK)
            + result.get(FetchCounter.REDIRECTED)
            + result.get(FetchCounter.GONE)
            + result.get(FetchCounter.FAILED)
            + result.get(FetchCounter.NOT_MODIFIED)
            + result.get(FetchCounter.SKIPPED));
    assertEquals(fetched.size(), result.get(FetchCounter.FETCHED));
    assertEquals(contents.size(), result.get(FetchCounter.OK));
    assertEquals(Map.of(), web.log().repeated());
    return result;
  }

  private void read() throws Exception {
    CrawlDir crawl = CrawlDir.open(conf, dir());
    org.apache.hadoop.fs.Path segment = crawl.segment(SEGMENT);
    for (org.apache.hadoop.fs.Path part :
        Parts.of(crawl.fs(), new org.apache.hadoop.fs.Path(segment, "crawl_fetch"))) {
      try (MapFile.Reader reader = new MapFile.Reader(part, conf)) {
        Text url = new Text();
        CrawlDatum datum = new CrawlDatum();
        while (reader.next(url, datum)) {
          boolean later = datum.getStatus() == CrawlDatum.STATUS_LINKED;
          assertNull((later ? linked : fetched).put(url.toString(), datum));
          datum = new CrawlDatum();
        }
      }
    }
    for (org.apache.hadoop.fs.Path part :
        Parts.of(crawl.fs(), new org.apache.hadoop.fs.Path(segment, "content"))) {
      try (MapFile.Reader reader = new MapFile.Reader(part, conf)) {
        Text url = new Text();
        Content content = new Content();
        while (reader.next(url, content)) {
          contents.put(url.toString(), content);
          content = new Content();
        }
      }
    }
  }

  private String status(String url) {
    return CrawlDatum.getStatusName(fetched.get(url).getStatus());
  }

  private ProtocolStatus protocol(String url) {
    return (ProtocolStatus) fetched.get(url).getMetaData().get(Nutch.WRITABLE_PROTO_STATUS_KEY);
  }

  @Test
  void contentAndStatuses() throws Exception {
    web.on(
        "a.test",
        "/",
        Answer.html("<p>hello")
            .header("X-Y", "z")
            .header("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"));
    web.on("a.test", "/401", Answer.status(401));
    web.on("a.test", "/410", Answer.status(410));
    web.on("a.test", "/500", Answer.status(500));
    web.on("a.test", "/drop", Answer.drop());
    web.on("a.test", "/gzip", Answer.html("<p>squeezed".repeat(100)).gzip());
    String a = web.url("a.test", "");
    fetch(
        a + "/",
        a + "/401",
        a + "/410",
        a + "/500",
        a + "/drop",
        a + "/gzip",
        a + "/none",
        web.url("unknown.test", "/"));
    assertEquals("fetch_success", status(a + "/"));
    assertEquals("fetch_gone", status(a + "/401"));
    assertEquals("fetch_gone", status(a + "/410"));
    assertEquals("fetch_gone", status(a + "/none"));
    assertEquals("fetch_retry", status(a + "/500"));
    assertEquals("fetch_retry", status(a + "/drop"));
    assertEquals("fetch_retry", status(web.url("unknown.test", "/")));
    assertEquals(ProtocolStatus.NOTFOUND, protocol(a + "/none").getCode());
    Content content = contents.get(a + "/");
    assertArrayEquals("<p>hello".getBytes(UTF_8), content.getContent());
    assertEquals("text/html", content.getContentType());
    assertEquals("z", content.getMetadata().get("X-Y"));
    assertEquals(SEGMENT, content.getMetadata().get(Nutch.SEGMENT_NAME_KEY));
    assertEquals("0.5", content.getMetadata().get(Nutch.SCORE_KEY));
    assertEquals(
        Integer.toString(CrawlDatum.STATUS_FETCH_SUCCESS),
        content.getMetadata().get(Nutch.FETCH_STATUS_KEY));
    assertEquals(32, content.getMetadata().get(Nutch.SIGNATURE_KEY).length());
    assertEquals(1100, contents.get(a + "/gzip").getContent().length);
    assertEquals(
        Instant.parse("1994-11-06T08:49:37Z").toEpochMilli(),
        fetched.get(a + "/").getModifiedTime());
    assertTrue(fetched.get(a + "/gzip").getModifiedTime() > 0);
    assertEquals(0, fetched.get(a + "/410").getModifiedTime());
    assertEquals("yes", fetched.get(a + "/").getMetaData().get(new Text("seed")).toString());
    assertTrue(web.requests().get(0).userAgent().startsWith("orbweaver/"));
  }

  @Test
  void delayHoldsBetweenAllRequestsToAHost() throws Exception {
    conf.set("fetcher.server.delay", "0.3");
    List<String> urls = new ArrayList<>();
    for (String host : List.of("a.test", "b.test", "c.test")) {
      for (int i = 0; i < 4; i++) {
        web.on(host, "/" + i, Answer.html("x").delay(Duration.ofMillis(50)));
        urls.add(web.url(host, "/" + i));
      }
    }
    web.robots("b.test", "User-agent: *\nCrawl-delay: 0.6\n");
    web.redirect("c.test", "/robots.txt", 301, web.url("r.test", "/robots.txt"));
    web.robots("r.test", "User-agent: *\nCrawl-delay: 0.7\nDisallow: /3\n");
    fetch(urls.toArray(String[]::new));
    web.log().assertPolite(Duration.ofMillis(300));
    web.log().assertPolite("b.test", Duration.ofMillis(600));
    web.log().assertPolite("c.test", Duration.ofMillis(700));
    assertEquals("fetch_gone", status(web.url("c.test", "/3")));
    assertEquals(1, web.log().requestsFor("r.test").size());
    for (String host : List.of("a.test", "b.test", "c.test")) {
      assertEquals(1, web.log().maxConcurrent(host));
    }
  }

  @Test
  void crawlDelayHoldsWithoutADelayOfOurs() throws Exception {
    web.robots("a.test", "User-agent: orbweaver\nCrawl-delay: 0.4\n");
    web.robots("b.test", "User-agent: *\nCrawl-delay: 31\n");
    web.page("a.test", "/1", "1").page("a.test", "/2", "2").page("b.test", "/", "b");
    fetch(web.url("a.test", "/1"), web.url("a.test", "/2"), web.url("b.test", "/"));
    web.log().assertPolite("a.test", Duration.ofMillis(400));
    assertEquals(1, web.log().requestsFor("b.test").size());
    assertEquals(ProtocolStatus.ROBOTS_DENIED, protocol(web.url("b.test", "/")).getCode());
  }

  @Test
  void robotsIsObeyed() throws Exception {
    for (String host :
        List.of("rules.test", "missing.test", "e503.test", "e429.test", "loop.test", "drop.test")) {
      web.page(host, "/", "front").page(host, "/private/x", "secret");
    }
    web.robots("rules.test", "User-agent: *\nDisallow: /private/\n");
    web.robots("e503.test", RobotsAnswers.unavailable());
    web.robots("e429.test", RobotsAnswers.tooMany(Duration.ofSeconds(1)));
    web.redirect("loop.test", "/robots.txt", 302, "/robots.txt");
    web.robots("drop.test", RobotsAnswers.drop());
    FetchPhase.Result result =
        fetch(
            web.url("rules.test", "/"),
            web.url("rules.test", "/private/x"),
            web.url("missing.test", "/"),
            web.url("missing.test", "/private/x"),
            web.url("e503.test", "/"),
            web.url("e429.test", "/"),
            web.url("loop.test", "/"),
            web.url("drop.test", "/"));
    assertEquals(3, result.get(FetchCounter.OK));
    assertEquals(1, result.get(FetchCounter.SKIPPED_ROBOTS_DENIED));
    assertEquals(4, result.get(FetchCounter.SKIPPED_ROBOTS_UNREACHABLE));
    assertEquals("fetch_gone", status(web.url("rules.test", "/private/x")));
    assertEquals("Disallow: /private/", protocol(web.url("rules.test", "/private/x")).getArgs()[0]);
    assertEquals(0, web.log().requestsFor("rules.test", "/private/x").size());
    for (String host : List.of("e503.test", "e429.test", "loop.test", "drop.test")) {
      assertEquals("fetch_retry", status(web.url(host, "/")));
      assertEquals(1, web.log().requestsFor(host).size());
    }
  }

  @Test
  void redirectsAreFollowedWithinTheHost() throws Exception {
    web.redirect("a.test", "/301", 301, "/target?x=1#frag");
    web.page("a.test", "/target?x=1", "here");
    web.redirect("a.test", "/other", 302, web.url("b.test", "/"));
    web.page("b.test", "/", "b");
    web.redirectLoop("a.test", "/loop", 3, 302);
    web.redirectChain("a.test", "/chain", 8, 307, "/end");
    web.page("a.test", "/end", "end");
    web.redirect("a.test", "/listed", 302, "/in-list");
    web.page("a.test", "/in-list", "in list");
    web.redirect("a.test", "/denied", 302, "/private/x");
    web.robots("a.test", "User-agent: *\nDisallow: /private/\n");
    web.redirect("a.test", "/bad", 302, "http://[::bad/");
    web.redirect("a.test", "/loopback", 302, "http://[::1]:" + web.port() + "/");
    String a = web.url("a.test", "");
    FetchPhase.Result result =
        fetch(
            a + "/301",
            a + "/other",
            a + "/loop",
            a + "/chain",
            a + "/listed",
            a + "/in-list",
            a + "/denied",
            a + "/bad",
            a + "/loopback");
    assertEquals("fetch_redir_perm", status(a + "/301"));
    assertEquals(a + "/target?x=1", protocol(a + "/301").getArgs()[0]);
    assertEquals("fetch_success", status(a + "/target?x=1"));
    assertEquals(
        "yes", fetched.get(a + "/target?x=1").getMetaData().get(new Text("seed")).toString());
    assertEquals("fetch_redir_temp", status(a + "/loop/2"));
    assertEquals("fetch_redir_temp", status(a + "/chain/5"));
    assertFalse(fetched.containsKey(a + "/chain/6"));
    String loopback = "http://[::1]:" + web.port() + "/";
    // Other hosts wait for the next round, whose generate says which task may ask them.
    assertEquals(Set.of(a + "/chain/6", web.url("b.test", "/"), loopback), linked.keySet());
    assertEquals(3, result.get(FetchCounter.REDIRECTS_LEFT));
    assertEquals(0, web.log().requestsFor("b.test").size());
    assertEquals(ProtocolStatus.ROBOTS_DENIED, protocol(a + "/private/x").getCode());
    assertEquals("fetch_gone", status(a + "/bad"));
  }

  @Test
  void hostsOfAnotherPartAreLeftForLater() throws Exception {
    web.redirect("a.test", "/to-b", 302, web.url("b.test", "/new"));
    web.redirect("a.test", "/to-self", 302, "/self");
    web.page("a.test", "/self", "self").page("b.test", "/", "b").page("b.test", "/new", "new");
    list(0, List.of(web.url("a.test", "/to-b"), web.url("a.test", "/to-self")));
    list(1, List.of(web.url("b.test", "/")));
    list(2, List.of());
    fetch();
    assertEquals(List.of(web.url("b.test", "/new")), List.copyOf(linked.keySet()));
    assertEquals(0, web.log().requestsFor("b.test", "/new").size());
    assertEquals("fetch_success", status(web.url("a.test", "/self")));
    CrawlDir crawl = CrawlDir.open(conf, dir());
    for (String child : List.of("crawl_fetch", "content")) {
      assertEquals(
          List.of("part-r-00000", "part-r-00001", "part-r-00002"),
          Parts.of(crawl.fs(), new org.apache.hadoop.fs.Path(crawl.segment(SEGMENT), child))
              .stream()
              .map(org.apache.hadoop.fs.Path::getName)
              .toList());
    }
  }

  @Test
  void knownTargetsAreNotAsked() throws Exception {
    web.redirect("a.test", "/1", 302, "/fetched").redirect("a.test", "/2", 302, "/waiting");
    web.page("a.test", "/fetched", "f").page("a.test", "/waiting", "w");
    String a = web.url("a.test", "");
    CrawlDatum done = new CrawlDatum(CrawlDatum.STATUS_DB_FETCHED, 1000);
    CrawlDatum waiting = new CrawlDatum(CrawlDatum.STATUS_DB_UNFETCHED, 1000, 0.25f);
    waiting.setFetchTime(1);
    try (MapFile.Writer db =
        new MapFile.Writer(
            conf,
            new org.apache.hadoop.fs.Path(dir(), "crawldb/current/" + Parts.name(0)),
            MapFile.Writer.keyClass(Text.class),
            MapFile.Writer.valueClass(CrawlDatum.class))) {
      db.append(new Text(a + "/fetched"), done);
      db.append(new Text(a + "/waiting"), waiting);
    }
    fetch(a + "/1", a + "/2");
    assertEquals(0, web.log().requestsFor("a.test", "/fetched").size());
    assertEquals(List.of(a + "/fetched"), List.copyOf(linked.keySet()));
    assertEquals("fetch_success", status(a + "/waiting"));
    assertEquals(0.25f, fetched.get(a + "/waiting").getScore());
  }

  @Test
  void halfARobotsFileIsNoPermission() throws Exception {
    String rules = "User-agent: *\n# " + "x".repeat(500) + "\nDisallow: /private/\n";
    web.robots("cut.test", Answer.text(rules).closeAfter(20));
    web.robots("empty.test", Answer.text(rules).closeAfter(0));
    web.page("cut.test", "/private/x", "secret").page("empty.test", "/private/x", "secret");
    FetchPhase.Result result =
        fetch(web.url("cut.test", "/private/x"), web.url("empty.test", "/private/x"));
    assertEquals(2, result.get(FetchCounter.SKIPPED_ROBOTS_UNREACHABLE));
    assertEquals(0, web.log().requestsFor("cut.test", "/private/x").size());
    assertEquals(0, web.log().requestsFor("empty.test", "/private/x").size());
  }

  @Test
  void theContentLimitDoesNotCutRobots() throws Exception {
    conf.setInt("http.content.limit", 1000);
    web.robots("a.test", RobotsAnswers.behindComments(5000, "User-agent: *\nDisallow: /x\n"));
    web.page("a.test", "/x", "secret").page("a.test", "/y", "open");
    fetch(web.url("a.test", "/x"), web.url("a.test", "/y"));
    assertEquals(ProtocolStatus.ROBOTS_DENIED, protocol(web.url("a.test", "/x")).getCode());
    assertEquals("fetch_success", status(web.url("a.test", "/y")));
  }

  @Test
  void anAnswerOfWhichNothingCameIsNoPage() throws Exception {
    web.on("a.test", "/", Answer.html("y".repeat(5000)).closeAfter(0));
    fetch(web.url("a.test", "/"));
    assertEquals("fetch_retry", status(web.url("a.test", "/")));
    assertEquals(Map.of(), contents);
  }

  @Test
  void theDelayHoldsAcrossRounds() throws Exception {
    conf.set("fetcher.server.delay", "1.5");
    web.page("a.test", "/", "a");
    fetch(web.url("a.test", "/"));
    // The next round's list, in a segment of its own.
    list("20260101000001", 0, List.of(web.url("a.test", "/next")));
    web.page("a.test", "/next", "next");
    try (Session session = Session.open(conf, dir().toString(), Console.silent(), "fetch")) {
      new FetchPhase().run(session, new FetchPhase.Options("20260101000001"));
    }
    assertEquals(4, web.log().requestsFor("a.test").size());
    web.log().assertPolite(Duration.ofMillis(1500));
  }

  @Test
  void hugeAndSlowBodiesAreCut() throws Exception {
    conf.setInt("http.content.limit", 100_000);
    conf.setInt("orbweaver.fetch.deadline.ms", 1500);
    web.on("huge.test", "/", Answer.endless());
    web.page("huge.test", "/after", "after");
    web.on("drip.test", "/", Answer.html("x".repeat(5000)).drip(10, Duration.ofMillis(50)));
    web.on("short.test", "/", Answer.html("y".repeat(5000)).closeAfter(1000));
    web.on("hang.test", "/", Answer.hang());
    long start = System.nanoTime();
    fetch(
        web.url("huge.test", "/"),
        web.url("huge.test", "/after"),
        web.url("drip.test", "/"),
        web.url("short.test", "/"),
        web.url("hang.test", "/"));
    assertTrue(System.nanoTime() - start < 15_000_000_000L);
    Content huge = contents.get(web.url("huge.test", "/"));
    assertEquals(100_000, huge.getContent().length);
    assertEquals("true", huge.getMetadata().get("http.content.truncated"));
    assertEquals("length", huge.getMetadata().get("http.content.truncated.reason"));
    assertEquals("fetch_success", status(web.url("huge.test", "/after")));
    Content drip = contents.get(web.url("drip.test", "/"));
    assertEquals("time", drip.getMetadata().get("http.content.truncated.reason"));
    assertTrue(drip.getContent().length > 20 && drip.getContent().length < 4000);
    Content cut = contents.get(web.url("short.test", "/"));
    assertEquals("disconnect", cut.getMetadata().get("http.content.truncated.reason"));
    assertEquals(1000, cut.getContent().length);
    assertEquals("fetch_retry", status(web.url("hang.test", "/")));
  }

  @Test
  void privateAddressesAreRefusedUnlessListed() throws Exception {
    conf.set("http.agent.name", "mybot");
    conf.set("orbweaver.fetch.private.addresses", "10.0.0.0/8");
    web.page("a.test", "/", "a").page("a.test", "/2", "a");
    String literal = "http://127.0.0.1:" + web.port() + "/";
    fetch(web.url("a.test", "/"), web.url("a.test", "/2"), literal);
    assertEquals(0, web.log().count());
    assertEquals("fetch_gone", status(web.url("a.test", "/")));
    assertEquals("fetch_gone", status(web.url("a.test", "/2")));
    assertEquals(ProtocolStatus.ACCESS_DENIED, protocol(literal).getCode());
  }

  @Test
  void agentNameIsNeededBeyondPrivateAddresses() throws Exception {
    list(0, List.of("http://example.org/"));
    conf.set("orbweaver.fetch.private.addresses", "");
    OrbException error = assertThrows(OrbException.class, this::fetch);
    assertTrue(error.getMessage().contains("http.agent.name"));
    assertEquals(ExitCode.USAGE, error.exitCode());
  }

  @Test
  void hostThatKeepsFailingIsLeftForTheNextRound() throws Exception {
    conf.setInt("fetcher.max.exceptions.per.queue", 3);
    List<String> urls = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      web.on("bad.test", "/" + i, Answer.drop());
      urls.add(web.url("bad.test", "/" + i));
    }
    FetchPhase.Result result = fetch(urls.toArray(String[]::new));
    assertEquals(3, result.get(FetchCounter.FAILED));
    assertEquals(17, result.get(FetchCounter.SKIPPED_HOST_FAILED));
    assertEquals(4, web.log().requestsFor("bad.test").size());
    int notAsked = 0;
    for (String url : urls) {
      assertEquals("fetch_retry", status(url));
      notAsked += NotAsked.is(fetched.get(url)) ? 1 : 0;
    }
    assertEquals(17, notAsked, "a failed request is told from none");
  }

  @Test
  void runsThatDoNotFitInMemoryAreMerged() throws Exception {
    conf.setLong("orbweaver.fetch.spill.bytes", 20_000);
    List<String> urls = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String host = "h" + i % 7 + ".test";
      web.page(host, "/" + i, "page " + i + " ".repeat(i));
      urls.add(web.url(host, "/" + i));
    }
    fetch(urls.toArray(String[]::new));
    assertEquals(300, contents.size());
    for (int i = 0; i < 300; i++) {
      String text = new String(contents.get(urls.get(i)).getContent(), UTF_8);
      assertEquals("page " + i, text.strip());
    }
    CrawlDir crawl = CrawlDir.open(conf, dir());
    assertFalse(crawl.fs().exists(new org.apache.hadoop.fs.Path(dir(), ".staging")));
  }

  @Test
  void nothingToFetchIsSaid() throws Exception {
    web.page("a.test", "/", "a");
    fetch(web.url("a.test", "/"));
    OrbException error = assertThrows(OrbException.class, this::fetch);
    assertEquals(ExitCode.NOTHING_TO_DO, error.exitCode());
  }
}
