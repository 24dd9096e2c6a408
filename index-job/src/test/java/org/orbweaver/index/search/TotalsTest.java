package org.orbweaver.index.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Page.Content;
import org.orbweaver.index.schema.Page.Facts;

/** The total, like a facet's count, is the number of results that can be reached. */
class TotalsTest {
  private static final int PAGES = 3000;

  private static TestIndex pages;
  private static SearchIndex index;

  /** "all" is on all pages, "few" on 28 in 16 results, "most" on 2,000 in one group. */
  @BeforeAll
  static void pages() throws IOException {
    Page[] made = new Page[PAGES];
    for (int i = 0; i < PAGES; i++) {
      String text = "all";
      String group = "";
      if (i < 28) {
        text += " few";
        group = i < 16 ? "g" + i % 4 : "";
      } else if (i < 2028) {
        text += " most";
        group = "big";
      } else {
        text += i < 2040 ? " red green blue" : i < 2045 ? " red blue" : "";
      }
      String lang = i % 3 == 0 ? "de" : "en";
      Facts facts = new Facts(i, "", group, i == 20, List.of(), 0, 0, 0, 0, List.of());
      made[i] =
          new Page(
              "http://h" + i % 5 + ".org/" + String.format("%04d", i),
              Content.of("", text, lang),
              facts);
    }
    pages = new TestIndex(made);
    index = pages.whole(new Configuration(false));
  }

  @AfterAll
  static void close() throws IOException {
    index.close();
    pages.close();
  }

  private static SearchResult search(String query, int from, boolean fold) throws IOException {
    return index.search(new SearchRequest(query, from, 10, false, fold, true));
  }

  private static Set<String> reached(String query, boolean fold) throws IOException {
    Set<String> urls = new HashSet<>();
    for (int from = 0; ; from += 10) {
      List<SearchResult.Hit> hits = search(query, from, fold).hits();
      hits.forEach(hit -> assertTrue(urls.add(hit.url()), hit.url()));
      if (hits.size() < 10) {
        return urls;
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"few", "most", "all few", "few OR most", "red", "few lang:de"})
  void theTotalCanBeReached(String query) throws IOException {
    SearchResult folded = search(query, 0, true);
    assertEquals(reached(query, true).size(), folded.total());
    assertTrue(folded.totalIsExact());
  }

  @Test
  void aGroupIsOneResult() throws IOException {
    assertEquals(16, search("few", 0, true).total());
    assertEquals(28, search("few", 0, false).total());
    assertEquals(1, search("most", 0, true).total());
  }

  @Test
  void moreResultsThanAreCountedAreNotExact() throws IOException {
    SearchResult pagesOfAGroup = search("most", 0, false);
    assertEquals(1000, pagesOfAGroup.total());
    assertFalse(pagesOfAGroup.totalIsExact());
    // 16 results of few, one of most, 972 others: not more than 1,000.
    assertEquals(989, search("all", 0, true).total());
    assertTrue(search("all", 0, true).totalIsExact());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"few", "few OR most", "red green blue", "red green blue all", "red -blue"})
  void aFacetCountsWhatTheRestrictedQueryFinds(String query) throws IOException {
    for (boolean fold : new boolean[] {true, false}) {
      List<String> wrong = new ArrayList<>();
      for (SearchResult.Facet facet : search(query, 0, fold).facets()) {
        for (SearchResult.FacetValue value : facet.values()) {
          long found = search(query + ' ' + value.filter(), 0, fold).total();
          if (found != Math.min(1000, value.count())) {
            wrong.add(value + " finds " + found);
          }
        }
      }
      assertEquals(List.of(), wrong);
    }
  }

  @Test
  void theNewestOfAGroupIsShown() throws IOException {
    SearchResult.Hit hit = search("most", 0, true).hits().get(0);
    assertEquals("http://h2.org/2027", hit.url());
    assertEquals(1999, hit.similar());
  }

  /** As one search of all matches would give: folding does not change the order of the others. */
  @ParameterizedTest
  @ValueSource(strings = {"few OR most", "all", "most", "all red"})
  void groupsAreFoldedInTheOrderOfTheirBest(String query) throws IOException {
    Set<String> groups = new HashSet<>();
    List<String> expected =
        index.search(new SearchRequest(query, 0, PAGES, false, false, false)).hits().stream()
            .filter(hit -> hit.group().isEmpty() || groups.add(hit.group()))
            .map(hit -> hit.group().isEmpty() ? hit.url() : hit.group())
            .limit(40)
            .toList();
    List<String> found = new ArrayList<>();
    for (int from = 0; from < 40; from += 10) {
      search(query, from, true)
          .hits()
          .forEach(hit -> found.add(hit.group().isEmpty() ? hit.url() : hit.group()));
    }
    assertEquals(expected, found);
  }

  /** However large a group is: the 20 best are of one group, which the second search skips. */
  @Test
  void aLargeGroupCostsOneMoreSearch() throws IOException {
    DuplicateGroups groups = new DuplicateGroups(new IndexSearcher(pages.reader()));
    List<Integer> asked = new ArrayList<>();
    List<ScoreDoc> shown =
        groups.folded(
            pagesFrom(100, 20, 2),
            (most, without) -> {
              assertEquals(Set.of("big"), without);
              asked.add(most);
              return pagesFrom(2100, most, 1);
            },
            10);
    assertEquals(List.of(80), asked);
    List<Integer> expected = new ArrayList<>(List.of(100));
    IntStream.range(2100, 2109).forEach(expected::add);
    assertEquals(expected, shown.stream().map(hit -> hit.doc).toList());
  }

  private static TopDocs pagesFrom(int doc, int count, float score) {
    ScoreDoc[] hits = new ScoreDoc[count];
    Arrays.setAll(hits, i -> new FieldDoc(doc + i, score, new Object[] {score - i * .001f}));
    return new TopDocs(new TotalHits(count, TotalHits.Relation.EQUAL_TO), hits);
  }

  @Test
  void aPageStandsForItsGroupWhereTimeRanOut() throws IOException {
    IndexSearcher searcher = new IndexSearcher(pages.reader());
    List<ScoreDoc> best = List.of(searcher.search(new MatchAllDocsQuery(), 3).scoreDocs);
    searcher.setTimeout(() -> true);
    DuplicateGroups groups = new DuplicateGroups(searcher);
    List<DuplicateGroups.Front> fronts =
        groups.fronts(best, new MatchAllDocsQuery(), new MatchAllDocsQuery());
    assertEquals(best, fronts.stream().map(DuplicateGroups.Front::page).toList());
  }
}
