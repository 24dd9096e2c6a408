package org.orbweaver.index.search;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.orbweaver.common.text.Fields;

/**
 * The answer to a query.
 *
 * @param build name of the index build that was searched
 * @param curated answers chosen for the query, to be shown above the hits
 * @param hits the results, best first
 * @param total how many results there are: matching pages, or groups of near-duplicates and pages
 *     in none if they are folded
 * @param totalIsExact false if there are at least {@code total}
 * @param isComplete false if a part of the index was not searched; a note says why
 * @param readAs the query as parsed
 * @param notes guesses made when parsing it
 * @param correction a query that was probably meant; it finds clearly more
 * @param searchedFor the query that was searched instead, as no page has all words of the typed one
 * @param facets counts of the matching pages, if requested
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
    Optional<String> searchedFor,
    List<Facet> facets,
    long millis) {

  /** The same result with other facets. */
  public SearchResult withFacets(List<Facet> others) {
    return new SearchResult(
        build,
        curated,
        hits,
        total,
        totalIsExact,
        isComplete,
        readAs,
        notes,
        correction,
        searchedFor,
        others,
        millis);
  }

  /** The same result with a query that was probably meant. */
  SearchResult withCorrection(Optional<String> other) {
    return new SearchResult(
        build,
        curated,
        hits,
        total,
        totalIsExact,
        isComplete,
        readAs,
        notes,
        other,
        Optional.empty(),
        facets,
        millis);
  }

  /**
   * This result in the place of another query's, with the notes and chosen answers of both.
   *
   * @param typed the result of the query as typed
   * @param query of this result
   */
  public SearchResult insteadOf(SearchResult typed, String query) {
    return new SearchResult(
        build,
        Stream.of(typed.curated, curated).flatMap(List::stream).distinct().toList(),
        hits,
        total,
        totalIsExact,
        isComplete,
        readAs,
        Stream.of(typed.notes, notes).flatMap(List::stream).distinct().toList(),
        Optional.empty(),
        Optional.of(query),
        facets,
        typed.millis + millis);
  }

  /**
   * An answer that a person chose for the query; the page need not be in the index.
   *
   * @param url http or https
   * @param title to show
   */
  public record Curated(String url, String title) {}

  /**
   * The counts of the matching pages by one property.
   *
   * @param name host, lang, type, kind or year
   * @param values the most frequent first
   */
  public record Facet(String name, List<FacetValue> values) {}

  /**
   * One value of a facet.
   *
   * @param value as shown
   * @param count results that have it: pages, or groups and single pages if they are folded
   * @param filter restricts a query to these results, in the query language
   */
  public record FacetValue(String value, long count, String filter) {}

  /**
   * A page found.
   *
   * @param rank its place, from 1
   * @param url its URL
   * @param title its title, empty when it has none
   * @param titleMatches where the query's words are in the title, ascending, without overlap
   * @param snippet text from it around the query's words
   * @param score the score it is ranked by: text + rankScore, within rounding
   * @param textScore the text's share
   * @param rankScore the share of PageRank, authority and hub
   * @param pageRank its PageRank, 0 when it has none
   * @param lang language tag, or empty
   * @param type media type, or empty
   * @param date ms since 1970
   * @param isDated true if the page itself states the date; else it was modified or fetched then
   * @param group its group of near-duplicates, or empty
   * @param similar how many others of the group match, if they were folded
   * @param explanation Lucene's explanation of the score, or empty if not requested
   * @param named values of the fields that sites and plugins name, by name
   */
  public record Hit(
      int rank,
      String url,
      String title,
      List<Snippet.Span> titleMatches,
      Snippet snippet,
      float score,
      float textScore,
      float rankScore,
      double pageRank,
      String lang,
      String type,
      long date,
      boolean isDated,
      String group,
      int similar,
      String explanation,
      Map<String, List<String>> named) {

    /** The same page at another place, with as many others of its group folded. */
    public Hit at(int otherRank, int others) {
      return new Hit(
          otherRank,
          url,
          title,
          titleMatches,
          snippet,
          score,
          textScore,
          rankScore,
          pageRank,
          lang,
          type,
          date,
          isDated,
          group,
          others,
          explanation,
          named);
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
          .with("dateIsStated", isDated)
          .withKnown("group", group.isEmpty() ? null : group)
          .withKnown("similar", similar == 0 ? null : similar)
          .withKnown("fields", named.isEmpty() ? null : named)
          .withKnown("explanation", explanation.isEmpty() ? null : explanation);
    }
  }
}
