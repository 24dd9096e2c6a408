package org.orbweaver.index.serve;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Fields;
import org.orbweaver.index.search.SearchResult;
import org.orbweaver.index.search.SearchService;
import org.orbweaver.index.search.Snippet;

/** Renders the search page as HTML. {@link Template} escapes all of it. */
final class SearchPage {
  private static final int TITLE_CHARS = 200;
  private static final int URL_CHARS = 120;
  private static final int SNIPPET_CHARS = 800;
  private static final int VALUES_OF_FACET = 8;

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

  /** The page without a query. */
  String home(SearchService.IndexStatus status, String setting) {
    return page.render(
        frame(status, "", "Search " + name).with("home", true).with("setting", setting));
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

  /** The page of results. */
  String results(SearchService.IndexStatus status, SearchParameters typed, SearchResult result) {
    // Its links lead to results of the same query, whatever is corrected there.
    SearchParameters asked = result.searchedFor().map(typed::asTyped).orElse(typed);
    List<SearchResult.Hit> hits = result.hits();
    int next = asked.from() + asked.size();
    boolean isLast =
        hits.size() < asked.size() || (result.totalIsExact() && next >= result.total());
    String count = (result.totalIsExact() ? "" : "at least ") + Count.of(result.total(), "result");
    String what = asked.similar().isEmpty() ? asked.query() : "Similar to " + asked.similar();
    return page.render(
        frame(status, typed.query(), cut(what, TITLE_CHARS) + " – " + name)
            .with("found", true)
            .with("setting", typed.setting())
            .with("similarTo", cut(asked.similar(), URL_CHARS))
            .with("similarLink", httpLink(asked.similar()))
            .with("count", count)
            .with("page", asked.from() == 0 ? "" : asked.from() / asked.size() + 1)
            .with("millis", result.millis())
            .with("notes", result.notes())
            .with("readAs", result.notes().isEmpty() ? "" : result.readAs())
            .with("correction", result.correction().orElse(""))
            .with(
                "correctionLink",
                result.correction().map(c -> asked.withQuery(c).link()).orElse(""))
            .with("searchedFor", result.searchedFor().orElse(""))
            .with("searchedForLink", asked.link())
            .with("typedLink", typed.withQuery(typed.query()).asTyped(typed.query()).link())
            .with(
                "curated",
                result.curated().stream()
                    .map(one -> new Fields().with("link", one.url()).with("title", one.title()))
                    .toList())
            .with("empty", hits.isEmpty() && asked.from() == 0)
            .with("beyond", hits.isEmpty() && asked.from() > 0)
            .with("allLink", asked.link(0, false, true))
            .with("first", asked.from() + 1)
            .with("hits", hits.stream().map(hit -> hit(asked, hit)).toList())
            .with("paged", asked.similar().isEmpty() && (asked.from() > 0 || !isLast))
            .with(
                "previous",
                asked.from() == 0 ? "" : turned(asked, Math.max(0, asked.from() - asked.size())))
            .with("next", isLast || next > SearchParameters.MAX_FROM ? "" : turned(asked, next))
            .with("facets", !result.facets().isEmpty())
            .with(
                "facetsLink",
                hits.isEmpty() || asked.facets() || !asked.similar().isEmpty()
                    ? ""
                    : asked.withFacets().link() + "#filters")
            .with("facet", result.facets().stream().map(f -> facet(asked, f)).toList()));
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
    String title = hit.title().isBlank() ? hit.url() : hit.title();
    String group = asked.withQuery(asked.query() + " group:" + hit.group()).link();
    return new Fields()
        .with("title", cut(title, TITLE_CHARS))
        .with("link", isHttp ? link(asked, hit) : "")
        .with("host", isHttp ? url.group(1) : "")
        .with("path", cut(isHttp ? url.group(2) : hit.url(), URL_CHARS))
        .with("lang", hit.lang())
        .with("snippet", !hit.snippet().text().isEmpty())
        .with("pieces", pieces(hit.snippet(), asked.similar().isEmpty()))
        .with("date", hit.date() <= 0 ? "" : date(hit.date()))
        .with("type", type(hit.type()))
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
  private static List<Fields> pieces(Snippet snippet, boolean marked) {
    List<Fields> pieces = new ArrayList<>();
    String text = cut(snippet.text(), SNIPPET_CHARS);
    int at = 0;
    for (Snippet.Span match : marked ? snippet.matches() : List.<Snippet.Span>of()) {
      if (match.end() <= text.length()) {
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

  /** A facet; values that the query already has link to the query without them. */
  private static Fields facet(SearchParameters asked, SearchResult.Facet facet) {
    List<Fields> values = new ArrayList<>();
    for (SearchResult.FacetValue value : facet.values()) {
      if (values.size() == VALUES_OF_FACET) {
        break;
      }
      List<String> words = new ArrayList<>(List.of(asked.query().split(" ")));
      boolean chosen = words.removeIf(value.filter()::equals);
      if (!chosen) {
        words.add(value.filter());
      }
      values.add(
          new Fields()
              .with("value", cut(value.value(), URL_CHARS))
              .with("count", String.format(Locale.ROOT, "%,d", value.count()))
              .with("chosen", chosen)
              .with("link", asked.withQuery(String.join(" ", words)).link()));
    }
    return new Fields().with("label", label(facet.name())).with("values", values);
  }

  private static String label(String facet) {
    return facet.equals("lang")
        ? "Language"
        : facet.substring(0, 1).toUpperCase(Locale.ROOT) + facet.substring(1);
  }

  private static LocalDate date(long millis) {
    return Instant.ofEpochMilli(millis).atZone(ZoneOffset.UTC).toLocalDate();
  }

  /** {@code PDF} for application/pdf; empty for HTML, the most common type. */
  private static String type(String media) {
    String last = media.substring(media.lastIndexOf('/') + 1);
    if (last.contains("html")) {
      return "";
    }
    return last.matches("[a-z]{2,5}") ? last.toUpperCase(Locale.ROOT) : media;
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
