package org.orbweaver.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.store.FSDirectory;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.cli.OrbMain;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Json;
import org.orbweaver.index.build.IndexPhase;
import org.orbweaver.index.plan.IndexCounter;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchResult;
import org.orbweaver.index.shards.IndexJob;

/** A crawl that the test writes, indexed by the real job on the local runner, and searched. */
class IndexAndSearchIT {
  private static final String OLD = "20260101000000";
  private static final String NEW = "20260102000000";
  private static final String BASE = "http://www.docs.example.org/";

  private final Configuration conf = new Configuration();

  @TempDir Path folder;
  private Path crawl;

  @BeforeEach
  void writeCrawl() throws IOException {
    crawl = folder.resolve("crawl");
    conf.set("hadoop.tmp.dir", folder.resolve("hadoop").toString());
    CrawlFixture pages = new CrawlFixture();
    String[] titles = {
      "CREATE TABLE", "CREATE TABLE AS", "ALTER TABLE", "Create a table in Access", "Tables"
    };
    String filler = "A table has rows. To create one, see the manual; tables are created daily. ";
    for (int i = 0; i < titles.length; i++) {
      pages.crawled(BASE + i, CrawlDatum.STATUS_DB_FETCHED);
      pages.parsed(
          OLD, BASE + i, titles[i], filler.repeat(3 + i) + "Create table " + i, "lang", "en");
    }
    Random random = new Random(3);
    String[] words = filler.split(" ", -1);
    for (int i = 0; i < 60; i++) {
      String url = "http://other.example.net/" + i;
      StringBuilder text = new StringBuilder();
      for (int w = 0; w < 50; w++) {
        text.append(words[random.nextInt(words.length)]).append(' ');
      }
      pages.crawled(
          url, i % 2 == 0 ? CrawlDatum.STATUS_DB_FETCHED : CrawlDatum.STATUS_DB_NOTMODIFIED);
      pages.parsed(OLD, url, "Page " + i, text.toString(), "lang", i % 3 == 0 ? "de" : "en");
      pages.ranked("20260103000000", url, (i + 1) / 1e4);
      pages.linked(BASE + "0", url, "page number " + i);
    }
    page(pages, "duplicate", CrawlDatum.STATUS_DB_DUPLICATE, "Duplicate zebra");
    page(pages, "gone", CrawlDatum.STATUS_DB_GONE, "Gone zebra");
    page(pages, "noindex", CrawlDatum.STATUS_DB_FETCHED, "Noindex zebra", "robots", "noindex");
    page(
        pages, "unsearched", CrawlDatum.STATUS_DB_FETCHED, "Unsearched zebra", "usage", "search:n");
    page(pages, "unused", CrawlDatum.STATUS_DB_FETCHED, "Unused quokka", "usage", "ai-train:n");
    page(pages, "classed", CrawlDatum.STATUS_DB_FETCHED, "Classed", "topics", "Apes:0.5 cats:0.5");
    page(pages, "refetched", CrawlDatum.STATUS_DB_FETCHED, "Old giraffe");
    pages.parsed(NEW, BASE + "refetched", "New antelope", "fresh text");
    page(pages, "empty", CrawlDatum.STATUS_DB_FETCHED, "");
    pages.crawled(BASE + "unparsed", CrawlDatum.STATUS_DB_FETCHED);
    page(pages, "japanese", CrawlDatum.STATUS_DB_FETCHED, "全文検索の手引き", "lang", "ja");
    page(pages, "hostile", CrawlDatum.STATUS_DB_FETCHED, "\u001b]0;pwned\u0007 okapi");
    pages.crawled(BASE + "aerospace", CrawlDatum.STATUS_DB_FETCHED);
    pages.parsed(OLD, BASE + "aerospace", "Welcome", "We build wings.", "type", "application/pdf");
    for (int i = 0; i < 9; i++) {
      pages.linked("http://host" + i + ".org/", BASE + "aerospace", "aerospace company");
    }
    pages.write(conf, crawl);
  }

  private static void page(
      CrawlFixture pages, String name, byte status, String title, String... meta) {
    pages.crawled(BASE + name, status);
    pages.parsed(OLD, BASE + name, title, title, meta);
  }

  private IndexPhase.BuiltIndex index(int shards) throws IOException {
    try (Session session = Session.open(conf, crawl.toString(), Console.silent(), "index")) {
      return new IndexPhase().run(session, new IndexPhase.BuildOptions(shards, false));
    }
  }

  private List<SearchResult.Hit> search(String query, int top) throws IOException {
    try (SearchIndex index = SearchIndex.openLatest(conf, CrawlDir.open(conf, crawl.toString()))) {
      return index.search(SearchRequest.of(query, top)).hits();
    }
  }

  @Test
  void bothWritersGiveTheSameAnswers() throws IOException {
    String[] queries = {
      "table", "create table", "\"create table\"", "page -rows", "aerospace", "検索"
    };
    List<Map<String, Float>> answers = new ArrayList<>();
    for (IndexJob.WriterKind writer : IndexJob.WriterKind.values()) {
      try (Session session = Session.open(conf, crawl.toString(), Console.silent(), "index")) {
        new IndexPhase().run(session, new IndexPhase.BuildOptions(2, true, writer));
      }
      for (String query : queries) {
        Map<String, Float> scores = new TreeMap<>();
        search(query, 100).forEach(hit -> scores.put(hit.url(), hit.score()));
        assertFalse(scores.isEmpty(), query);
        answers.add(scores);
      }
    }
    assertEquals(
        answers.subList(0, queries.length), answers.subList(queries.length, 2 * queries.length));
  }

  private List<String> urls(String query) throws IOException {
    return search(query, 100).stream().map(SearchResult.Hit::url).toList();
  }

  @Test
  void findsWhatIsThereAndNothingElse() throws IOException {
    IndexPhase.BuiltIndex result = index(2);

    assertEquals(71, result.meta().docs());
    assertEquals(71, result.count(IndexCounter.INDEXED));
    assertEquals(75, result.count(IndexCounter.CANDIDATES));
    assertEquals(1, result.count(IndexCounter.DUPLICATES));
    assertEquals(1, result.count(IndexCounter.NOT_FETCHED));
    assertEquals(2, result.count(IndexCounter.NOINDEX));
    assertEquals(1, result.count(IndexCounter.EMPTY));
    assertEquals(1, result.count(IndexCounter.NOT_PARSED));
    assertEquals(1, result.count(IndexCounter.OLDER_PARSES));
    assertEquals(2, result.count(IndexCounter.UNWANTED_PARSES));
    assertEquals(60, result.count(IndexCounter.RANKED));
    assertEquals(61, result.count(IndexCounter.ANCHORED));
    assertEquals(List.of(OLD, NEW), result.meta().segments());
    assertEquals("20260103000000", result.meta().pagerank().orElseThrow());

    assertEquals(List.of(), urls("zebra"), "duplicate, gone, noindex and search:n");
    assertEquals(List.of(), urls("giraffe"), "the older text of a refetched page");
    assertEquals(List.of(BASE + "refetched"), urls("antelope"));
    assertEquals(List.of(BASE + "0", BASE + "1"), urls("create table").subList(0, 2));
    assertEquals(BASE + "1", urls("create table as").get(0));
    assertEquals(List.of(BASE + "aerospace"), urls("aerospace"), "by its anchors");
    assertEquals(List.of(BASE + "japanese"), urls("検索"));
    assertEquals(List.of(BASE + "aerospace"), urls("type:pdf"));
    assertEquals(List.of(BASE + "aerospace"), urls("url:" + BASE + "aerospace"));
    assertEquals(List.of(BASE + "unused"), urls("usage:ai-train:n"));
    assertEquals(List.of(BASE + "unused"), urls("quokka usage:AI-Train=n"));
    assertEquals(List.of(), urls("quokka -usage:ai-train:n"));
    assertEquals(List.of(BASE + "classed"), urls("topic:apes"));
    assertEquals(List.of(), urls("topic:cats"));
    assertEquals(20, urls("site:other.example.net lang:de").size());
    assertEquals(11, urls("site:docs.example.org").size());
    assertEquals(4, urls("title:table OR title:tables -title:access").size());
    assertTrue(urls("created -site:example.net").contains(BASE + "4"), "a form of the word");
    assertFalse(urls("\"table create\"").contains(BASE + "1"), "words in another order");
    assertEquals(
        "http://other.example.net/59", urls("site:other.example.net").get(0), "by PageRank");
  }

  @Test
  void similarPagesAreAboutTheSameAndOthers() throws IOException {
    index(2);
    try (SearchIndex index = SearchIndex.openLatest(conf, CrawlDir.open(conf, crawl.toString()))) {
      SearchResult similar = index.similar(BASE + "1", 5);
      List<String> urls = similar.hits().stream().map(SearchResult.Hit::url).toList();
      assertEquals(4, urls.size(), "pages that share only common words are not similar: " + urls);
      assertTrue(urls.get(0).startsWith(BASE), urls.toString());
      assertFalse(urls.contains(BASE + "1"));
      assertEquals(similar, Json.parse(Json.line(similar), SearchResult.class));
      OrbException e = assertThrows(OrbException.class, () -> index.similar(BASE + "no", 5));
      assertTrue(e.getMessage().contains("is not in the index"), e.getMessage());
    }
  }

  @Test
  void resultsDoNotDependOnTheNumberOfShards() throws IOException {
    List<List<SearchResult.Hit>> one = new ArrayList<>();
    List<List<SearchResult.Hit>> three = new ArrayList<>();
    String[] queries = {"create table", "table rows manual", "\"see the manual\"", "daily -rows"};
    index(1);
    for (String query : queries) {
      one.add(search(query, 20));
    }
    index(3);
    for (String query : queries) {
      three.add(search(query, 20));
    }
    assertEquals(one, three);
    assertFalse(one.get(0).isEmpty());
  }

  @Test
  void shardsAreWhole() throws IOException {
    index(3);
    List<Path> shards = shards();
    assertEquals(3, shards.size());
    for (Path shard : shards) {
      try (FSDirectory directory = FSDirectory.open(shard);
          CheckIndex check = new CheckIndex(directory)) {
        assertTrue(check.checkIndex().clean, shard.toString());
      }
    }
    try (Stream<Path> left = Files.list(crawl)) {
      assertEquals(
          List.of(".state", "crawldb", "index", "linkdb", "pagerank", "segments"),
          left.map(path -> path.getFileName().toString())
              .filter(name -> !name.equals(".lock") && !name.endsWith(".crc"))
              .sorted()
              .toList());
    }
  }

  private List<Path> shards() throws IOException {
    try (Stream<Path> all = Files.walk(crawl.resolve("index"))) {
      return all.filter(path -> path.getFileName().toString().matches("shard-\\d{5}"))
          .sorted()
          .toList();
    }
  }

  @Test
  void aDamagedPartLeavesTheEarlierIndex() throws IOException {
    index(1);
    List<SearchResult.Hit> before = search("create table", 10);
    Path part = crawl.resolve("segments/" + OLD + "/parse_text/part-r-00001/data");
    Files.deleteIfExists(part.resolveSibling(".data.crc"));
    byte[] bytes = Files.readAllBytes(part);
    Files.write(part, java.util.Arrays.copyOf(bytes, bytes.length * 2 / 3));

    OrbException e = assertThrows(OrbException.class, () -> index(1));
    assertEquals(1, e.exitCode().code());
    assertEquals(1, e.getMessage().lines().count(), e.getMessage());
    assertEquals(before, search("create table", 10));
    assertFalse(Files.exists(crawl.resolve(".staging")));
  }

  @Test
  void shardsOnARemoteFileSystemAreCopiedOnce() throws IOException {
    index(2);
    List<SearchResult.Hit> here = search("create table", 10);
    Path cache = folder.resolve("cache");
    conf.set("orbweaver.search.cache.dir", cache.toString());
    CrawlDir remote = CrawlDir.open(RemoteFileSystem.in(conf), "remote://" + crawl);
    for (int round = 0; round < 2; round++) {
      try (SearchIndex index = SearchIndex.openLatest(conf, remote)) {
        assertEquals(here, index.search(SearchRequest.of("create table", 10)).hits());
      }
      assertEquals(1, builds(cache));
    }
    index(1);
    try (SearchIndex index = SearchIndex.openLatest(conf, remote)) {
      assertEquals(here, index.search(SearchRequest.of("create table", 10)).hits());
    }
    assertEquals(1, builds(cache), "the copy of the earlier build is gone");
  }

  private static long builds(Path cache) throws IOException {
    try (Stream<Path> all = Files.walk(cache, 2)) {
      return all.map(path -> path.getFileName().toString())
          .filter(name -> name.matches("\\d{14}\\.shard-\\d{5}"))
          .map(name -> name.substring(0, 14))
          .distinct()
          .count();
    }
  }

  @Test
  void aMissingShardFileIsOneClearError() throws IOException {
    index(1);
    try (Stream<Path> files = Files.list(shards().get(0))) {
      Files.delete(
          files.filter(file -> file.toString().endsWith(".fnm")).findFirst().orElseThrow());
    }
    Output output = run(1, "search", crawl.toString(), "x");
    assertTrue(output.err.contains("is damaged"), output.err);
    assertEquals(1, output.err.lines().count(), output.err);
  }

  @Test
  void oldBuildsAreRemoved() throws IOException {
    conf.setInt("orbweaver.index.builds.kept", 2);
    conf.setInt("orbweaver.index.generations.max", 1);
    for (int i = 0; i < 3; i++) {
      index(1);
    }
    try (Stream<Path> builds = Files.list(crawl.resolve("index"))) {
      assertEquals(2, builds.count());
    }
  }

  @Test
  void commandsPrintAndExit() throws IOException {
    assertEquals(
        "index-job.jar: no index in file:"
            + crawl
            + " ('orb index file:"
            + crawl
            + "' creates one)",
        run(1, "search", crawl.toString(), "x").err.strip());
    assertTrue(run(0, "index", crawl.toString(), "--shards", "2").out.contains("71 documents"));

    Output found = run(0, "search", crawl.toString(), "create table", "--top", "2");
    assertTrue(found.out.startsWith(" 1. CREATE TABLE\n    " + BASE + "0\n"), found.out);
    assertTrue(found.out.contains("results in "), found.out);
    assertFalse(found.out.contains("score"), found.out);
    assertTrue(run(0, "search", crawl.toString(), "xyzzy").out.startsWith("0 results in "));
    String hostile = run(0, "search", crawl.toString(), "okapi").out;
    assertFalse(hostile.contains("\u001b") || hostile.contains("\u0007"), hostile);
    String json = run(0, "search", crawl.toString(), "okapi", "--json").out;
    assertTrue(json.startsWith("{\"rank\":1,\"url\":\"" + BASE + "hostile\""), json);
    String german =
        run(0, "search", crawl.toString(), "okapi", "--json", "--language", "de,en").out;
    assertTrue(german.startsWith("{\"rank\":1,\"url\":\"" + BASE + "hostile\""), german);
    String wrong = run(2, "search", crawl.toString(), "okapi", "--language", "de_DE").err;
    assertTrue(wrong.contains("expected languages such as"), wrong);
    assertTrue(run(0, "search", crawl.toString(), "okapi", "-zebra").out.contains("1 result in"));
    String explained = run(0, "search", crawl.toString(), "okapi", "--explain").out;
    assertTrue(explained.contains("× idf") && explained.contains("= text "), explained);
    Path tuned = crawl.resolve("weights.xml");
    Path judged = Files.writeString(crawl.resolve("judged.tsv"), "okapi\t" + BASE + "hostile\n");
    String tuning =
        run(
                0,
                "tune",
                crawl.toString(),
                "--titles",
                "4",
                "--judged",
                judged.toString(),
                "--out",
                tuned.toString())
            .out;
    assertTrue(tuning.contains(" 4 titles ") && tuning.contains(" 1 judged "), tuning);
    assertTrue(tuning.contains("held-out half: MRR "), tuning);
    assertTrue(Files.readString(tuned).contains("orbweaver.search.weights"), tuning);
    assertTrue(run(0, "search", crawl.toString(), "okapi !!").err.contains("interpreted as: "));
    assertTrue(
        run(2, "search", crawl.toString(), "okapi foo:x")
            .err
            .contains("  okapi foo:x\n        ^\n"));
    assertTrue(run(2, "search", crawl.toString(), "-zebra").err.contains("only excludes"));
    run(2, "search", crawl.toString(), "okapi", "--top", "0");
    run(2, "search", crawl.toString(), "okapi", "--jsn");
    run(2, "search", crawl.toString());
    run(2, "index", crawl.toString(), "--shards", "0");
    run(1, "search", folder.resolve("nowhere").toString(), "x");

    Output stats = run(0, "read", "index", crawl.toString(), "--stats");
    assertTrue(stats.out.contains("documents  71"), stats.out);
    Output page = run(0, "read", "index", crawl.toString(), "--url", BASE + "0", "--json");
    assertTrue(page.out.contains("\"title\":\"CREATE TABLE\""), page.out);
    run(1, "read", "index", crawl.toString(), "--url", BASE + "gone");
  }

  @Test
  void aDirectoryWithoutPagesHasNothingToIndex() throws IOException {
    FileUtil.fullyDelete(crawl.resolve("segments").toFile());
    run(3, "index", crawl.toString());
    FileUtil.fullyDelete(crawl.resolve("crawldb").toFile());
    run(1, "index", crawl.toString());
    run(1, "index", folder.resolve("nowhere").toString());
  }

  @Test
  void aCrawlThatNutchWroteIsIndexed() throws IOException {
    String shared = System.getProperty("orbweaver.shared", "");
    Path nutch = Path.of(shared, "data", "nutch-crawl");
    assumeTrue(Files.isDirectory(nutch), "the shared data are not here: " + nutch);
    FileUtil.fullyDelete(crawl.toFile());
    copy(nutch, crawl);
    IndexPhase.BuiltIndex result = index(2);
    assertTrue(result.meta().docs() > 0);
    assertEquals(
        result.count(IndexCounter.CANDIDATES),
        result.meta().docs()
            + result.count(IndexCounter.NOINDEX)
            + result.count(IndexCounter.EMPTY)
            + result.count(IndexCounter.NOT_PARSED));
    assertEquals(result.meta().docs(), search("type:text OR type:application", 1000).size());
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Files.copy(path, to.resolve(from.relativize(path).toString()));
      }
    }
  }

  private record Output(String out, String err) {}

  private Output run(int exit, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);
    int code =
        OrbMain.run(
            "index-job.jar",
            args,
            IndexCommands.all(),
            IndexCommands.readers(),
            console,
            new Configuration(conf));
    Output output =
        new Output(out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    assertEquals(exit, code, () -> String.join(" ", args) + "\n" + output);
    return output;
  }
}
