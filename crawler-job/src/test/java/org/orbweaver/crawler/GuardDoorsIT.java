package org.orbweaver.crawler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.ProtocolStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.crawldb.TestCrawl;
import org.orbweaver.crawler.fetch.FetchPhase;
import org.orbweaver.crawler.inject.InjectPhase;
import org.orbweaver.crawler.parse.ParsePhase;
import org.orbweaver.crawler.recrawl.Refusal;
import org.orbweaver.crawler.url.UrlNormalizer;
import org.orbweaver.testkit.AddressNotations;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;
import org.orbweaver.testkit.Response;

/**
 * Whatever leads to a special address, in any notation, no connection is made, and the record says
 * that the guard refused it. The fake web also listens at 127.0.0.1, on the same port, so it would
 * record a connection there.
 */
class GuardDoorsIT {
  private static final String OPEN = "127.0.0.2";

  @TempDir Path tmp;
  private final UrlNormalizer normalizer = new UrlNormalizer();
  private final List<String> closed = new ArrayList<>();
  private final Set<String> expected = new TreeSet<>();
  private final Set<String> misled = new TreeSet<>();
  private final List<String> seeds = new ArrayList<>();
  private FakeWeb web;
  private TestCrawl crawl;

  @BeforeEach
  void start() throws IOException {
    web = FakeWeb.start(FakeWebSpec.builder().addresses(2).build());
    crawl = new TestCrawl(tmp.resolve("crawl"));
    crawl.conf.set("fetcher.server.delay", "0");
    crawl.conf.set("orbweaver.fetch.private.addresses", OPEN + "/32");
    crawl.conf.set("orbweaver.sitemap.robots", "true");
    crawl.conf.set("orbweaver.sitemap.scope", "any");
    crawl.conf.set("db.max.outlinks.per.page", "-1");
    closed.addAll(AddressNotations.special());
    StringBuilder names = new StringBuilder();
    for (String address : List.of("127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fd00::1")) {
      String name = "inner" + closed.size() + ".test";
      names.append(address).append(' ').append(name).append('\n');
      closed.add(name);
    }
    Files.writeString(tmp.resolve("inner"), names);
  }

  @AfterEach
  void stop() {
    web.close();
  }

  private String host(String name) {
    int number = 0;
    while (!web.address(name + "-" + number + ".test").equals(OPEN)) {
      number++;
    }
    return name + "-" + number + ".test";
  }

  /** A URL behind the guard, as a page would write it. */
  private String inner(String host, String path) {
    String url = "http://" + host + ":" + web.port() + path;
    expected.add(normalizer.normalize(url));
    return url;
  }

  /** A header has ASCII characters only. */
  private static String ascii(String host) {
    return StandardCharsets.US_ASCII.newEncoder().canEncode(host) ? host : "127.1";
  }

  private void doors() {
    String open = host("open");
    String maps = host("maps");
    StringBuilder links = new StringBuilder("<title>Links</title>");
    StringBuilder sitemap = new StringBuilder();
    for (int i = 0; i < closed.size(); i++) {
      String at = closed.get(i);
      seeds.add(inner(at, "/seed" + i));
      links.append("<a href='").append(inner(at, "/link" + i)).append("'>link</a> ");
      sitemap.append(inner(at, "/listed" + i)).append('\n');
      String mapped = host("mapped" + i);
      web.robots(mapped, "Sitemap: " + inner(at, "/sitemap" + i + ".xml"));
      web.page(mapped, "/", "page " + i);
      seeds.add(web.url(mapped, "/"));
      web.page(
          open,
          "/canonical" + i,
          "<link rel=canonical href='" + inner(at, "/canonical" + i) + "'>page " + i);
      web.page(
          open,
          "/refresh" + i,
          "<meta http-equiv=refresh content='0; url=" + inner(at, "/refresh" + i) + "'>go " + i);
      web.redirect(open, "/redirect" + i, 302, inner(ascii(at), "/redirect" + i));
      for (String door : List.of("/canonical", "/refresh", "/redirect")) {
        seeds.add(web.url(open, door + i));
      }
      String led = host("led" + i);
      web.robots(
          led,
          Response.redirect(
              301, "http://" + ascii(at) + ":" + web.port() + "/robots" + i + ".txt"));
      web.page(led, "/", "page behind robots rules that are not known");
      seeds.add(web.url(led, "/"));
      misled.add(web.url(led, "/"));
    }
    web.page(open, "/", links.toString());
    web.robots(maps, "Sitemap: " + web.url(maps, "/good.txt"));
    web.on(maps, "/good.txt", Response.text(sitemap.toString()));
    web.page(maps, "/", "<title>Maps</title>");
    seeds.add(web.url(open, "/"));
    seeds.add(web.url(maps, "/"));
  }

  /** The records of a round's fetch. */
  private SortedMap<String, CrawlDatum> round() throws IOException {
    // The fetcher's clock is the system's, and the clock of the other phases must not lag behind
    // it.
    crawl.pass(Duration.between(Instant.ofEpochMilli(crawl.now()), Instant.now()));
    String segment = Phases.generate(crawl, Long.MAX_VALUE, 2).segment();
    try (Session session = crawl.session()) {
      new FetchPhase().run(session, segment);
      new ParsePhase().run(session, List.of(segment));
    }
    Phases.dedupAndUpdate(crawl, segment);
    SortedMap<String, CrawlDatum> fetched = new TreeMap<>();
    for (var part : crawl.parts("segments/" + segment + "/crawl_fetch")) {
      try (MapFile.Reader reader = new MapFile.Reader(part, crawl.conf)) {
        Text url = new Text();
        CrawlDatum datum = new CrawlDatum();
        while (reader.next(url, datum)) {
          if (datum.getStatus() != CrawlDatum.STATUS_LINKED) {
            fetched.put(url.toString(), datum);
          }
          datum = new CrawlDatum();
        }
      }
    }
    return fetched;
  }

  private static ProtocolStatus protocol(CrawlDatum datum) {
    return (ProtocolStatus) datum.getMetaData().get(Nutch.WRITABLE_PROTO_STATUS_KEY);
  }

  @Test
  void noDoorLeadsToASpecialAddress() throws Exception {
    doors();
    assertTrue(closed.size() >= 300, closed.size() + " notations");
    Path hosts = web.hostsFile(tmp.resolve("hosts"));
    Files.writeString(hosts, Files.readString(tmp.resolve("inner")), StandardOpenOption.APPEND);
    crawl.conf.set("orbweaver.fetch.dns.hosts.file", hosts.toString());
    Files.write(tmp.resolve("seeds"), seeds);
    Phases.inject(crawl, tmp.resolve("seeds").toString());
    try (Session session = crawl.session()) {
      new InjectPhase()
          .run(
              session,
              new InjectPhase.SeedSources(
                  List.of(), List.of(crawl.seeds(inner("[::ffff:7f00:1]", "/map.xml")))));
    }
    SortedMap<String, CrawlDatum> fetched = new TreeMap<>();
    for (int i = 0; i < 3; i++) {
      fetched.putAll(round());
    }
    for (String url : expected) {
      CrawlDatum datum = fetched.get(url);
      assertNotNull(datum, url + " was never on a list");
      assertEquals(
          Optional.of(Refusal.Cause.ADDRESS),
          Refusal.of(datum).map(Refusal::cause),
          url + protocol(datum));
      assertTrue(protocol(datum).getArgs()[0].contains("address"), protocol(datum).toString());
    }
    for (String url : misled) {
      assertTrue(fetched.get(url).getStatus() == CrawlDatum.STATUS_FETCH_RETRY, url);
      assertTrue(protocol(fetched.get(url)).toString().contains("address"), url);
    }
    web.requests().forEach(request -> assertEquals(OPEN, web.address(request.host())));
    assertTrue(web.log().count() >= 4L * closed.size(), "the doors were seen");
  }
}
