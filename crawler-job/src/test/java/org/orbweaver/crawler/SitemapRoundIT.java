package org.orbweaver.crawler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.crawl.Inlinks;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.crawldb.SitemapMark;
import org.orbweaver.crawler.crawldb.TestCrawl;
import org.orbweaver.crawler.fetch.FetchPhase;
import org.orbweaver.crawler.inject.InjectPhase;
import org.orbweaver.crawler.links.LinksPhase;
import org.orbweaver.crawler.parse.ParsePhase;
import org.orbweaver.crawler.update.UpdatePhase;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;
import org.orbweaver.testkit.Response;

/** Whole rounds from a sitemap's URL alone, against the fake web. */
class SitemapRoundIT {
  private static final String HOST = "a.test";

  @TempDir Path tmp;
  private FakeWeb web;
  private TestCrawl crawl;
  private Duration ahead = Duration.ZERO;
  private ParsePhase.ParseSummary parsed;
  private UpdatePhase.UpdateResult updated;

  @BeforeEach
  void start() throws IOException {
    web = FakeWeb.start(FakeWebSpec.builder().addresses(1).build());
    web.robots(HOST, "User-agent: *\nDisallow: /private/\n");
    crawl = new TestCrawl(tmp.resolve("crawl"));
    crawl.conf.set("fetcher.server.delay", "0");
    crawl.conf.set("orbweaver.fetch.private.addresses", "127.0.0.0/8");
    crawl.conf.set("db.max.outlinks.per.page", "1");
    setClock();
  }

  /**
   * The fetcher's clock is the system's, and the clock of the other phases must not lag behind it.
   */
  private void setClock() {
    Instant crawlTime = Instant.ofEpochMilli(crawl.now());
    crawl.pass(Duration.between(crawlTime, Instant.now().plus(ahead)));
  }

  @AfterEach
  void stop() {
    web.close();
  }

  private String url(String path) {
    return web.url(HOST, path);
  }

  private String entry(String path, String more) {
    return "<url><loc>" + url(path) + "</loc>" + more + "</url>";
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(text.getBytes(UTF_8));
    }
    return packed.toByteArray();
  }

  private void pages(String lastmodOfOne) throws IOException {
    web.on(
        HOST,
        "/maps/pages.xml.gz",
        Response.bytes(
            "application/x-gzip",
            gzip(
                "<urlset>"
                    + entry("/one", "<lastmod>" + lastmodOfOne + "</lastmod>")
                    + entry("/two", "<priority>0.1</priority><lastmod>2001-01-01</lastmod>")
                    + entry("/private/x", "")
                    + "<url><loc>"
                    + web.url("b.test", "/foreign")
                    + "</loc></url></urlset>")));
  }

  private void write() throws IOException {
    web.on(
        HOST,
        "/index.xml",
        Response.text(
                "<sitemapindex><sitemap><loc>"
                    + url("/maps/pages.xml.gz")
                    + "</loc></sitemap><sitemap><loc>"
                    + url("/more.txt")
                    + "</loc></sitemap><sitemap><loc>"
                    + url("/lost.xml")
                    + "</loc></sitemap></sitemapindex>")
            .contentType("application/xml"));
    pages("2020-01-01T00:00:00Z");
    String more = url("/three") + "\n" + url("/same.txt") + "\n" + url("/copy/of/three") + "\n";
    web.on(HOST, "/more.txt", Response.text(more));
    // A page with the bytes of a sitemap is no duplicate of it, but two pages with the same bytes
    // are duplicates.
    web.on(HOST, "/same.txt", Response.text(more));
    web.page(HOST, "/lost.xml", "<title>Sorry</title>This <a href=/four>is no sitemap</a>");
    web.page(HOST, "/one", "<title>One</title><a href=/five>five</a>");
    web.page(HOST, "/two", "<title>Two</title>");
    web.page(HOST, "/three", "<title>Three</title>");
    web.page(HOST, "/copy/of/three", "<title>Three</title>");
    web.page(HOST, "/private/x", "<title>Private</title>");
  }

  /** Runs a round; the paths of its fetch list. */
  private Set<String> round() throws IOException {
    crawl.conf.set(
        "orbweaver.fetch.dns.hosts.file", web.hostsFile(tmp.resolve("hosts")).toString());
    setClock();
    String segment = Phases.generate(crawl, Long.MAX_VALUE, 1).segment();
    Set<String> paths = new TreeSet<>();
    for (var part : crawl.parts("segments/" + segment + "/crawl_generate")) {
      for (String url : crawl.read(part).keySet()) {
        paths.add(url.substring(url("").length()));
      }
    }
    try (Session session = crawl.session()) {
      new FetchPhase().run(session, segment);
      parsed = new ParsePhase().run(session, List.of(segment));
    }
    updated = Phases.dedupAndUpdate(crawl, segment);
    return paths;
  }

  private Map<String, CrawlDatum> db() throws IOException {
    SortedMap<String, CrawlDatum> byPath = new TreeMap<>();
    crawl.crawlDb().forEach((url, datum) -> byPath.put(url.substring(url("").length()), datum));
    return byPath;
  }

  private static String status(CrawlDatum datum) {
    return CrawlDatum.getStatusName(datum.getStatus());
  }

  @Test
  void fromAnIndexToItsPagesAndBackWhenTheyChange() throws Exception {
    write();
    InjectPhase.SeedSources seeds =
        new InjectPhase.SeedSources(List.of(), List.of(crawl.seeds(url("/index.xml"))));
    try (Session session = crawl.session()) {
      assertEquals(1, new InjectPhase().run(session, seeds).added());
    }
    assertEquals(0, SitemapMark.of(db().get("/index.xml")).depth());
    assertEquals(86_400, db().get("/index.xml").getFetchInterval());

    assertEquals(Set.of("/index.xml"), round());
    assertEquals(1, parsed.sitemaps());
    assertEquals(3, parsed.listed());
    assertEquals(1, SitemapMark.of(db().get("/maps/pages.xml.gz")).depth());
    assertEquals(1f, db().get("/maps/pages.xml.gz").getScore(), "the index's");

    assertEquals(Set.of("/maps/pages.xml.gz", "/more.txt", "/lost.xml"), round());
    assertEquals(2, parsed.sitemaps());
    assertEquals(6, parsed.listed());
    assertEquals(1, parsed.links(), "of the page that is no sitemap");
    Map<String, CrawlDatum> known = db();
    assertEquals(.25f, known.get("/one").getScore(), "half the share of a page one level down");
    assertEquals(.05f, known.get("/two").getScore());
    assertEquals(86_400 * 30, known.get("/one").getFetchInterval());
    assertEquals(0, known.get("/one").getMetaData().size());
    assertTrue(known.containsKey("/four"));

    assertEquals(
        Set.of("/one", "/two", "/three", "/copy/of/three", "/same.txt", "/four", "/private/x"),
        round());
    known = db();
    assertEquals("db_fetched", status(known.get("/one")));
    assertEquals("db_fetched", status(known.get("/two")));
    assertEquals("db_gone", status(known.get("/private/x")), "forbidden by robots.txt");
    assertTrue(web.log().requestsFor(HOST, "/private/x").isEmpty());
    assertTrue(web.log().requestsFor("b.test").isEmpty());
    assertEquals("db_fetched", status(known.get("/same.txt")));
    assertEquals("db_fetched", status(known.get("/more.txt")));
    assertEquals("db_fetched", status(known.get("/index.xml")));
    assertEquals("db_duplicate", status(known.get("/copy/of/three")));
    assertEquals(Set.of("/five"), round());

    Phases.dedup(crawl);
    assertEquals("db_fetched", status(db().get("/same.txt")), "by a search of the whole crawldb");
    checkLinksAndIndex();

    pages(Instant.now().plusSeconds(3600).toString());
    ahead = Duration.ofDays(2);
    Set<String> sitemaps = Set.of("/index.xml", "/maps/pages.xml.gz", "/more.txt", "/lost.xml");
    assertEquals(sitemaps, round(), "sitemaps come again after a day");
    assertEquals(1, updated.count(CrawlDbCounter.DUE_BY_SITEMAP));
    Set<String> modified = new TreeSet<>(round());
    modified.removeAll(sitemaps); // Two days ago by the fetcher's clock.
    assertEquals(Set.of("/one"), modified, "the page modified since its fetch");
    assertEquals(2, web.log().requestsFor(HOST, "/one").size());
    assertEquals(1, web.log().requestsFor(HOST, "/two").size());
  }

  private void checkLinksAndIndex() throws IOException {
    int sitemaps = 0;
    for (String name : crawl.dir.resolve("segments").toFile().list()) {
      sitemaps += checkSitemaps("segments/" + name);
    }
    assertEquals(3, sitemaps);
    try (Session session = crawl.session()) {
      new LinksPhase().run(session, false);
    }
    Set<String> targets = new TreeSet<>();
    for (var part : crawl.parts("linkdb/current")) {
      try (MapFile.Reader reader = new MapFile.Reader(part, crawl.conf)) {
        Text target = new Text();
        while (reader.next(target, new Inlinks())) {
          targets.add(target.toString());
        }
      }
    }
    assertEquals(Set.of(url("/four"), url("/five")), targets, "sitemaps are no linking pages");
  }

  /** Checks that the sitemaps of a segment have no text to index and no links. */
  private int checkSitemaps(String segment) throws IOException {
    int count = 0;
    for (var part : crawl.parts(segment + "/parse_data")) {
      var texts =
          new org.apache.hadoop.fs.Path(part.toString().replace("parse_data", "parse_text"));
      try (MapFile.Reader reader = new MapFile.Reader(part, crawl.conf);
          MapFile.Reader textReader = new MapFile.Reader(texts, crawl.conf)) {
        Text url = new Text();
        ParseData data = new ParseData();
        while (reader.next(url, data)) {
          String sitemap = data.getMeta(MetadataKeys.SITEMAP);
          boolean listed = url.toString().matches(".*/(index[.]xml|pages[.]xml[.]gz|more[.]txt)");
          assertEquals(listed, sitemap != null, url.toString());
          if (listed) {
            count++;
            assertEquals("noindex,nofollow", data.getMeta("robots"));
            assertEquals(0, data.getOutlinks().length);
            ParseText text = new ParseText();
            textReader.get(url, text);
            assertEquals("", text.getText());
            if (url.toString().endsWith(".gz")) {
              assertEquals("urlset, 3 URLs, 1 on other hosts ignored", sitemap);
            }
          }
        }
      }
    }
    return count;
  }

  @Test
  void aPageThatIsInjectedAsASitemapBecomesOne() throws Exception {
    write();
    String seed = crawl.seeds(url("/more.txt"));
    Phases.inject(crawl, seed);
    assertEquals(Set.of("/more.txt"), round());
    assertEquals(0, parsed.sitemaps());
    assertFalse(SitemapMark.isOn(db().get("/more.txt")));
    assertEquals(1, db().size());

    InjectPhase.SeedSources again = new InjectPhase.SeedSources(List.of(), List.of(seed));
    try (Session session = crawl.session()) {
      InjectPhase.InjectResult result = new InjectPhase().run(session, again);
      assertEquals(0, result.added());
      assertEquals(1, result.changed());
    }
    assertEquals(Set.of("/more.txt"), round(), "due at once");
    assertEquals(1, parsed.sitemaps());
    assertEquals(Set.of("/three", "/same.txt", "/copy/of/three"), round());
    try (Session session = crawl.session()) {
      assertEquals(0, new InjectPhase().run(session, again).changed(), "known as one");
    }
  }

  @Test
  void whatALinkMayNotDoASitemapMayNotEither() throws Exception {
    write();
    web.on(
        HOST,
        "/all.txt",
        Response.text(url("/one") + "\n" + url("/picture.png") + "\n" + web.url("b.test", "/x")));
    crawl.conf.set("orbweaver.sitemap.scope", "any");
    crawl.conf.setBoolean("db.ignore.external.links", true);
    try (Session session = crawl.session()) {
      new InjectPhase()
          .run(session, new InjectPhase.SeedSources(List.of(), List.of(url("/all.txt"))));
    }
    round();
    assertEquals(Set.of("/all.txt", "/one"), db().keySet());
    assertEquals(1, updated.count(CrawlDbCounter.REFUSED), "by the suffix filter");
    assertEquals(2, parsed.listed());
    assertNull(db().get("/x"));
  }
}
