package org.orbweaver.crawler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orbweaver.crawler.Phases.dedup;
import static org.orbweaver.crawler.Phases.dedupAndUpdate;
import static org.orbweaver.crawler.Phases.describe;
import static org.orbweaver.crawler.Phases.fetch;
import static org.orbweaver.crawler.Phases.generate;
import static org.orbweaver.crawler.Phases.inject;
import static org.orbweaver.crawler.Phases.md5;
import static org.orbweaver.crawler.Phases.update;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Nutch;
import org.apache.nutch.protocol.ProtocolStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.crawldb.TestCrawl;
import org.orbweaver.crawler.generate.GeneratePhase;
import org.orbweaver.crawler.inject.InjectPhase;
import org.orbweaver.crawler.recrawl.Deferral;
import org.orbweaver.crawler.update.UpdatePhase;
import org.orbweaver.crawler.url.Hosts;

/** The crawldb through its phases, on the local runner. */
class CrawlDbRoundIT {
  @TempDir Path temp;

  @Test
  void injectsOnceAndKeepsWhatIsThere() throws Exception {
    var crawl = new TestCrawl(temp.resolve("crawl"));
    String seeds =
        crawl.seeds(
            "# seeds",
            "http://A.example/ \tnutch.score=2.5\tnutch.fetchInterval=100\tkind=good one",
            "",
            "http://b.example:80/x#y",
            "http://b.example/x\tnutch.fetchInterval.fixed=50\tnutch.score=high",
            "ftp://c.example/",
            "http://d.example/pic.jpg");
    InjectPhase.InjectResult first = inject(crawl, seeds, "https://e.example");
    assertEquals(new InjectPhase.InjectResult(6, 2, 3, 0, 3), first);
    SortedMap<String, CrawlDatum> db = crawl.crawlDb();
    assertEquals(
        Set.of("http://a.example/", "http://b.example/x", "https://e.example/"), db.keySet());
    CrawlDatum a = db.get("http://a.example/");
    assertEquals(CrawlDatum.STATUS_DB_UNFETCHED, a.getStatus());
    assertEquals(2.5f, a.getScore());
    assertEquals(100, a.getFetchInterval());
    assertEquals(crawl.now(), a.getFetchTime());
    assertEquals(new Text("good one"), a.getMetaData().get(new Text("kind")));
    CrawlDatum b = db.get("http://b.example/x");
    assertEquals(50, b.getFetchInterval(), "the last line of a URL counts");
    assertEquals(1f, b.getScore());
    assertEquals(0, b.getModifiedTime());

    List<String> before = TestCrawl.files(crawl.dir.resolve("crawldb"));
    crawl.pass(Duration.ofDays(1));
    InjectPhase.InjectResult again = inject(crawl, seeds);
    assertEquals(0, again.added() + again.changed());
    assertEquals(before, TestCrawl.files(crawl.dir.resolve("crawldb")));
    assertFalse(Files.exists(crawl.dir.resolve(".staging")));

    crawl.conf.set("db.injector.update", "true");
    String more = crawl.seeds("http://a.example/\tkind=better\tnutch.score=3");
    assertEquals(1, inject(crawl, more).changed());
    a = crawl.crawlDb().get("http://a.example/");
    assertEquals(3f, a.getScore());
    assertEquals(100, a.getFetchInterval());
    assertEquals(new Text("better"), a.getMetaData().get(new Text("kind")));
    assertEquals(3, crawl.crawlDb().size());
  }

  @Test
  void refusesSeedsThatAreNone() throws Exception {
    var crawl = new TestCrawl(temp.resolve("crawl"));
    String bad = crawl.seeds("gopher://x/");
    OrbException e = assertThrows(OrbException.class, () -> inject(crawl, bad));
    assertEquals(ExitCode.FAILED, e.exitCode());
    assertTrue(
        e.getMessage().contains(":1: expected an http or https URL, got 'gopher://x/'"),
        e.getMessage());
    String spaced = crawl.seeds("http://a.example/ nutch.score=2");
    e = assertThrows(OrbException.class, () -> inject(crawl, spaced));
    assertTrue(e.getMessage().contains(":1: ") && e.getMessage().contains("put a tab"), "" + e);
    e = assertThrows(OrbException.class, () -> inject(crawl, temp + "/absent"));
    assertTrue(e.getMessage().contains("/absent"), e.getMessage());
    assertFalse(Files.exists(crawl.dir.resolve("crawldb")));
  }

  /**
   * Compares with a list made by sorting everything: score, then URL, a budget for each host, the
   * best N.
   */
  @ParameterizedTest
  @CsvSource({"1, false", "3, false", "3, true"})
  void generatesExactlyTheBest(int parts, boolean reducerForEachPart) throws Exception {
    var crawl = new TestCrawl(temp.resolve("crawl"));
    if (reducerForEachPart) {
      crawl.conf.setLong("orbweaver.internal.generate.one.reducer.bytes", 0);
    }
    crawl.conf.setInt("orbweaver.crawldb.parts", 2);
    var random = new Random(7);
    List<String> lines = new ArrayList<>();
    Map<String, Float> scores = new HashMap<>();
    for (int i = 0; i < 3000; i++) {
      // Skewed hosts and few scores, so that the list is cut within ties.
      int host = (int) Math.pow(random.nextInt(6), 2);
      String url = "http://h" + host + ".example/" + random.nextInt(100_000);
      float score = random.nextInt(10) / 10f - .1f;
      scores.put(url, score);
      lines.add(url + "\tnutch.score=" + score);
    }
    inject(crawl, crawl.seeds(lines.toArray(new String[0])));
    crawl.conf.setInt("generate.max.count", 300);
    crawl.conf.set("generate.min.score", "-1");
    for (long topN : new long[] {1, 777, 100_000}) {
      GeneratePhase.GeneratedList result = generate(crawl, topN, parts);
      assertEquals(0, result.waiting());
      crawl.pass(Duration.ofDays(8)); // an open list is forgotten in a week
      List<String> expected = bestOf(scores, 300, topN);
      assertEquals(expected.size(), result.urls());
      assertEquals(scores.size(), result.due());
      String folder = "segments/" + result.segment() + "/crawl_generate";
      List<String> listed = new ArrayList<>();
      Set<String> hosts = new HashSet<>();
      assertEquals(parts, crawl.parts(folder).size());
      for (var part : crawl.parts(folder)) {
        List<String> urls = List.copyOf(crawl.read(part).keySet());
        assertEquals(expected.stream().filter(urls::contains).toList(), urls, "in order");
        Set<String> ofPart = new HashSet<>();
        urls.forEach(url -> ofPart.add(Hosts.host(url)));
        ofPart.forEach(host -> assertTrue(hosts.add(host), host + " in two parts"));
        listed.addAll(urls);
      }
      assertEquals(Set.copyOf(expected), Set.copyOf(listed));
      assertEquals(expected.size(), listed.size());
    }
    // The next score below, with nothing left in staging.
    crawl.conf.set("generate.min.score", "0.05");
    GeneratePhase.GeneratedList best = generate(crawl, 100_000, parts);
    for (var part : crawl.parts("segments/" + best.segment() + "/crawl_generate")) {
      crawl.read(part).values().forEach(datum -> assertTrue(datum.getScore() > .05f));
    }
    assertFalse(Files.exists(crawl.dir.resolve(".staging")));
  }

  private static List<String> bestOf(Map<String, Float> scores, int perHost, long topN) {
    Map<String, Integer> taken = new HashMap<>();
    return scores.keySet().stream()
        .sorted(
            Comparator.comparing((String url) -> -scores.get(url))
                .thenComparing(Comparator.naturalOrder()))
        .filter(url -> taken.merge(Hosts.host(url), 1, Integer::sum) <= perHost)
        .limit(topN)
        .toList();
  }

  @Test
  void generatesNothingWhenNothingIsDue() throws Exception {
    var crawl = new TestCrawl(temp.resolve("crawl"));
    OrbException e = assertThrows(OrbException.class, () -> generate(crawl, 0, 0));
    assertEquals(ExitCode.FAILED, e.exitCode(), "no crawldb");
    inject(crawl, "http://a.example/");
    crawl.pass(Duration.ofSeconds(-1));
    e = assertThrows(OrbException.class, () -> generate(crawl, 0, 0));
    assertEquals(ExitCode.NOTHING_TO_DO, e.exitCode());
    assertFalse(Files.exists(crawl.dir.resolve("segments")));
    assertFalse(Files.exists(crawl.dir.resolve(".staging")));
  }

  /**
   * A made-up web over several rounds, with every outcome of a fetch, refetches with and without
   * changes, and mirrors: marking duplicates within update gives the same crawldb as update
   * followed by dedup.
   */
  @Test
  void findingDuplicatesBeforeOrAfterUpdateIsTheSame() throws Exception {
    var before = new TestCrawl(temp.resolve("before"));
    var after = new TestCrawl(temp.resolve("after"));
    for (TestCrawl crawl : List.of(before, after)) {
      crawl.conf.setInt("orbweaver.crawldb.parts", 2);
      crawl.conf.setInt("db.fetch.interval.default", 3600);
      crawl.conf.setInt("orbweaver.fetch.retry.delay.sec", 600);
      inject(crawl, "http://h0.example/p0", "http://h1.example/p0");
    }
    long marked = 0;
    for (int round = 0; round < 6; round++) {
      var random = new Random(round);
      String segment = generate(before, 120, 1).segment();
      assertEquals(segment, generate(after, 120, 1).segment());
      Map<String, CrawlDatum> list =
          before.read(before.parts("segments/" + segment + "/crawl_generate").get(0));
      before.pass(Duration.ofMinutes(5));
      after.pass(Duration.ofMinutes(5));
      SortedMap<String, CrawlDatum> fetches = new TreeMap<>();
      List<Map.Entry<String, CrawlDatum>> parses = new ArrayList<>();
      for (var entry : list.entrySet()) {
        makeUp(before, random, entry.getKey(), entry.getValue(), fetches, parses);
      }
      for (TestCrawl crawl : List.of(before, after)) {
        crawl.writeFetch(segment, fetches);
        crawl.writeParse(segment, parses);
      }
      marked += dedupAndUpdate(before, segment).count(CrawlDbCounter.MARKED_DUPLICATE);
      update(after);
      dedup(after);
      assertEquals(describe(after.crawlDb()), describe(before.crawlDb()), "round " + round);
      assertEquals(2, before.parts("crawldb/current").size());
      before.pass(Duration.ofMinutes(40));
      after.pass(Duration.ofMinutes(40));
    }
    assertTrue(marked > 20, marked + " duplicates marked");
    Set<Byte> states = new HashSet<>();
    before.crawlDb().values().forEach(datum -> states.add(datum.getStatus()));
    assertEquals(7, states.size(), "every state occurs: " + states);
    assertEquals(0, dedup(before), "none is left");
  }

  private static void makeUp(
      TestCrawl crawl,
      Random random,
      String url,
      CrawlDatum generated,
      SortedMap<String, CrawlDatum> fetches,
      List<Map.Entry<String, CrawlDatum>> parses) {
    int[] outcomes = {
      CrawlDatum.STATUS_FETCH_GONE,
      CrawlDatum.STATUS_FETCH_RETRY,
      CrawlDatum.STATUS_FETCH_REDIR_TEMP,
      CrawlDatum.STATUS_FETCH_REDIR_PERM,
      CrawlDatum.STATUS_FETCH_NOTMODIFIED
    };
    int dice = random.nextInt(20);
    boolean known = generated.getSignature() != null;
    int status = CrawlDatum.STATUS_FETCH_SUCCESS;
    if (dice < outcomes.length
        && (known || outcomes[dice] != CrawlDatum.STATUS_FETCH_NOTMODIFIED)) {
      status = outcomes[dice];
    }
    CrawlDatum fetch = crawl.fetched(generated, status);
    if (dice == 18) {
      status = CrawlDatum.STATUS_FETCH_RETRY;
      fetch.setStatus(status);
      fetch
          .getMetaData()
          .put(
              Nutch.WRITABLE_PROTO_STATUS_KEY,
              new ProtocolStatus(Deferral.PROTOCOL_STATUS, "its host was left alone"));
    }
    fetches.put(url, fetch);
    if (status != CrawlDatum.STATUS_FETCH_SUCCESS) {
      return;
    }
    byte[] digest =
        known && random.nextBoolean() ? generated.getSignature() : md5(random.nextInt(60));
    CrawlDatum signature = TestCrawl.signature(digest);
    signature.setScore(fetch.getScore());
    parses.add(Map.entry(url, signature));
    for (int i = random.nextInt(8); i > 0; i--) {
      String target = "http://h" + random.nextInt(5) + ".example/p" + random.nextInt(150);
      parses.add(Map.entry(target, TestCrawl.link(random.nextInt(4) / 4f)));
    }
  }

  /**
   * A URL in an open list is in no second list until the first is updated, deleted or a week old.
   */
  @Test
  void aListedUrlIsNotListedAgain() throws Exception {
    var crawl = new TestCrawl(temp.resolve("crawl"));
    inject(crawl, "http://a.example/", "http://b.example/", "http://c.example/");
    String first = generate(crawl, 2, 1).segment();
    GeneratePhase.GeneratedList second = generate(crawl, 0, 2);
    assertEquals(1, second.urls());
    assertEquals(2, second.waiting());
    assertTrue(
        second.summary().contains("left out 2 in the fetch list of segment " + first),
        second.summary());
    OrbException e = assertThrows(OrbException.class, () -> generate(crawl, 0, 1));
    assertEquals(ExitCode.NOTHING_TO_DO, e.exitCode());
    String both = "3 in the fetch list of segment " + first + ", " + second.segment();
    assertTrue(e.getMessage().contains(both), e.getMessage());
    FileUtil.fullyDelete(crawl.dir.resolve("segments/" + second.segment()).toFile());
    assertEquals(1, generate(crawl, 0, 1).urls(), "a deleted segment's");
    crawl.pass(Duration.ofDays(8));
    assertEquals(3, generate(crawl, 0, 1).urls(), "a week later");
  }

  @Test
  void updatesASegmentOnceAndInAnyOrder() throws Exception {
    var crawl = new TestCrawl(temp.resolve("crawl"));
    inject(crawl, "http://a.example/", "http://b.example/");
    String first = generate(crawl, 1, 1).segment();
    crawl.writeFetch(first, fetch(crawl, "http://a.example/", CrawlDatum.STATUS_FETCH_GONE));
    crawl.writeParse(first, List.of());
    crawl.pass(Duration.ofSeconds(10));
    String second = generate(crawl, 1, 1).segment();
    crawl.writeFetch(second, fetch(crawl, "http://a.example/", CrawlDatum.STATUS_FETCH_SUCCESS));
    crawl.writeParse(
        second,
        List.of(
            Map.entry("http://a.example/", TestCrawl.signature(md5(1))),
            Map.entry("http://c.example:80/#x", TestCrawl.link(.25f)),
            Map.entry("http://c.example/", TestCrawl.link(.5f)),
            Map.entry("http://c.example/x.gif", TestCrawl.link(.5f)),
            Map.entry("http://b.example/", TestCrawl.link(.5f))));
    UpdatePhase.UpdateResult result = update(crawl, second);
    assertEquals(1, result.count(CrawlDbCounter.ADDED));
    assertEquals(1, result.count(CrawlDbCounter.REFUSED));
    SortedMap<String, CrawlDatum> db = crawl.crawlDb();
    assertEquals(3, db.size());
    assertEquals(.5f, db.get("http://c.example/").getScore(), "the best link's");
    assertEquals(1f, db.get("http://b.example/").getScore(), "a known one keeps the better");
    CrawlDatum a = db.get("http://a.example/");
    assertEquals(CrawlDatum.STATUS_DB_FETCHED, a.getStatus());
    assertArrayEquals(md5(1), a.getSignature());
    assertEquals(crawl.now() + 2_592_000_000L, a.getFetchTime());

    result = update(crawl);
    assertEquals(List.of(first), result.segments());
    assertEquals(1, result.count(CrawlDbCounter.STALE));
    assertEquals(describe(db), describe(crawl.crawlDb()));
    OrbException e = assertThrows(OrbException.class, () -> update(crawl));
    assertEquals(ExitCode.NOTHING_TO_DO, e.exitCode());
    e = assertThrows(OrbException.class, () -> update(crawl, first));
    assertEquals(ExitCode.NOTHING_TO_DO, e.exitCode());
    String unparsed = generate(crawl, 1, 1).segment();
    e = assertThrows(OrbException.class, () -> update(crawl, unparsed));
    assertTrue(e.getMessage().contains("is not parsed yet"), e.getMessage());
  }

  /** The error is one clear line that names the part, and nothing changes. */
  @Test
  void aCorruptPartIsNamedAndLeftAlone() throws Exception {
    var crawl = new TestCrawl(temp.resolve("crawl"));
    crawl.conf.setInt("orbweaver.crawldb.parts", 2);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      lines.add("http://a.example/" + i);
    }
    inject(crawl, crawl.seeds(lines.toArray(new String[0])));
    Path data = crawl.dir.resolve("crawldb/current/part-r-00001/data");
    byte[] good = Files.readAllBytes(data);
    Path sums = data.resolveSibling(".data.crc");
    byte[] goodSums = Files.readAllBytes(sums);
    Files.delete(sums);
    for (int cut : new int[] {0, 40, good.length / 2, good.length - 1}) {
      Files.write(data, Arrays.copyOf(good, cut));
      List<String> before = TestCrawl.files(crawl.dir.resolve("crawldb"));
      for (var attempt : phases(crawl).entrySet()) {
        OrbException e = assertThrows(OrbException.class, attempt.getValue()::run);
        assertEquals(ExitCode.FAILED, e.exitCode());
        assertTrue(
            e.getMessage().contains("part-r-00001") && e.getMessage().contains("corrupt"),
            attempt.getKey() + ": " + e.getMessage());
        assertEquals(1, e.getMessage().lines().count());
        assertEquals(before, TestCrawl.files(crawl.dir.resolve("crawldb")));
      }
    }
    // The checksum file of the part reveals the damage.
    Files.write(data, good);
    Files.write(sums, goodSums);
    byte[] bad = good.clone();
    bad[good.length / 2] ^= 1;
    Files.write(data, bad);
    assertThrows(OrbException.class, () -> inject(crawl, "http://new.example/"));
    Files.write(data, good);
    assertEquals(1, inject(crawl, "http://new.example/").added());
    assertEquals(2001, crawl.crawlDb().size());
    Files.move(crawl.dir.resolve("crawldb/current/part-r-00000"), temp.resolve("taken away"));
    OrbException e = assertThrows(OrbException.class, () -> generate(crawl, 0, 0));
    assertTrue(e.getMessage().contains("part 0"), e.getMessage());
  }

  private interface Attempt {
    void run() throws IOException;
  }

  private static Map<String, Attempt> phases(TestCrawl crawl) {
    Map<String, Attempt> phases = new LinkedHashMap<>();
    phases.put("inject", () -> inject(crawl, "http://new.example/"));
    phases.put("generate", () -> generate(crawl, 0, 0));
    phases.put("dedup", () -> dedup(crawl));
    return phases;
  }
}
