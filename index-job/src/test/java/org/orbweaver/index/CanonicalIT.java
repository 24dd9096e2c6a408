package org.orbweaver.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.index.build.IndexPhase;
import org.orbweaver.index.plan.IndexCounter;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchResult;

/** Of a page and its copies the canonical one is indexed, and no content is lost. */
class CanonicalIT {
  private static final String OLD = "20260101000000";
  private static final String NEW = "20260102000000";
  private static final String SITE = "http://www.a.example.org/";
  private static final byte FETCHED = CrawlDatum.STATUS_DB_FETCHED;

  private final Configuration conf = new Configuration();
  private final CrawlFixture pages = new CrawlFixture();

  @TempDir private Path folder;

  private void page(String name, byte status, String canonical, String... meta) {
    pages.crawled(SITE + name, status);
    parsed(OLD, name, canonical, meta);
  }

  private void parsed(String segment, String name, String canonical, String... meta) {
    String[] all = java.util.Arrays.copyOf(meta, meta.length + 2);
    all[meta.length] = "canonical";
    all[meta.length + 1] = canonical;
    pages.parsed(
        segment, SITE + name, "Zebra " + name, "text of " + name, canonical.isEmpty() ? meta : all);
  }

  /** Name and PageRank of the pages in the index. */
  private Map<String, Double> indexed(int shards) throws IOException {
    String dir = folder.resolve("crawl").toString();
    try (Session session = Session.open(conf, dir, Console.silent(), "index")) {
      IndexPhase.BuiltIndex result =
          new IndexPhase().run(session, new IndexPhase.BuildOptions(shards, false));
      assertEquals(
          result.count(IndexCounter.CANDIDATES),
          result.count(IndexCounter.INDEXED)
              + result.count(IndexCounter.NOINDEX)
              + result.count(IndexCounter.CANONICAL)
              + result.count(IndexCounter.EMPTY)
              + result.count(IndexCounter.NOT_PARSED));
    }
    Map<String, Double> found = new TreeMap<>();
    try (SearchIndex index = SearchIndex.openLatest(conf, CrawlDir.open(conf, dir))) {
      for (SearchResult.Hit hit : index.search(SearchRequest.of("zebra", 100)).hits()) {
        found.put(hit.url().replace(SITE, ""), hit.pageRank());
      }
    }
    return found;
  }

  @Test
  void theCanonicalPageStandsForItsCopiesAndNoContentIsLost() throws IOException {
    page("good", FETCHED, SITE + "good");
    page("copy1", FETCHED, SITE + "good");
    page("copy2", CrawlDatum.STATUS_DB_NOTMODIFIED, "http://a.example.org/bare");
    pages.crawled("http://a.example.org/bare", FETCHED);
    pages.parsed(OLD, "http://a.example.org/bare", "Zebra", "text");

    page("of-unfetched", FETCHED, SITE + "unfetched");
    pages.crawled(SITE + "unfetched", CrawlDatum.STATUS_DB_UNFETCHED);
    page("of-unknown", FETCHED, SITE + "unknown");
    page("of-gone", FETCHED, SITE + "gone");
    page("gone", CrawlDatum.STATUS_DB_GONE, "");
    page("of-noindex", FETCHED, SITE + "noindex");
    page("noindex", FETCHED, "", "robots", "noindex");
    page("of-empty", FETCHED, SITE + "empty");
    pages.crawled(SITE + "empty", FETCHED);
    pages.parsed(OLD, SITE + "empty", "", "");
    page("of-other-site", FETCHED, "http://b.example.net/");
    pages.crawled("http://b.example.net/", FETCHED);
    pages.parsed(OLD, "http://b.example.net/", "Zebra", "text");
    page("chain1", FETCHED, SITE + "chain2");
    page("chain2", FETCHED, SITE + "chain3");
    page("chain3", FETCHED, "");
    page("circle1", FETCHED, SITE + "circle2");
    page("circle2", FETCHED, SITE + "circle1");
    pages.same("1f", SITE + "same", SITE + "the-same");
    page("no-more", FETCHED, SITE + "good");
    parsed(NEW, "no-more", "");

    pages.ranked("20260103000000", SITE + "good", .4);
    pages.ranked("20260103000000", SITE + "the-same", .1);
    pages.ranked("20260103000000", SITE + "unfetched", .2);
    pages.ranked("20260103000000", "http://b.example.net/", .3);
    pages.write(conf, folder.resolve("crawl"));
    conf.set("hadoop.tmp.dir", folder.resolve("hadoop").toString());

    Map<String, Double> expected = new TreeMap<>();
    expected.put("good", .4);
    expected.put("http://a.example.org/bare", 0.);
    expected.put("of-unfetched", .2);
    expected.put("the-same", .1);
    for (String kept :
        new String[] {
          "of-unknown",
          "of-gone",
          "of-noindex",
          "of-empty",
          "of-other-site",
          "chain1",
          "chain3",
          "circle1",
          "circle2",
          "no-more"
        }) {
      expected.put(kept, 0.);
    }
    expected.put("http://b.example.net/", .3);
    assertEquals(expected, indexed(1));
    assertEquals(expected, indexed(3), "whatever the shards");

    conf.setBoolean("orbweaver.index.canonicals", false);
    assertEquals(expected.size() + 3, indexed(2).size(), "of duplicates one, of copies all");
  }
}
