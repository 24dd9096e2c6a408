package org.orbweaver.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Console;
import org.orbweaver.index.build.IndexPhase;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.SearchRequest;
import org.orbweaver.index.search.SearchResult;

/** Near-duplicates in answers: one of each group, with matching counts. */
class FoldingIT {
  private static final String SEGMENT = "20260101000000";
  private static final String BASE = "http://www.docs.example.org/";

  private final Configuration conf = new Configuration();

  @TempDir Path folder;

  private static void page(CrawlFixture pages, String name, String title, String... meta) {
    pages.crawled(BASE + name, CrawlDatum.STATUS_DB_FETCHED);
    pages.parsed(SEGMENT, BASE + name, title, title, meta);
  }

  @Test
  void foldsNearDuplicates() throws IOException {
    Path crawl = folder.resolve("crawl");
    conf.set("hadoop.tmp.dir", folder.resolve("hadoop").toString());
    CrawlFixture pages = new CrawlFixture();
    for (int i = 0; i < 40; i++) {
      // The best thirty are of one group; two other groups have five each.
      String name = i < 30 ? "a" + i : i < 35 ? "b" + i : "c" + i;
      page(
          pages,
          name,
          "Okapi" + " notes".repeat(i / 5),
          "lang",
          i % 2 == 0 ? "en" : "de",
          "published",
          i == 7 ? "2026-03-04" : "2025-03-04");
      pages.grouped(BASE + name, "g" + name.charAt(0));
    }
    page(pages, "single", "Okapi" + " notes".repeat(20));
    pages.write(conf, crawl);
    try (Session session = Session.open(conf, crawl.toString(), Console.silent(), "index")) {
      new IndexPhase().run(session, new IndexPhase.BuildOptions(2, false));
    }
    try (SearchIndex index = SearchIndex.openLatest(conf, CrawlDir.open(conf, crawl.toString()))) {
      SearchResult folded = index.search(SearchRequest.of("okapi", 10).folded());
      assertEquals(
          List.of("ga 29", "gb 4", "gc 4", " 0"),
          folded.hits().stream().map(hit -> hit.group() + " " + hit.similar()).toList());
      assertEquals(4, folded.total());
      assertEquals(2, index.search(SearchRequest.of("okapi", 2).folded()).hits().size());
      assertEquals(41, index.search(SearchRequest.of("okapi", 100)).hits().size());
      assertEquals(5, index.search(SearchRequest.of("okapi group:gb", 100)).hits().size());
      SearchResult.Hit front = folded.hits().get(0);
      assertEquals(BASE + "a7", front.url(), "the newest of the group");
      assertEquals(
          front.score(),
          index.search(SearchRequest.of("okapi url:" + front.url(), 1)).hits().get(0).score(),
          2f,
          "its own score");
      List<SearchResult.Hit> paged = new ArrayList<>();
      for (int from = 0; from < 6; from += 2) {
        paged.addAll(index.search(new SearchRequest("okapi", from, 2, false, true, false)).hits());
      }
      assertEquals(folded.hits(), paged);

      SearchRequest all = new SearchRequest("okapi", 0, 1, false, false, true);
      assertEquals(
          "host www.docs.example.org=41, lang de=20 en=20, type text/html=41, year 2025=39 2026=2",
          facets(index.search(all)));
      SearchResult counted = index.search(all.folded());
      assertEquals(
          "host www.docs.example.org=4, lang de=3 en=3, type text/html=4, year 2025=3 2026=2",
          facets(counted));
      for (SearchResult.Facet facet : counted.facets()) {
        for (SearchResult.FacetValue value : facet.values()) {
          String narrowed = "okapi " + value.filter();
          assertEquals(
              value.count(),
              index.search(SearchRequest.of(narrowed, 50).folded()).hits().size(),
              narrowed);
        }
      }
    }
  }

  private static String facets(SearchResult result) {
    return result.facets().stream()
        .map(
            facet ->
                facet.values().stream()
                    .map(value -> value.value() + "=" + value.count())
                    .collect(Collectors.joining(" ", facet.name() + " ", "")))
        .collect(Collectors.joining(", "));
  }
}
