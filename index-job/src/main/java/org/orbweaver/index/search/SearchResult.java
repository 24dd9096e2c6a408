package org.orbweaver.index.search;

import java.util.List;

/**
 * The answer to a query.
 *
 * @param hits best first
 * @param total how many pages match
 * @param totalIsExact false where there are at least {@code total}
 * @param readAs the query as it was read
 * @param notes what had to be guessed when reading it
 * @param millis how long the search took, snippets included
 */
public record SearchResult(
    List<Hit> hits,
    long total,
    boolean totalIsExact,
    String readAs,
    List<String> notes,
    long millis) {

  /**
   * A page found.
   *
   * @param rank its place, from 1
   * @param url its URL
   * @param title its title, empty when it has none
   * @param snippet text from it around the query's words
   * @param score the score it is ranked by: text + rankScore, within rounding
   * @param textScore the text's share
   * @param rankScore PageRank's share
   * @param pageRank its PageRank, 0 when it has none
   * @param lang language tag, or empty
   * @param type media type, or empty
   * @param date ms since 1970
   * @param group its group of near-duplicates, or empty
   * @param similar how many others of the group match, where they were folded
   * @param explanation how Lucene came to the score, or empty when that was not asked for
   */
  public record Hit(
      int rank,
      String url,
      String title,
      Snippet snippet,
      float score,
      float textScore,
      float rankScore,
      double pageRank,
      String lang,
      String type,
      long date,
      String group,
      int similar,
      String explanation) {}
}
