package org.orbweaver.index.search;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.orbweaver.common.text.Fields;

/**
 * The answer to a query.
 *
 * @param build name of the index build that was searched
 * @param curated answers chosen for the query, to be shown above the hits
 * @param hits best first
 * @param total how many results there are: matching pages, or groups of near-duplicates and pages
 *     in none where they are folded
 * @param totalIsExact false where there are at least {@code total}
 * @param isComplete false where not all of the index was searched; a note says why
 * @param readAs the query as it was read
 * @param notes what had to be guessed when reading it
 * @param correction a query that was probably meant; it finds clearly more
 * @param facets what the matching pages are, where that was asked for
 * @param millis how long the search took, snippets included
 */
public record SearchResult(
    String build,
    List<Curated> curated,
    List<Hit> hits,
    long total,
    boolean totalIsExact,
    boolean isComplete,
    String readAs,
    List<String> notes,
    Optional<String> correction,
    List<Facet> facets,
    long millis) {

  /**
   * An answer that a person chose for the query; it need not be in the index.
   *
   * @param url http or https
   * @param title to show
   */
  public record Curated(String url, String title) {}

  /**
   * What the matching pages are in one respect.
   *
   * @param name host, lang, type, kind or year
   * @param values the most frequent first
   */
  public record Facet(String name, List<FacetValue> values) {}

  /**
   * One value of a facet.
   *
   * @param value as shown
   * @param count results that have it: pages, or groups and single pages where they are folded
   * @param filter what restricts a query to these, in the query language
   */
  public record FacetValue(String value, long count, String filter) {}

  /**
   * A page found.
   *
   * @param rank its place, from 1
   * @param url its URL
   * @param title its title, empty when it has none
   * @param snippet text from it around the query's words
   * @param score the score it is ranked by: text + rankScore, within rounding
   * @param textScore the text's share
   * @param rankScore the share of PageRank, authority and hub
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
      String explanation) {

    /** The same page at another place, with as many others of its group folded. */
    public Hit at(int otherRank, int others) {
      return new Hit(
          otherRank,
          url,
          title,
          snippet,
          score,
          textScore,
          rankScore,
          pageRank,
          lang,
          type,
          date,
          group,
          others,
          explanation);
    }

    /** The hit as a JSON object, for the command and the API. */
    public Fields fields() {
      return new Fields()
          .with("rank", rank)
          .with("url", url)
          .with("title", title)
          .with("snippet", snippet.text())
          .with("score", score)
          .with("text", textScore)
          .with("static", rankScore)
          .with("pagerank", pageRank)
          .with("lang", lang)
          .with("type", type)
          .with("date", Instant.ofEpochMilli(date).toString())
          .withKnown("group", group.isEmpty() ? null : group)
          .withKnown("similar", similar == 0 ? null : similar)
          .withKnown("explanation", explanation.isEmpty() ? null : explanation);
    }
  }
}
