package org.orbweaver.index.search;

import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.query.QueryParser;

/**
 * What is asked of an index.
 *
 * @param query in the language of {@link QueryParser}
 * @param from how many of the best results to skip
 * @param size maximum results
 * @param explain whether to say how each score came about
 * @param fold whether to give of each group of near-duplicates one page only
 * @param facets whether to count what the matching pages are
 * @param relaxed whether pages match that have half of the words
 */
public record SearchRequest(
    String query,
    int from,
    int size,
    boolean explain,
    boolean fold,
    boolean facets,
    boolean relaxed) {

  /** More matches are not counted, unless as many are to be shown. */
  private static final int COUNTED = 1_000;

  /** The last result that can be asked for. */
  public static final int MAX_RESULTS = 10_000;

  /**
   * Checks the page of results.
   *
   * @throws OrbException (usage) where it is out of range
   */
  public SearchRequest {
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

  /** A request for pages that have most of the words. */
  public SearchRequest(
      String query, int from, int size, boolean explain, boolean fold, boolean facets) {
    this(query, from, size, explain, fold, facets, false);
  }

  /** The first results with near-duplicates and without facets. */
  public static SearchRequest of(String query, int size) {
    return new SearchRequest(query, 0, size, false, false, false);
  }

  /**
   * Whether of near-duplicates one is shown where nothing else is asked for: unless a query is for
   * a group. One that cannot be read is refused later.
   */
  public static boolean folds(String query) {
    try {
      return !QueryParser.parse(query).query().isForGroup();
    } catch (OrbException e) {
      return true;
    }
  }

  /** How many matches are counted: where there are more, the total is this and not exact. */
  public int counted() {
    return Math.max(COUNTED, from + size);
  }

  /** The same request for pages that have half of the words. */
  SearchRequest relax() {
    return new SearchRequest(query, from, size, explain, fold, facets, true);
  }

  /** A request for the number of results that another query has. */
  SearchRequest counting(String other) {
    return new SearchRequest(other, 0, 1, false, fold, false);
  }

  /** The same request with near-duplicates folded. */
  public SearchRequest folded() {
    return new SearchRequest(query, from, size, explain, true, facets);
  }
}
