package org.orbweaver.index.serve;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Fields;
import org.orbweaver.crawler.url.ReadableUrl;
import org.orbweaver.index.search.FacetCounts;
import org.orbweaver.index.search.SearchResult;
import org.orbweaver.index.search.SearchService;
import org.orbweaver.index.search.Snippet;

/** Renders the search page as HTML. {@link Template} escapes all of it. */
final class SearchPage {
  private static final int TITLE_CHARS = 200;
  private static final int URL_CHARS = 120;
  private static final int SNIPPET_CHARS = 800;
  private static final int VALUES_OF_FACET = 8;

  /** Numbers of pages before and after the current one. */
  private static final int PAGES_BESIDE = 4;

  private static final Pattern HTTP = Pattern.compile("(?i)https?://([^/?#]+)(.*)", Pattern.DOTALL);

  private final Template page = new Template(Template.resource("page.html"));
  private final String name;
  private final String assets;
  private final boolean clicks;
  private final boolean report;

  /**
   * A page.
   *
   * @param name of the crawl
   * @param assets the version of style and script
   * @param clicks whether result links go through the click log
   * @param report whether to link to a report of the crawl
   */
  SearchPage(String name, String assets, boolean clicks, boolean report) {
    this.name = name;
    this.assets = assets;
    this.clicks = clicks;
    this.report = report;
  }

  /** The page without a query, with queries to try. */
  String home(SearchService.IndexStatus status, String setting, List<Examples.Example> examples) {
    List<Fields> shown =
        examples.stream()
            .map(
                one ->
                    new Fields()
                        .with("example", one.query())
                        .with("meaning", one.meaning())
                        .with("link", "/?q=" + SearchParameters.encode(one.query())))
            .toList();
    return page.render(
        frame(status, "", "Search " + name)
            .with("home", true)
            .with("setting", setting)
            .with("examples", shown));
  }

  /** The page for an error of the request or of the server. */
  String error(SearchService.IndexStatus status, String query, String heading, OrbException error) {
    return page.render(
        frame(status, query, heading + " – " + name)
            .with("error", true)
            .with("heading", heading)
            .with("place", String.join("\n", error.details()))
            .with("message", error.getMessage()));
  }

  /**
   * The page of pages similar to one.
   *
   * @param title of that page; may be empty
   */
  String similar(
      SearchService.IndexStatus status, SearchParameters asked, String title, SearchResult result) {
    String shown = title.isBlank() ? cut(readable(asked.similar()), URL_CHARS) : title;
    return page.render(
        results(status, asked, asked, List.of(), result, "Similar to " + shown)
            .with("similarTo", cut(shown, TITLE_CHARS))
            .with("similarUrl", title.isBlank() ? "" : cut(readable(asked.similar()), URL_CHARS))
            .with("similarLink", httpLink(asked.similar())));
  }

  /**
   * The page of results.
   *
   * @param typed the parameters as they were
   * @param read the same with the query that was searched
   * @param faults why these differ, if they do
   */
  String results(
      SearchService.IndexStatus status,
      SearchParameters typed,
      SearchParameters read,
      List<String> faults,
      SearchResult result) {
    String what = typed.query().isEmpty() ? "All pages" : typed.query();
    return page.render(results(status, typed, read, faults, result, what));
  }

  private Fields results(
      SearchService.IndexStatus status,
      SearchParameters typed,
      SearchParameters read,
      List<String> faults,
      SearchResult result,
      String what) {
    // Its links lead to results of the same query, whatever is corrected there.
    SearchParameters asked = result.searchedFor().map(read::asTyped).orElse(read);
    List<SearchResult.Hit> hits = result.hits();
    int next = asked.from() + asked.size();
    boolean isLast =
        hits.size() < asked.size() || (result.totalIsExact() && next >= result.total());
    String count = (result.totalIsExact() ? "" : "at least ") + Count.of(result.total(), "result");
    boolean isPaged = asked.similar().isEmpty() && (asked.from() > 0 || !isLast);
    return frame(status, typed.query(), cut(what, TITLE_CHARS) + " – " + name)
        .with("found", true)
        .with("setting", typed.setting())
        .with("count", count)
        .with("page", asked.from() == 0 ? "" : asked.from() / asked.size() + 1)
        .with("millis", result.millis())
        .with("faults", faults)
        .with("mended", faults.isEmpty() ? "" : read.query())
        .with("mendedLink", faults.isEmpty() ? "" : read.link())
        .with("notes", result.notes())
        .with("readAs", result.notes().isEmpty() ? "" : result.readAs())
        .with("correction", result.correction().orElse(""))
        .with("correctionLink", result.correction().map(c -> asked.withQuery(c).link()).orElse(""))
        .with("searchedFor", result.searchedFor().orElse(""))
        .with("searchedForLink", asked.link())
        .with("typedLink", read.withQuery(read.query()).asTyped(read.query()).link())
        .with(
            "curated",
            result.curated().stream()
                .map(one -> new Fields().with("link", one.url()).with("title", one.title()))
                .toList())
        .with("filtered", !asked.filters().isEmpty())
        .with("chosen", chosen(asked))
        .with("unfiltered", asked.without(SearchParameters.FACETS).link())
        .with("empty", hits.isEmpty() && asked.from() == 0)
        .with("beyond", hits.isEmpty() && asked.from() > 0)
        .with("firstLink", turned(asked, 0))
        .with("first", asked.from() + 1)
        .with("hits", hits.stream().map(hit -> hit(asked, hit)).toList())
        .with("paged", isPaged)
        .with(
            "previous",
            asked.from() == 0 ? "" : turned(asked, Math.max(0, asked.from() - asked.size())))
        .with("next", isLast || next > SearchParameters.MAX_FROM ? "" : turned(asked, next))
        .with("pages", isPaged ? pages(asked, result.total()) : List.of())
        .with(
            "feeds",
            asked.similar().isEmpty()
                ? "/api/v1/search" + asked.text(0, false, asked.all()) + "&format="
                : "")
        .with("facets", !result.facets().isEmpty())
        .with(
            "facetsLink",
            hits.isEmpty() || asked.facets() || !asked.similar().isEmpty()
                ? ""
                : asked.withFacets().link() + "#filters")
        .with("facet", result.facets().stream().map(f -> facet(asked, f)).toList());
  }

  /** Numbers of the pages around this one, as far as they are known to have results. */
  private static List<Fields> pages(SearchParameters asked, long total) {
    int size = asked.size();
    int current = asked.from() / size;
    // Without the page that this one is, if it does not begin where a page does.
    long last = Math.min((total - 1) / size, SearchParameters.MAX_FROM / size);
    List<Fields> pages = new ArrayList<>();
    for (int i = Math.max(0, current - PAGES_BESIDE); i <= last; i++) {
      if (i > current + PAGES_BESIDE) {
        break;
      }
      pages.add(
          new Fields()
              .with("number", i + 1)
              .with("current", i == current)
              .with("link", turned(asked, i * size)));
    }
    return pages;
  }

  /** The chosen values of facets, each with a link to remove it. */
  private static List<Fields> chosen(SearchParameters asked) {
    List<Fields> chosen = new ArrayList<>();
    for (Map.Entry<String, List<String>> of : asked.filters().entrySet()) {
      String facet = of.getKey();
      for (String value : of.getValue()) {
        chosen.add(
            new Fields()
                .with("parameter", facet)
                .with("sent", value)
                .with("facet", Labels.facet(facet))
                .with("value", cut(Labels.value(facet, value), URL_CHARS))
                .with("link", asked.toggled(facet, value).link()));
      }
    }
    return chosen;
  }

  private static String turned(SearchParameters asked, int from) {
    return asked.link(from, asked.explain(), asked.all());
  }

  private Fields frame(SearchService.IndexStatus status, String query, String title) {
    return new Fields()
        .with("title", title)
        .with("name", name)
        .with("assets", assets)
        .with("query", query)
        .with("maxQuery", SearchParameters.MAX_CHARS)
        .with("report", report)
        .with("docs", Count.of(status.docs(), "page"))
        .with("built", status.created().replaceFirst("T(\\d\\d:\\d\\d).*", " $1 UTC"));
  }

  private Fields hit(SearchParameters asked, SearchResult.Hit hit) {
    Matcher url = HTTP.matcher(hit.url());
    boolean isHttp = url.matches();
    boolean isMarked = asked.similar().isEmpty();
    String path = isHttp ? url.group(2) : hit.url();
    String title = hit.title().isBlank() ? readable(hit.url()) : hit.title();
    List<Snippet.Span> inTitle = hit.title().isBlank() ? List.of() : hit.titleMatches();
    String group = asked.withQuery(asked.query() + " group:" + hit.group()).link();
    return new Fields()
        .with("title", cut(title, TITLE_CHARS))
        .with("titlePieces", pieces(new Snippet(title, inTitle), TITLE_CHARS, isMarked))
        .with("link", isHttp ? link(asked, hit) : "")
        .with("host", isHttp ? ReadableUrl.host(url.group(1)) : "")
        .with("path", cut(ReadableUrl.path(path), URL_CHARS))
        .with("lang", hit.lang())
        .with("snippet", !hit.snippet().text().isEmpty())
        .with("pieces", pieces(hit.snippet(), SNIPPET_CHARS, isMarked))
        .with("date", hit.isDated() && hit.date() > 0 ? date(hit.date()) : "")
        .with("type", hit.type().contains("html") ? "" : Labels.type(hit.type()))
        .with("folded", hit.similar() == 0 ? "" : String.format(Locale.ROOT, "%,d", hit.similar()))
        .with("foldedLink", group)
        .with("similarLink", "/?similar=" + SearchParameters.encode(hit.url()))
        .with("score", String.format(Locale.ROOT, "%.3f", hit.score()))
        .with("textScore", String.format(Locale.ROOT, "%.3f", hit.textScore()))
        .with("rankScore", String.format(Locale.ROOT, "%.3f", hit.rankScore()))
        .with("pageRank", String.format(Locale.ROOT, "%.3g", hit.pageRank()))
        .with("explanation", hit.explanation())
        .with("explainLink", asked.link(asked.from(), true, asked.all()));
  }

  private static String readable(String url) {
    Matcher http = HTTP.matcher(url);
    return http.matches()
        ? ReadableUrl.host(http.group(1)) + ReadableUrl.path(http.group(2))
        : ReadableUrl.path(url);
  }

  /** The target of a result's link: the page, or the click log, which redirects there. */
  private String link(SearchParameters asked, SearchResult.Hit hit) {
    if (!clicks || !asked.similar().isEmpty() || hit.url().length() > SearchParameters.MAX_CHARS) {
      return hit.url();
    }
    return "/click?url="
        + SearchParameters.encode(hit.url())
        + "&rank="
        + hit.rank()
        + "&q="
        + SearchParameters.encode(asked.query());
  }

  static String httpLink(String url) {
    return HTTP.matcher(url).matches() ? url : "";
  }

  /** In a similar page, nearly every word would be marked. */
  private static List<Fields> pieces(Snippet snippet, int chars, boolean marked) {
    List<Fields> pieces = new ArrayList<>();
    String text = cut(snippet.text(), chars);
    int at = 0;
    for (Snippet.Span match : marked ? snippet.matches() : List.<Snippet.Span>of()) {
      if (match.end() <= Math.min(chars, text.length())) {
        pieces.add(piece(text.substring(at, match.start()), false));
        pieces.add(piece(text.substring(match.start(), match.end()), true));
        at = match.end();
      }
    }
    pieces.add(piece(text.substring(at), false));
    return pieces;
  }

  private static Fields piece(String text, boolean match) {
    return new Fields().with("text", text).with("match", match);
  }

  /** A facet: a link for each value adds it to those chosen, or removes it. */
  private static Fields facet(SearchParameters asked, SearchResult.Facet facet) {
    String name = facet.name();
    List<Fields> values = new ArrayList<>();
    for (SearchResult.FacetValue value : facet.values()) {
      values.add(
          new Fields()
              .with("value", cut(Labels.value(name, value.value()), URL_CHARS))
              .with("count", String.format(Locale.ROOT, "%,d", value.count()))
              .with("chosen", asked.isChosen(name, value.value()))
              .with("link", asked.toggled(name, value.value()).link()));
    }
    int shown = values.size() <= VALUES_OF_FACET + 1 ? values.size() : VALUES_OF_FACET;
    return new Fields()
        .with("label", Labels.facet(name))
        .with("values", values.subList(0, shown))
        .with("rest", values.subList(shown, values.size()))
        .with("more", shown == values.size() ? "" : values.size() - shown)
        .with("cut", values.size() >= FacetCounts.MAX_VALUES ? values.size() : "");
  }

  private static LocalDate date(long millis) {
    return Instant.ofEpochMilli(millis).atZone(ZoneOffset.UTC).toLocalDate();
  }

  /** The first {@code chars} characters at most; a surrogate pair is not split. */
  static String cut(String text, int chars) {
    if (text.length() <= chars) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(chars - 1)) ? chars - 1 : chars;
    return text.substring(0, end) + "…";
  }
}
