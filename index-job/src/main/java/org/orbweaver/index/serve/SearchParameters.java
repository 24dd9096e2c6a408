package org.orbweaver.index.serve;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.search.ReaderLanguages;
import org.orbweaver.index.search.SearchRequest;

/**
 * The parameters of a URL of the page or of the API; {@link #link} is the inverse.
 *
 * @param query the searched text
 * @param similar instead, the page that others should resemble
 * @param from how many of the best results to skip
 * @param size maximum results
 * @param explain whether to explain each score
 * @param all whether to show near-duplicates, too
 * @param facets whether facets of the results are requested
 * @param spell whether to search for the correction instead if no page has all words
 * @param feedback whether to add words of the best pages to the query
 * @param setting the reader's setting of languages; may be empty
 * @param languages of the reader, by the setting or by the browser
 */
record SearchParameters(
    String query,
    String similar,
    int from,
    int size,
    boolean explain,
    boolean all,
    boolean facets,
    boolean spell,
    boolean feedback,
    String setting,
    List<String> languages) {

  /** Most characters of a query or URL. */
  static final int MAX_CHARS = 2000;

  private static final int PAGE_SIZE = 10;
  private static final int MAX_PAGE_SIZE = 100;

  /** Most results that can be skipped. */
  static final int MAX_FROM = SearchRequest.MAX_RESULTS - MAX_PAGE_SIZE;

  /**
   * Reads a URL's parameters.
   *
   * @param accepted the languages that the browser accepts, by its header; may be empty
   * @throws OrbException (usage) if one of them is malformed or out of range
   */
  static SearchParameters of(Map<String, String> parameters, String accepted) {
    String setting = text(parameters, "hl");
    return new SearchParameters(
        text(parameters, "q"),
        text(parameters, parameters.get("url") == null ? "similar" : "url"),
        number(parameters, "from", 0, 0, MAX_FROM),
        number(parameters, "size", PAGE_SIZE, 1, MAX_PAGE_SIZE),
        number(parameters, "explain", 0, 0, 1) == 1,
        number(parameters, "all", 0, 0, 1) == 1,
        number(parameters, "facets", 0, 0, 1) == 1,
        number(parameters, "spell", 1, 0, 1) == 1,
        number(parameters, "rm3", 0, 0, 1) == 1,
        setting,
        setting.isEmpty() ? ReaderLanguages.ofHeader(accepted) : ReaderLanguages.of(setting));
  }

  static String text(Map<String, String> parameters, String name) {
    String value = parameters.get(name);
    if (value == null) {
      return "";
    }
    if (value.length() > MAX_CHARS) {
      throw OrbException.usage(
          name + " has " + value.length() + " characters; at most " + MAX_CHARS + " are allowed");
    }
    return value.strip();
  }

  static int number(Map<String, String> parameters, String name, int preset, int least, int most) {
    String value = parameters.get(name);
    if (value == null || value.isEmpty()) {
      return preset;
    }
    if (value.matches("[0-9]{1,6}")) {
      int number = Integer.parseInt(value);
      if (number >= least && number <= most) {
        return number;
      }
    }
    throw OrbException.usage(
        name + " must be a whole number from " + least + " to " + most + ", got '" + value + "'");
  }

  boolean isNothing() {
    return query.isEmpty() && similar.isEmpty();
  }

  /**
   * The search; near-duplicates are folded, unless the query is for a group of them.
   *
   * @param counted whether to count facets even if they are not requested
   */
  SearchRequest request(boolean counted) {
    boolean fold = !all && SearchRequest.folds(query);
    return new SearchRequest(
        query, from, size, explain, fold, facets || counted, spell, feedback, languages);
  }

  /** The same parameters for another query, from its best result. */
  SearchParameters withQuery(String other) {
    return new SearchParameters(
        other, "", 0, size, false, all, facets, spell, feedback, setting, languages);
  }

  /** The same parameters for a query that is searched as it is. */
  SearchParameters asTyped(String other) {
    return new SearchParameters(
        other, similar, from, size, explain, all, facets, false, feedback, setting, languages);
  }

  /** The same parameters, with facets. */
  SearchParameters withFacets() {
    return new SearchParameters(
        query, similar, from, size, explain, all, true, spell, feedback, setting, languages);
  }

  /** Path and query of the page. */
  String link() {
    return link(from, explain, all);
  }

  /** The same with other results of the query, or other options. */
  String link(int fromOther, boolean explained, boolean unfolded) {
    return (similar.isEmpty() ? "/?q=" + encode(query) : "/?similar=" + encode(similar))
        + (fromOther == 0 ? "" : "&from=" + fromOther)
        + (size == PAGE_SIZE ? "" : "&size=" + size)
        + (explained ? "&explain=1" : "")
        + (unfolded ? "&all=1" : "")
        + (facets ? "&facets=1" : "")
        + (spell ? "" : "&spell=0")
        + (feedback ? "&rm3=1" : "")
        + (setting.isEmpty() ? "" : "&hl=" + encode(setting));
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
