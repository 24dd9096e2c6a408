package org.orbweaver.index.search;

import java.util.List;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.query.QueryParser;

/**
 * A request to an index.
 *
 * @param query in the language of {@link QueryParser}
 * @param from how many of the best results to skip
 * @param size maximum results
 * @param explain whether to explain each score
 * @param fold whether to return one page only of each group of near-duplicates
 * @param facets whether to count hosts, languages, types, kinds and years of the matching pages
 * @param respell whether to search for the correction instead if no page has all words
 * @param feedback whether to add words of the best pages to the query
 * @param languages of the reader, as {@link ReaderLanguages} reads them; empty if unknown
 */
public record SearchRequest(
    String query,
    int from,
    int size,
    boolean explain,
    boolean fold,
    boolean facets,
    boolean respell,
    boolean feedback,
    List<String> languages) {

  /** More matches are not counted, unless more results are requested. */
  private static final int COUNTED = 1_000;

  /** The last result that can be requested. */
  public static final int MAX_RESULTS = 10_000;

  /**
   * Checks the page of results.
   *
   * @throws OrbException (usage) if it is out of range, or if there are too many languages
   */
  public SearchRequest {
    languages = List.copyOf(languages);
    if (languages.size() > ReaderLanguages.MAX) {
      throw OrbException.usage(
          "at most " + ReaderLanguages.MAX + " languages of the reader, got " + languages);
    }
    if (from < 0 || size < 1 || from + (long) size > MAX_RESULTS) {
      throw OrbException.usage(
          "results "
              + (from + 1L)
              + " to "
              + (from + (long) size)
              + " cannot be shown; expected a range within 1 and "
              + MAX_RESULTS);
    }
  }

  /**
   * A request that searches for the correction if no page has all words; without feedback, of a
   * reader whose languages are unknown.
   */
  public SearchRequest(
      String query, int from, int size, boolean explain, boolean fold, boolean facets) {
    this(query, from, size, explain, fold, facets, true, false, List.of());
  }

  /** The first results with near-duplicates and without facets. */
  public static SearchRequest of(String query, int size) {
    return new SearchRequest(query, 0, size, false, false, false);
  }

  /**
   * The default for folding near-duplicates: true unless the query is for a group. A malformed
   * query is refused later.
   */
  public static boolean folds(String query) {
    try {
      return !QueryParser.parse(query, null).query().isForGroup();
    } catch (OrbException e) {
      return true;
    }
  }

  /** The limit of counting: if there are more matches, the total is this and not exact. */
  public int counted() {
    return Math.max(COUNTED, from + size);
  }

  /** The same request with near-duplicates folded. */
  public SearchRequest folded() {
    return new SearchRequest(
        query, from, size, explain, true, facets, respell, feedback, languages);
  }

  /** The same request for the query as typed. */
  public SearchRequest asTyped() {
    return new SearchRequest(query, from, size, explain, fold, facets, false, feedback, languages);
  }

  /** The same request for another query. */
  public SearchRequest withQuery(String other) {
    return new SearchRequest(
        other, from, size, explain, fold, facets, respell, feedback, languages);
  }

  /** The same request for other results. */
  public SearchRequest page(int other, int results) {
    return new SearchRequest(
        query, other, results, explain, fold, facets, respell, feedback, languages);
  }

  /** The best pages for the query as typed, from which feedback is taken. */
  public SearchRequest first(int pages) {
    return new SearchRequest(query, 0, pages, false, fold, false, false, false, languages);
  }
}
