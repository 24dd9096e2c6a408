package org.orbweaver.crawler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.WarcConversion;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.PartReader;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.common.text.Json;
import org.orbweaver.common.why.UrlHistory;
import org.orbweaver.crawler.browser.Chromium;
import org.orbweaver.crawler.crawldb.TestCrawl;
import org.orbweaver.crawler.fetch.FetchPhase;
import org.orbweaver.crawler.hosts.HostParts;
import org.orbweaver.crawler.hosts.HostRecords;
import org.orbweaver.crawler.parse.ParsePhase;
import org.orbweaver.crawler.render.RenderOutcome;
import org.orbweaver.crawler.render.RenderPhase;
import org.orbweaver.crawler.render.RenderRecord;
import org.orbweaver.crawler.render.ToyRenderer;
import org.orbweaver.crawler.segments.MergeSegmentsPhase;
import org.orbweaver.crawler.segments.MergeSegmentsPhase.MergeOptions;
import org.orbweaver.crawler.segments.SegmentRetention;
import org.orbweaver.crawler.warc.ArchiveOptions;
import org.orbweaver.crawler.warc.WarcExport;
import org.orbweaver.crawler.why.CrawlerWhy;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;
import org.orbweaver.testkit.Request;
import org.orbweaver.testkit.Response;

/** A round with pages made by scripts, which a toy in the place of the browser runs. */
class RenderIT {
  private static final String WORDS =
      "Herons wade slowly through shallow water and wait for fish that swim too near to them. ";

  @TempDir Path tmp;
  private FakeWeb web;
  private TestCrawl crawl;
  private String segment;

  @BeforeEach
  void start() throws Exception {
    web = FakeWeb.start(FakeWebSpec.builder().addresses(1).build());
    crawl = new TestCrawl(tmp.resolve("crawl"));
    crawl.conf.set("fetcher.server.delay", ".3");
    crawl.conf.set("orbweaver.fetch.private.addresses", "127.0.0.0/8");
    crawl.conf.set("orbweaver.render", "auto");
    crawl.conf.setClass("orbweaver.internal.render.renderer", ToyRenderer.class, Object.class);
    for (String name : List.of("", "herons", "otters")) {
      web.page("app.test", "/" + name, shell(web.url("cdn.test", "/lib.js"), ""));
    }
    web.on(
        "cdn.test",
        "/lib.js",
        Response.text(
            "load " + web.url("api.test", "/birds") + "\nload " + web.url("api.test", "/secret")));
    web.page("api.test", "/birds", "<p>" + WORDS + "</p><a href='/herons'>Herons</a>");
    web.page("api.test", "/secret", "<p>never to be seen</p>");
    web.robots("api.test", "User-agent: *\nDisallow: /secret\n");
    web.page("plain.test", "/", "<title>Plain</title><p>" + WORDS + "</p>");
  }

  private static String shell(String script, String head) {
    return "<html><head><title>App</title>"
        + head
        + "</head><body><noscript>You need to enable JavaScript to run this app.</noscript>"
        + "<div id=\"root\"></div><script src=\""
        + script
        + "\"></script></body></html>";
  }

  @AfterEach
  void stop() {
    web.close();
  }

  private void catchUp() {
    crawl.pass(Duration.between(Instant.ofEpochMilli(crawl.now()), WallClock.clock().instant()));
  }

  private void fetchAndParse(String... seeds) throws Exception {
    Path hosts = web.hostsFile(tmp.resolve("hosts"));
    crawl.conf.set("orbweaver.fetch.dns.hosts.file", hosts.toString());
    catchUp();
    Phases.inject(crawl, crawl.seeds(seeds));
    segment = Phases.generate(crawl, 1000, 2).segment();
    try (Session session = crawl.session()) {
      new FetchPhase().run(session, null);
      new ParsePhase().run(session, List.of());
    }
  }

  private RenderPhase.RenderResult render() throws Exception {
    try (Session session = crawl.session()) {
      return new RenderPhase().run(session, null);
    }
  }

  private <V extends Writable> SortedMap<String, V> column(String name, Class<V> type)
      throws Exception {
    Configuration conf = crawl.conf;
    SortedMap<String, V> values = new TreeMap<>();
    org.apache.hadoop.fs.Path folder;
    try (Session session = crawl.session()) {
      folder = new org.apache.hadoop.fs.Path(session.dir().segment(segment), name);
    }
    for (var part : Parts.of(folder.getFileSystem(conf), folder)) {
      try (PartReader<V> in = new PartReader<>(conf, part, type)) {
        while (in.next()) {
          values.put(in.key().toString(), in.value());
        }
      }
    }
    return values;
  }

  private long requests(String host, String path) {
    return web.requests().stream()
        .filter(request -> request.host().startsWith(host) && request.path().equals(path))
        .count();
  }

  @Test
  void requestsOfOneUrlWithOtherBodiesHaveAnswersOfTheirOwn() throws Exception {
    String api = web.url("api.test", "/graphql");
    web.on(
        "cdn.test",
        "/lib.js",
        Response.text(
            String.join(
                "\n",
                "post " + api + " {\"query\":\"{ herons }\"}",
                "post " + api + " {\"query\":\"{ ötter }\"}",
                "load " + api)));
    web.on(
        "api.test",
        "/graphql",
        (request, nth) ->
            Response.text(
                "<p>"
                    + WORDS
                    + request.method()
                    + request.header("x-key").orElse("")
                    + request.header("content-type").orElse("")
                    + request.body()
                    + "</p>"));
    String app = web.url("app.test", "/");
    fetchAndParse(app, web.url("app.test", "/herons"));

    assertEquals(2, render().counters().get("GAINED"));

    String text = column("parse_text", ParseText.class).get(app).getText();
    for (String part :
        List.of(
            "POSTk1application/json{\"query\":\"{ herons }\"}",
            "POSTk1application/json{\"query\":\"{ ötter }\"}",
            "GET")) {
      assertTrue(text.contains(part), part + " in " + text);
    }
    assertEquals(3, requests("api.test", "/graphql"), "two pages share the answers");
    String log = column("fetch_log", Text.class).toString();
    assertTrue(log.contains(api) && !log.contains("#"), log);
  }

  @Test
  void theTextThatScriptsLoadTakesThePlaceOfAnEmptyPage() throws Exception {
    String app = web.url("app.test", "/");
    String plain = web.url("plain.test", "/");
    fetchAndParse(app, web.url("app.test", "/herons"), web.url("app.test", "/otters"), plain);
    assertEquals(
        "script", column("parse_data", ParseData.class).get(app).getParseMeta().get("unreached"));

    RenderPhase.RenderResult result = render();

    assertEquals(3, result.counters().get("GAINED"), result.summary());
    assertEquals(3, result.counters().get("RENDERED"), result.summary());
    String text = column("parse_text", ParseText.class).get(app).getText();
    assertTrue(text.contains("Herons wade slowly"), text);
    assertFalse(text.contains("never to be seen"), text);
    ParseData data = column("parse_data", ParseData.class).get(app);
    assertEquals(null, data.getParseMeta().get("unreached"));
    assertTrue(data.getContentMeta().get("_orb_rendered_").startsWith("GAINED"));
    assertTrue(data.getOutlinks().length > 0, "no link");
    assertEquals("Plain", column("parse_data", ParseData.class).get(plain).getTitle());
    assertEquals(1, requests("app.test", "/"));
    assertEquals(1, requests("cdn.test", "/lib.js"));
    assertEquals(1, requests("api.test", "/birds"));
    assertEquals(0, requests("api.test", "/secret"));
    Request birds =
        web.requests().stream().filter(one -> one.path().equals("/birds")).findFirst().get();
    assertTrue(
        birds.header("referer").orElse("").startsWith(web.url("app.test", "/")), "no Referer");
    RenderOutcome outcome =
        RenderOutcome.of(column("render_fetch", CrawlDatum.class).get(app)).orElseThrow();
    assertEquals(RenderOutcome.Result.GAINED, outcome.result());
    assertEquals(3, outcome.requests());

    String dir = tmp.resolve("crawl").toString();
    String proof = orb("read", "segment", dir, "--segment", segment, "--politeness");
    // A robots.txt for each of four hosts, four pages, the script and the data.
    assertTrue(proof.contains("10 requests to 4 hosts"), proof);
    assertTrue(proof.contains("politeness violations: 0"), proof);

    OrbException again = assertThrows(OrbException.class, this::render);
    assertEquals(ExitCode.NOTHING_TO_DO, again.exitCode());

    catchUp();
    Phases.update(crawl, segment);
    try (Session session = crawl.session();
        HostParts hosts = HostParts.store(crawl.conf, session.dir().hosts())) {
      byte[] learned = hosts.find(HostRecords.renderKey("app.test"));
      assertTrue(
          RenderRecord.decode(learned).choose(app, true, false).why().contains("1 of 3 rendered"),
          "nothing was learned");
    }
    String known = orb("read", "hosts", dir, "--host", "app.test");
    assertTrue(known.contains("templates rendered: 3"), known);
    assertTrue(known.contains("templates gaining: 3"), known);
  }

  @Test
  void afterAMergeWhyTellsOfThePagesThatGained() throws Exception {
    String app = web.url("app.test", "/");
    String crash = web.url("app.test", "/crash");
    web.page("app.test", "/crash", shell(web.url("cdn.test", "/crash.js"), ""));
    web.on("cdn.test", "/crash.js", Response.text("crash"));
    fetchAndParse(app, crash);
    render();
    Phases.update(crawl, segment);
    assertTrue(why(crash).contains("rendered: marked"));
    for (String later : List.of("/one", "/two")) {
      web.page("plain.test", later, "<title>Plain</title><p>" + WORDS + later + "</p>");
      fetchAndParse(web.url("plain.test", later));
      Phases.update(crawl, segment);
    }
    try (Session session = crawl.session()) {
      SegmentRetention newest = new SegmentRetention(1, 0, 0);
      MergeOptions options = new MergeOptions(newest, 0);
      assertTrue(new MergeSegmentsPhase().run(session, options).isPresent());
    }
    String gained = why(app);
    assertTrue(gained.contains("rendered: marked as made by scripts"), gained);
    String crashed = why(crash);
    assertTrue(crashed.contains("not rendered, or it gained nothing: a merge"), crashed);
  }

  private String why(String url) throws Exception {
    CrawlDir dir = CrawlDir.open(crawl.conf, tmp.resolve("crawl").toString());
    UrlHistory history = new UrlHistory(crawl.conf, dir, url, crawl.now());
    new CrawlerWhy().explain(history);
    return history.events().stream().map(UrlHistory.Event::text).collect(joining("\n"));
  }

  private String orb(String... words) {
    CommandRun run = CommandRun.of(crawl.conf, words);
    assertEquals(0, run.status(), run.out() + run.err());
    return run.out();
  }

  @Test
  void renderedVersionsAreExportedAsTheirOwnersAllow() throws Exception {
    String app = web.url("app.test", "/");
    String plain = web.url("plain.test", "/");
    String lib = web.url("cdn.test", "/lib.js");
    web.page("app.test", "/hidden", shell(lib, "<meta name='robots' content='noindex'>"));
    web.page("app.test", "/own", shell(lib, "<meta name='robots' content='noai'>"));
    fetchAndParse(app, web.url("app.test", "/hidden"), web.url("app.test", "/own"), plain);
    assertEquals(3, render().counters().get("GAINED"));

    Map<String, List<String>> all = export("all", List.of());
    assertEquals(
        List.of("/", "/hidden", "/own"),
        all.get("conversion text/html").stream().sorted().toList());
    // The texts are those of the rendered pages; a noindex forbids them.
    assertEquals(
        List.of("/", "/", "/own"), all.get("conversion text/plain").stream().sorted().toList());
    Map<String, List<String>> some = export("some", List.of("ai-train:n"));
    assertEquals(
        List.of("/", "/hidden"), some.get("conversion text/html").stream().sorted().toList());
    assertEquals(List.of("/", "/"), some.get("conversion text/plain").stream().sorted().toList());
  }

  /**
   * The paths of an export's conversions, by type; each of a page that was rendered has its text.
   */
  private Map<String, List<String>> export(String name, List<String> disallowed) throws Exception {
    Path out = tmp.resolve(name);
    try (Session session = crawl.session()) {
      String said =
          WarcExport.run(
              crawl.conf,
              session.dir(),
              new org.apache.hadoop.fs.Path(out.toUri()),
              new ArchiveOptions(false, 1_000_000_000, false, disallowed, true, true, false, false),
              session.console());
      assertTrue(said.contains(" rendered versions, from "), said);
    }
    Map<String, List<String>> paths = new TreeMap<>();
    Map<String, String> sources = new TreeMap<>();
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(out)) {
      all.filter(file -> file.toString().endsWith(".gz")).forEach(files::add);
    }
    files.sort(Comparator.comparing(file -> file.toString().contains(".wet.")));
    for (Path file : files) {
      try (WarcReader reader = new WarcReader(file)) {
        for (WarcRecord record : reader) {
          sources.put(record.id().toString(), record.type());
          String block = new String(record.body().stream().readAllBytes(), UTF_8);
          if (record instanceof WarcConversion conversion) {
            String path = conversion.targetURI().getPath();
            String source = sources.get(conversion.refersTo().orElseThrow().toString());
            boolean isPlain = conversion.targetURI().getHost().startsWith("plain");
            boolean isHtml = record.contentType().base().equals(MediaType.HTML);
            assertTrue(block.contains("Herons wade slowly"), block);
            assertEquals(isHtml || isPlain ? "response" : "conversion", source);
            paths
                .computeIfAbsent(
                    "conversion " + record.contentType().base(), t -> new ArrayList<>())
                .add(path);
          } else if (record.type().equals("metadata") && block.contains("\"conversion\"")) {
            Map<?, ?> envelope = (Map<?, ?>) Json.parse(block).get("Envelope");
            Map<?, ?> payload = (Map<?, ?>) envelope.get("Payload-Metadata");
            assertTrue(payload.get("HTML-Metadata").toString().contains("/herons"), block);
          }
        }
      }
    }
    return paths;
  }

  /** By the server's log of the fetch and of two tasks that render pages with data of one host. */
  @Test
  void noHostIsContactedSoonerThanItsDelay() throws Exception {
    crawl.conf.set("mapreduce.local.map.tasks.maximum", "2");
    web.robots("api.test", "User-agent: *\nDisallow: /secret\nCrawl-delay: 0.7\n");
    List<String> seeds = new ArrayList<>();
    for (String host : List.of("app.test", "bay.test", "cove.test", "dune.test")) {
      for (String name : List.of("one", "two")) {
        String page = "/" + host.charAt(0) + name;
        web.page(host, page, shell(web.url("cdn.test", page), ""));
        web.on("cdn.test", page, Response.text("load " + web.url("api.test", page)));
        web.page("api.test", page, "<p>" + WORDS + "</p>");
        seeds.add(web.url(host, page));
      }
    }
    fetchAndParse(seeds.toArray(new String[0]));
    RenderPhase.RenderResult result = render();
    assertEquals(8, result.counters().get("GAINED"), result.summary());

    assertEquals(2, partsWith("fetch_log", web.url("api.test", "/")), "tasks that share a host");
    // Each task asks for robots.txt, too.
    assertEquals(10, web.log().requestsFor("api.test").size());
    web.log().assertPolite(Duration.ofMillis(300));
    web.log()
        .byHost()
        .forEach(
            (host, requests) -> {
              long least = Long.MAX_VALUE;
              for (int i = 1; i < requests.size(); i++) {
                Request before = requests.get(i - 1);
                Request next = requests.get(i);
                long gap = Duration.ofNanos(next.startNanos() - before.endNanos()).toMillis();
                least = Math.min(least, gap);
                // No task knows a Crawl-delay before it has read it.
                boolean isKnown = !before.isRobots() || !next.isRobots();
                assertTrue(!host.equals("api.test") || !isKnown || gap >= 690, next::toString);
              }
              System.out.println(
                  host + ": " + requests.size() + " requests, smallest gap " + least + " ms");
            });
  }

  /** How many parts of a column have lines with a text. */
  private int partsWith(String column, String text) throws Exception {
    int parts = 0;
    try (Session session = crawl.session()) {
      var folder = new org.apache.hadoop.fs.Path(session.dir().segment(segment), column);
      for (var part : Parts.of(folder.getFileSystem(crawl.conf), folder)) {
        try (PartReader<Text> in = new PartReader<>(crawl.conf, part, Text.class)) {
          boolean isFound = false;
          while (in.next()) {
            isFound |= in.value().toString().contains(text);
          }
          parts += isFound ? 1 : 0;
        }
      }
    }
    return parts;
  }

  @Test
  void aCrashOfTheBrowserCostsItsPageAndANoindexStays() throws Exception {
    web.page("app.test", "/crash", shell(web.url("cdn.test", "/crash.js"), ""));
    web.on("cdn.test", "/crash.js", Response.text("crash"));
    String hidden = web.url("app.test", "/hidden");
    web.page(
        "app.test",
        "/hidden",
        shell(web.url("cdn.test", "/lib.js"), "<meta name='robots' content='noindex'>"));
    String faulty = web.url("app.test", "/faulty");
    web.page("app.test", "/faulty", shell(web.url("cdn.test", "/faulty.js"), ""));
    web.on("cdn.test", "/faulty.js", Response.text("nonsense"));
    fetchAndParse(web.url("app.test", "/crash"), hidden, faulty);
    RenderPhase.RenderResult result = render();
    assertEquals(1, result.counters().get("CRASHED"), result.summary());
    assertEquals(1, result.counters().get("FAILED"), result.summary());
    assertEquals(1, result.counters().get("GAINED"), result.summary());
    RenderOutcome outcome =
        RenderOutcome.of(column("render_fetch", CrawlDatum.class).get(faulty)).orElseThrow();
    assertEquals(RenderOutcome.Result.FAILED, outcome.result());
    assertTrue(outcome.detail().contains("nonsense"), outcome.detail());
    ParseData data = column("parse_data", ParseData.class).get(hidden);
    assertTrue(data.getParseMeta().get("robots").contains("noindex"));
  }

  @Test
  void aRunAfterAnInterruptedOneGoesOnWithTheOtherPages() throws Exception {
    String otters = web.url("app.test", "/otters");
    web.page("app.test", "/otters", shell(web.url("cdn.test", "/interrupt.js"), ""));
    web.on(
        "cdn.test",
        "/interrupt.js",
        Response.text(
            "load "
                + web.url("api.test", "/otters")
                + "\ninterrupt "
                + tmp.resolve("interrupted")
                + "\nload "
                + web.url("api.test", "/birds")));
    web.page("api.test", "/otters", "<p>" + WORDS + "</p>");
    List<String> pages = List.of(web.url("app.test", "/"), web.url("app.test", "/herons"), otters);
    fetchAndParse(pages.toArray(new String[0]));
    // One page after the other, in the order of their URLs.
    crawl.conf.set("orbweaver.render.tabs", "1");
    ToyRenderer.BEGUN.clear();

    assertThrows(OrbException.class, this::render);
    assertEquals(pages, ToyRenderer.BEGUN);
    assertTrue(
        column("parse_data", ParseData.class)
            .get(pages.get(0))
            .getParseMeta()
            .get("unreached")
            .contains("script"),
        "an interrupted step has published something");

    RenderPhase.RenderResult result = render();

    assertEquals(List.of(pages.get(0), pages.get(1), otters, otters), ToyRenderer.BEGUN);
    assertEquals(3, result.counters().get("RENDERED"), result.summary());
    assertEquals(3, result.counters().get("GAINED"), result.summary());
    assertEquals(Set.copyOf(pages), column("render_fetch", CrawlDatum.class).keySet());
    for (String page : pages) {
      String text = column("parse_text", ParseText.class).get(page).getText();
      assertTrue(text.contains("Herons wade slowly"), text);
    }
    for (String script : List.of("/lib.js", "/interrupt.js", "/robots.txt")) {
      assertEquals(1, requests("cdn.test", script), script);
    }
    for (String data : List.of("/birds", "/otters", "/robots.txt")) {
      assertEquals(1, requests("api.test", data), data);
    }
  }

  @Test
  void offOrWithoutABrowserNothingChanges() throws Exception {
    fetchAndParse(web.url("app.test", "/"));
    crawl.conf.set("orbweaver.render", "never");
    assertEquals(ExitCode.NOTHING_TO_DO, assertThrows(OrbException.class, this::render).exitCode());
    crawl.conf.set("orbweaver.sites", "[host app.test]\nrender auto\n");
    crawl.conf.unset("orbweaver.internal.render.renderer");
    crawl.conf.set("orbweaver.render.browser", "/nonexistent/browser");
    RenderPhase.RenderResult result = render();
    assertTrue(result.hadNoBrowser(), result.summary());
    assertTrue(result.summary().contains("install Chromium, or set"), result.summary());
    assertEquals(0, result.counters().get("RENDERED"));
    assertTrue(
        column("parse_data", ParseData.class)
            .get(web.url("app.test", "/"))
            .getParseMeta()
            .get("unreached")
            .contains("script"));
  }

  @Test
  void chromiumRunsTheScriptsOfAPage() throws Exception {
    assumeTrue(Chromium.find("chromium").isPresent(), "no chromium in the PATH");
    crawl.conf.unset("orbweaver.internal.render.renderer");
    // A build may run as root, for whom Chromium has no sandbox.
    crawl.conf.set("orbweaver.render.sandbox", "false");
    String app = web.url("app.test", "/");
    web.page("app.test", "/", shell("/app.js", ""));
    web.on(
        "app.test",
        "/app.js",
        Response.text(
                "fetch('/birds').then(r => r.text()).then(t => {"
                    + "document.getElementById('root').innerHTML = t;"
                    + "history.pushState({}, '', '/'); });")
            .contentType("text/javascript"));
    web.page("app.test", "/birds", "<p>" + WORDS + "</p><a href='/herons'>Herons</a>");
    fetchAndParse(app);
    RenderPhase.RenderResult result = render();
    assertEquals(1, result.counters().get("GAINED"), result.summary());
    String text = column("parse_text", ParseText.class).get(app).getText();
    assertTrue(text.contains("Herons wade slowly"), text);
    assertEquals(1, requests("app.test", "/"), "the page itself was requested again");
    assertEquals(1, requests("app.test", "/birds"));
  }
}
