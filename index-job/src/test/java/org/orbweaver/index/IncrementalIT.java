package org.orbweaver.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.Bits;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.index.build.IndexPhase;
import org.orbweaver.index.plan.IndexCounter;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchResult;

/** An index built upon an older one equals one built from scratch. */
class IncrementalIT {
  private static final String BASE = "http://www.example.org/";
  private static final byte FETCHED = CrawlDatum.STATUS_DB_FETCHED;

  private final Configuration conf = new Configuration();
  private final CrawlFixture pages = new CrawlFixture();

  @TempDir private Path folder;
  private Path crawl;

  @BeforeEach
  void firstRound() throws IOException {
    crawl = folder.resolve("crawl");
    conf.set("hadoop.tmp.dir", folder.resolve("hadoop").toString());
    conf.setDouble("orbweaver.index.score.factor", 1);
    conf.setInt("orbweaver.index.deleted.max.percent", 60);
    for (int i = 0; i < 30; i++) {
      page("20260101000000", "p" + i, "Zebra number " + i, "the first text " + "of it ".repeat(i));
      pages.ranked("20260101010000", BASE + "p" + i, (i + 1) / 100.);
      pages.judged("20260101010000", BASE + "p" + i, i / 10., 1 - i / 100.);
      pages.linked(BASE + "p" + i, BASE + "p" + (i + 1) % 30, "link to the next " + i % 7);
    }
    pages.linked("http://a.net/", BASE + "unseen", "unseen okapi");
    pages.linked("http://b.net/", BASE + "unseen", "unseen okapi");
    pages.crawled(BASE + "unseen", CrawlDatum.STATUS_DB_UNFETCHED);
    write();
  }

  private void page(String segment, String name, String title, String text, String... meta) {
    pages.crawled(BASE + name, FETCHED);
    pages.parsed(segment, BASE + name, title, text, meta);
  }

  /** Rewrites the stores; the index stays. */
  private void write() throws IOException {
    for (String store : List.of("crawldb", "linkdb", "segments", "pagerank", "hits")) {
      FileUtil.fullyDelete(crawl.resolve(store).toFile());
    }
    pages.write(conf, crawl);
  }

  private IndexPhase.BuiltIndex index(Path dir, boolean full) throws IOException {
    try (Session session = Session.open(conf, dir.toString(), Console.silent(), "index")) {
      return new IndexPhase().run(session, new IndexPhase.BuildOptions(2, full));
    }
  }

  private SearchIndex open(Path dir) throws IOException {
    return SearchIndex.openLatest(conf, CrawlDir.open(conf, dir.toString()));
  }

  /** Builds upon the index, and compares the result with an index built from scratch. */
  private IndexPhase.BuiltIndex indexAndCompare() throws IOException {
    IndexPhase.BuiltIndex result = index(crawl, false);
    Path whole = folder.resolve("whole");
    FileUtil.fullyDelete(whole.toFile());
    pages.write(conf, whole);
    IndexPhase.BuiltIndex expected = index(whole, true);
    assertEquals(expected.meta().docs(), result.meta().docs());
    for (IndexCounter counter : IndexCounter.values()) {
      if (counter != IndexCounter.UNCHANGED && counter != IndexCounter.DELETED) {
        assertEquals(expected.count(counter), result.count(counter), counter.name());
      }
    }
    try (SearchIndex one = open(whole);
        SearchIndex other = open(crawl)) {
      Map<String, Map<String, Object>> wanted = documents(one);
      Map<String, Map<String, Object>> there = documents(other);
      assertEquals(wanted.keySet(), there.keySet());
      wanted.forEach((url, fields) -> assertEquals(fields, there.get(url)));
      for (String query :
          List.of(
              "zebra",
              "text",
              "\"second text\"",
              "okapi",
              "anchor:next",
              "number OR antelope",
              "site:example.org",
              "title:zebra -title:3",
              "kind:unfetched")) {
        assertEquals(urls(one, query), urls(other, query), query);
      }
    }
    return result;
  }

  private static Set<String> urls(SearchIndex index, String query) throws IOException {
    return hits(index, query).stream()
        .map(SearchResult.Hit::url)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<SearchResult.Hit> hits(SearchIndex index, String query) throws IOException {
    return index.search(SearchRequest.of(query, 1000)).hits();
  }

  /** Stored fields and values of all live documents. */
  private static Map<String, Map<String, Object>> documents(SearchIndex index) throws IOException {
    Map<String, Map<String, Object>> documents = new TreeMap<>();
    for (LeafReaderContext leaf : index.reader().leaves()) {
      Bits live = leaf.reader().getLiveDocs();
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        if (live != null && !live.get(doc)) {
          continue;
        }
        Map<String, Object> fields = new TreeMap<>();
        for (IndexableField field : leaf.reader().storedFields().document(doc)) {
          Object value =
              Stream.of(field.numericValue(), field.stringValue(), field.binaryValue())
                  .filter(Objects::nonNull)
                  .findFirst()
                  .orElseThrow();
          fields.merge(field.name(), value, (a, b) -> a + "|" + b);
        }
        for (IndexField field :
            List.of(
                IndexField.DATE,
                IndexField.PAGERANK,
                IndexField.AUTHORITY,
                IndexField.HUB,
                IndexField.LINKING_HOSTS)) {
          NumericDocValues values = leaf.reader().getNumericDocValues(field.fieldName());
          assertTrue(values.advanceExact(doc));
          fields.put(field + " value", values.longValue());
        }
        Object before = documents.put((String) fields.get(IndexField.URL.fieldName()), fields);
        assertEquals(null, before, "two documents of one page");
      }
    }
    return documents;
  }

  private static long builds(IndexPhase.BuiltIndex result) {
    return result.meta().shards().keySet().stream()
        .map(name -> result.meta().nameOf(name).replaceFirst("/.*", ""))
        .distinct()
        .count();
  }

  @Test
  void severalRoundsGiveWhatAWholeBuildGives() throws IOException {
    IndexPhase.BuiltIndex first = indexAndCompare();
    assertEquals(31, first.meta().docs());
    assertEquals(1, first.count(IndexCounter.UNFETCHED));
    SearchIndex reader = open(crawl);
    assertEquals("unseen okapi", hits(reader, "okapi kind:unfetched").get(0).title());

    // Changed, gone, a duplicate, noindex, new, fetched, of other anchors, another rank, a copy.
    page("20260102000000", "p1", "Zebra number 1", "the second text");
    pages.crawled(BASE + "p2", CrawlDatum.STATUS_DB_GONE);
    pages.crawled(BASE + "p3", CrawlDatum.STATUS_DB_DUPLICATE);
    page("20260102000000", "p4", "Zebra number 4", "the second text", "robots", "noindex");
    page("20260102000000", "new", "Antelope", "the second text");
    page("20260102000000", "unseen", "Okapi", "seen at last");
    pages.linked("http://a.net/", BASE + "p5", "best of zebras");
    pages.ranked("20260101010000", BASE + "p6", .9);
    page("20260102000000", "p7", "Zebra number 7", "the second text", "canonical", BASE + "p8");
    pages.grouped(BASE + "p9", "g1");
    write();
    IndexPhase.BuiltIndex second = indexAndCompare();
    assertEquals(2, builds(second));
    assertEquals(22, second.count(IndexCounter.UNCHANGED));
    assertEquals(9, second.count(IndexCounter.DELETED));
    assertEquals(28, second.meta().docs());

    assertEquals(30, urls(reader, "zebra").size(), "the old build until it is opened again");
    reader.close();

    // Back again, and changed twice.
    pages.crawled(BASE + "p2", FETCHED);
    page("20260103000000", "p1", "Zebra number 1", "the third text");
    page("20260103000000", "p7", "Zebra number 7", "the third text");
    write();
    IndexPhase.BuiltIndex third = indexAndCompare();
    assertEquals(3, builds(third));
    assertEquals(1, third.count(IndexCounter.DELETED));
    assertEquals(30, third.meta().docs());
    assertEquals(10, third.meta().deleted().values().stream().mapToLong(n -> n).sum());

    IndexPhase.BuiltIndex same = indexAndCompare();
    assertEquals(30, same.count(IndexCounter.UNCHANGED));
    assertEquals(third.meta().docs(), same.meta().docs());
    assertEquals(3, builds(same), "nothing was written");
  }

  /** A page whose login changed is indexed again, and no other. */
  @Test
  void aLoginIsAFieldAndMayKeepPagesOut() throws IOException {
    index(crawl, false);
    pages.login("20260101000000", BASE + "p1", "host www.Example.org");
    pages.login("20260101000000", BASE + "p2", "prefix http://www.example.org/p2");
    write();
    IndexPhase.BuiltIndex marked = indexAndCompare();
    assertEquals(2, marked.count(IndexCounter.DELETED));
    assertEquals(29, marked.count(IndexCounter.UNCHANGED));
    try (SearchIndex index = open(crawl)) {
      assertEquals(Set.of(BASE + "p1"), urls(index, "login:\"host www.example.org\""));
      assertEquals(Set.of(BASE + "p1"), urls(index, "login:www.Example.org"));
      assertEquals(Set.of(BASE + "p2"), urls(index, "login:http://www.example.org/p2"));
      assertFalse(urls(index, "zebra -login:www.example.org").contains(BASE + "p1"));
      assertEquals("host www.Example.org", index.stored(BASE + "p1").orElseThrow().get("login"));
    }
    pages.login("20260101000000", BASE + "p2", null);
    write();
    assertEquals(1, indexAndCompare().count(IndexCounter.DELETED));

    conf.setBoolean("orbweaver.index.public", true);
    IndexPhase.BuiltIndex open = indexAndCompare();
    assertEquals(1, open.count(IndexCounter.WITH_LOGIN));
    assertEquals(1, open.count(IndexCounter.DELETED));
    assertEquals(30, open.meta().docs());
    assertTrue(open.summary().endsWith(", 1 with a login"), open.summary());
    try (SearchIndex index = open(crawl)) {
      assertFalse(urls(index, "zebra").contains(BASE + "p1"));
    }
  }

  @Test
  void tooManyDeletionsOrBuildsLeadToAWholeBuild() throws IOException {
    index(crawl, false);
    conf.setInt("orbweaver.index.deleted.max.percent", 4);
    page("20260102000000", "p1", "Zebra number 1", "the second text");
    write();
    assertEquals(1, index(crawl, false).count(IndexCounter.DELETED), "one of 31");
    page("20260103000000", "p2", "Zebra number 2", "the third text");
    write();
    IndexPhase.BuiltIndex worn = indexAndCompare();
    assertEquals(1, builds(worn), "two of 32 would be");
    assertEquals(0, worn.count(IndexCounter.UNCHANGED));

    conf.setInt("orbweaver.index.generations.max", 2);
    for (int i = 0; i < 3; i++) {
      page("20260104000000", "more" + i, "More " + i, "text");
      write();
      assertEquals(2 - i % 2, builds(index(crawl, false)));
    }
    assertEquals(1, builds(index(crawl, true)), "--full");
    conf.setInt("orbweaver.index.stored.max.chars", 5);
    assertEquals(1, builds(indexAndCompare()), "other settings");
  }

  @Test
  void buildsStayAsLongAsAKeptOneHasTheirShards() throws IOException {
    conf.setInt("orbweaver.index.builds.kept", 1);
    index(crawl, false);
    page("20260102000000", "p1", "Zebra number 1", "the second text");
    write();
    IndexPhase.BuiltIndex second = indexAndCompare();
    assertEquals(2, folders(), "the first one's shards are in use");
    Path cache = folder.resolve("cache");
    conf.set("orbweaver.search.cache.dir", cache.toString());
    CrawlDir remote = CrawlDir.open(RemoteFileSystem.in(conf), "remote://" + crawl);
    try (SearchIndex here = open(crawl);
        SearchIndex there = SearchIndex.openLatest(conf, remote)) {
      assertEquals(hits(here, "zebra text"), hits(there, "zebra text"));
    }
    page("20260103000000", "p2", "Zebra number 2", "the third text");
    write();
    assertEquals(second.meta().docs(), index(crawl, false).meta().docs());
    try (SearchIndex there = SearchIndex.openLatest(conf, remote)) {
      assertEquals(Set.of(BASE + "p2"), urls(there, "\"third text\""));
      assertFalse(urls(there, "\"first text\"").contains(BASE + "p2"));
    }
    index(crawl, true);
    assertEquals(1, folders());
  }

  @Test
  void anIndexWithoutPagesIsBuiltUpon() throws IOException {
    index(crawl, false);
    CrawlFixture gone = new CrawlFixture();
    for (int i = 0; i < 30; i++) {
      gone.crawled(BASE + "p" + i, CrawlDatum.STATUS_DB_GONE);
    }
    gone.parsed("20260101000000", BASE + "p0", "Zebra", "text");
    FileUtil.fullyDelete(crawl.resolve("crawldb").toFile());
    FileUtil.fullyDelete(crawl.resolve("segments").toFile());
    FileUtil.fullyDelete(crawl.resolve("linkdb").toFile());
    gone.write(conf, crawl);
    assertEquals(0, index(crawl, false).meta().docs());
    assertEquals(0, index(crawl, false).meta().docs());
    write();
    assertEquals(31, indexAndCompare().meta().docs());
  }

  @Test
  void pagesWithLongUrlsAreReplacedAndRemoved() throws IOException {
    String start = BASE + "long/" + "x".repeat(8_000);
    String cut = start.substring(0, 8_000);
    for (String url : List.of(start + "a", start + "b", cut + "%E4".repeat(3_000))) {
      pages.crawled(url, FETCHED);
      pages.parsed("20260101000000", url, "Long quokka", "a long URL");
    }
    write();
    index(crawl, true);
    try (SearchIndex index = SearchIndex.openLatest(conf, CrawlDir.open(conf, crawl.toString()))) {
      assertEquals(3, index.search(SearchRequest.of("quokka", 10)).total());
      assertTrue(index.contains(start + "a"));
      assertFalse(index.contains(cut));
    }
    pages.crawled(start + "a", CrawlDatum.STATUS_DB_GONE);
    pages.crawled(cut + "%E4".repeat(3_000), CrawlDatum.STATUS_DB_GONE);
    write();
    index(crawl, false);
    try (SearchIndex index = SearchIndex.openLatest(conf, CrawlDir.open(conf, crawl.toString()))) {
      assertEquals(
          List.of(start + "b"),
          index.search(SearchRequest.of("quokka", 10)).hits().stream()
              .map(SearchResult.Hit::url)
              .toList());
    }
  }

  @Test
  void nothingIsRemovedWhereAKeptBuildCannotBeRead() throws IOException {
    conf.setInt("orbweaver.index.builds.kept", 2);
    String first = index(crawl, false).meta().build();
    page("20260102000000", "p1", "Zebra number 1", "the second text");
    write();
    IndexPhase.BuiltIndex second = index(crawl, false);
    assertEquals(2, builds(second), "the second one has shards of the first");
    Files.writeString(crawl.resolve("index/" + second.meta().build() + "/meta.json"), "{");
    index(crawl, false);
    assertTrue(Files.exists(crawl.resolve("index/" + first + "/meta.json")));
  }

  private long folders() throws IOException {
    try (Stream<Path> builds = Files.list(crawl.resolve("index"))) {
      return builds.filter(path -> path.getFileName().toString().matches("\\d{14}")).count();
    }
  }
}
