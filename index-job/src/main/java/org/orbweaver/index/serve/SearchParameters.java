package org.orbweaver.index.serve;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.query.QueryParser;
import org.orbweaver.index.schema.Texts;
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
 * @param filters chosen values by facet, in the order of {@link #FACETS}; a page has one of each
 * @param values all parameters as they were sent, by name
 * @param accepted the languages that the browser accepts, by its header; may be empty
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
    List<String> languages,
    Map<String, List<String>> filters,
    Map<String, List<String>> values,
    String accepted) {

  /** The facets, as parameters; each may be repeated. */
  static final List<String> FACETS = List.of("host", "lang", "type", "kind", "year");

  /** The parameters of a search by the API. */
  static final Set<String> OF_SEARCH =
      Stream.concat(
              FACETS.stream(),
              Stream.of(
                  "q", "from", "size", "all", "explain", "facets", "rm3", "spell", "hl", "format"))
          .collect(Collectors.toUnmodifiableSet());

  /** Most values of filters in a request: each adds a word to the query. */
  private static final int MAX_FILTERS = 8;

  /** A value that is one word of a query. */
  private static final Pattern WORD = Pattern.compile("[\\p{Alnum}][\\p{Alnum}._+/-]*");

  private static final Pattern QUOTE = Pattern.compile("[\"\u201c\u201d\u201e\u00ab\u00bb]");

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
  static SearchParameters of(Map<String, List<String>> values, String accepted) {
    for (String name : List.of("q", "similar", "url", "hl")) {
      String unused = text(HttpService.first(values), name);
    }
    SearchParameters read = read(values, accepted);
    check(read.filters);
    return read;
  }

  /** Those of our own links may be longer: a query with a group of near-duplicates. */
  private static SearchParameters read(Map<String, List<String>> values, String accepted) {
    Map<String, String> parameters = HttpService.first(values);
    String setting = parameters.getOrDefault("hl", "").strip();
    return new SearchParameters(
        parameters.getOrDefault("q", "").strip(),
        parameters.getOrDefault("url", parameters.getOrDefault("similar", "")).strip(),
        number(parameters, "from", 0, 0, MAX_FROM),
        number(parameters, "size", PAGE_SIZE, 1, MAX_PAGE_SIZE),
        number(parameters, "explain", 0, 0, 1) == 1,
        number(parameters, "all", 0, 0, 1) == 1,
        number(parameters, "facets", 0, 0, 1) == 1,
        number(parameters, "spell", 1, 0, 1) == 1,
        number(parameters, "rm3", 0, 0, 1) == 1,
        setting,
        setting.isEmpty() ? ReaderLanguages.ofHeader(accepted) : ReaderLanguages.of(setting),
        filters(values),
        values,
        accepted);
  }

  private static Map<String, List<String>> filters(Map<String, List<String>> values) {
    Map<String, List<String>> filters = new LinkedHashMap<>();
    for (String facet : FACETS) {
      List<String> chosen =
          values.getOrDefault(facet, List.of()).stream()
              .map(String::strip)
              .filter(value -> !value.isEmpty())
              .distinct()
              .toList();
      if (!chosen.isEmpty()) {
        filters.put(facet, chosen);
      }
    }
    return filters;
  }

  /**
   * Refuses filters that cannot be written as a query.
   *
   * @throws OrbException (usage) if there are too many, or one has a quotation mark
   */
  private static void check(Map<String, List<String>> filters) {
    int count = filters.values().stream().mapToInt(List::size).sum();
    if (count > MAX_FILTERS) {
      throw OrbException.usage(
          "at most " + MAX_FILTERS + " values of facets can be chosen, got " + count);
    }
    filters.forEach(
        (facet, values) -> {
          for (String value : values) {
            if (value.length() > MAX_CHARS || QUOTE.matcher(value).find()) {
              throw OrbException.usage(facet + " cannot be '" + Texts.cut(value, 100) + "'");
            }
          }
        });
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
    return query.isEmpty() && similar.isEmpty() && filters.isEmpty();
  }

  /**
   * The search; near-duplicates are folded, unless the query is for a group of them.
   *
   * @param counted whether to count facets even if they are not requested
   */
  SearchRequest request(boolean counted) {
    boolean fold = !all && SearchRequest.folds(query);
    return new SearchRequest(
        filtered(), from, size, explain, fold, facets || counted, spell, feedback, languages);
  }

  /** The query with the chosen values of facets, in the query language. */
  private String filtered() {
    if (!filters.isEmpty() && !query.isEmpty()) {
      // An operator at its end must not take a filter for its operand.
      QueryParser.ParsedQuery unused = QueryParser.parse(query, null);
    }
    StringBuilder text = new StringBuilder(query);
    filters.forEach(
        (facet, values) -> {
          String field = facet.equals("year") ? "date:" : facet + ":";
          text.append(text.isEmpty() ? "" : " ")
              .append(
                  values.stream()
                      .map(v -> field + (WORD.matcher(v).matches() ? v : '"' + v + '"'))
                      .collect(Collectors.joining(" OR ", "(", ")")));
        });
    return text.toString();
  }

  boolean isChosen(String facet, String value) {
    return filters.getOrDefault(facet, List.of()).contains(value);
  }

  /** The same parameters with a value of a facet, or without it if it is chosen; from the best. */
  SearchParameters toggled(String facet, String value) {
    List<String> chosen = new ArrayList<>(filters.getOrDefault(facet, List.of()));
    if (!chosen.remove(value)) {
      chosen.add(value);
    }
    return fromTheBest().with(facet, chosen);
  }

  /** The same parameters without some filters, from the best result. */
  SearchParameters without(Collection<String> facets) {
    SearchParameters others = fromTheBest();
    for (String facet : facets) {
      others = others.with(facet, List.of());
    }
    return others;
  }

  /** The same parameters for the best result alone, of the query as it is, with facets. */
  SearchParameters asCount() {
    return fromTheBest().with("size", "1").with("spell", "0").withFacets();
  }

  /** The same parameters for another text, at the same place. */
  SearchParameters readAs(String other) {
    return with("q", other);
  }

  /** The same parameters for another query, from its best result. */
  SearchParameters withQuery(String other) {
    return fromTheBest().with("q", other).with("similar", "").with("url", "");
  }

  /** The same parameters for a query that is searched as it is. */
  SearchParameters asTyped(String other) {
    return with("q", other).with("spell", "0");
  }

  /** The same parameters, with facets. */
  SearchParameters withFacets() {
    return with("facets", "1");
  }

  private SearchParameters fromTheBest() {
    return with("from", "").with("explain", "");
  }

  private SearchParameters with(String name, String value) {
    return with(name, List.of(value));
  }

  private SearchParameters with(String name, List<String> others) {
    Map<String, List<String>> changed = new HashMap<>(values);
    changed.put(name, others.isEmpty() ? List.of("") : others);
    return read(changed, accepted);
  }

  /** Path and query of the page. */
  String link() {
    return link(from, explain, all);
  }

  /** The same with other results of the query, or other options. */
  String link(int fromOther, boolean explained, boolean unfolded) {
    return "/" + text(fromOther, explained, unfolded);
  }

  /** The query string of the results. */
  String text(int fromOther, boolean explained, boolean unfolded) {
    return (similar.isEmpty() ? "?q=" + encode(query) : "?similar=" + encode(similar))
        + filters.entrySet().stream()
            .flatMap(of -> of.getValue().stream().map(v -> "&" + of.getKey() + "=" + encode(v)))
            .collect(Collectors.joining())
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
