package org.orbweaver.index.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.util.Bits;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.eval.Evaluation.Ranked;
import org.orbweaver.index.eval.TopicSearch;
import org.orbweaver.index.query.Cosine;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.testkit.MadeQueries;

/** Compares the answers of two indexes of the same pages. */
public final class Answers {
  /** One query in this many is also ranked by the cosine measure. */
  private static final int COSINE = 10;

  /** One query in this many is expanded by feedback. */
  private static final int FEEDBACK = 5;

  private static final int TOP = 20;
  private static final int MOST_PAGES = 3_000;

  /**
   * The outcome.
   *
   * @param found queries with results
   * @param differences queries with different answers, with both answers
   */
  public record Compared(int asked, int found, List<String> differences) {}

  private Answers() {}

  /** Sends both indexes the same queries of all kinds, made of the words of the first. */
  public static Compared compare(SearchIndex one, SearchIndex other, int count, long seed)
      throws IOException {
    MadeQueries queries = new MadeQueries(pages(one, seed), seed);
    Random random = new Random(seed);
    TopicSearch oneByText = new TopicSearch(one);
    TopicSearch otherByText = new TopicSearch(other);
    int found = 0;
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String query = queries.get();
      int from = random.nextInt(4) == 0 ? 10 : 0;
      boolean fold = random.nextBoolean();
      SearchRequest request =
          new SearchRequest(
              query, from, 10, i % 7 == 0, fold, true, true, i % FEEDBACK == 1, List.of());
      Object expected;
      Object actual;
      if (i % COSINE == 0) {
        expected = cosine(oneByText, query);
        actual = cosine(otherByText, query);
      } else {
        expected = answer(one, request);
        actual = answer(other, request);
        found += expected instanceof SearchResult result && result.total() > 0 ? 1 : 0;
      }
      if (!expected.equals(actual)) {
        differences.add(request + "\n  " + expected + "\n  " + actual);
      }
    }
    return new Compared(count, found, differences);
  }

  /** The answer, or the error message of a refused query, such as one of too many words. */
  private static Object answer(SearchIndex index, SearchRequest request) throws IOException {
    try {
      return timeless(index.search(request));
    } catch (OrbException e) {
      return e.getMessage();
    }
  }

  /** Pages with text, spread over the index; all pages of a small one. */
  private static List<MadeQueries.Page> pages(SearchIndex index, long seed) throws IOException {
    List<MadeQueries.Page> pages = new ArrayList<>();
    int docs = index.reader().maxDoc();
    Bits live = MultiBits.getLiveDocs(index.reader());
    Random random = new Random(seed);
    for (int i = 0; i < Math.min(docs, MOST_PAGES); i++) {
      int doc = docs <= MOST_PAGES ? i : random.nextInt(docs);
      if (live == null || live.get(doc)) {
        Document page = index.reader().storedFields().document(doc);
        pages.add(
            new MadeQueries.Page(
                text(page, IndexField.URL),
                text(page, IndexField.TITLE),
                text(page, IndexField.MAIN),
                text(page, IndexField.LANG),
                text(page, IndexField.TYPE)));
      }
    }
    return pages;
  }

  private static String text(Document page, IndexField field) {
    return Optional.ofNullable(page.get(field.fieldName())).orElse("");
  }

  /** Equal scores are in the order of documents; the cut may fall among those equal to the last. */
  private static List<Ranked> cosine(TopicSearch search, String query) throws IOException {
    List<Ranked> pages = search.rank(query, TOP, Optional.of(Cosine.Limit.EXACT)).pages();
    double last = pages.size() < TOP ? -1 : pages.get(TOP - 1).score();
    return pages.stream()
        .filter(page -> page.score() > last)
        .sorted(Comparator.comparingDouble(Ranked::score).thenComparing(Ranked::docno))
        .toList();
  }

  /** The result without the build's name and the time. */
  public static SearchResult timeless(SearchResult result) {
    return new SearchResult(
        "",
        result.curated(),
        result.hits(),
        result.total(),
        result.totalIsExact(),
        result.isComplete(),
        result.readAs(),
        result.notes(),
        result.correction(),
        result.searchedFor(),
        result.facets(),
        0);
  }
}
