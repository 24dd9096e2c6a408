package org.orbweaver.index.serve;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Similar;
import org.orbweaver.index.search.SearchResult;
import org.orbweaver.index.search.SearchService;

/**
 * Results as a feed, with the elements of <a
 * href="https://github.com/dewitt/opensearch/blob/master/opensearch-1-1-draft-6.md">OpenSearch
 * 1.1</a>: <a href="https://www.rfc-editor.org/rfc/rfc4287">Atom</a>, or RSS 2.0. Only http and
 * https URLs are in it.
 */
final class Feed {
  /** A format of results, and its media type. */
  enum Format {
    JSON(HttpService.JSON),
    ATOM("application/atom+xml; charset=utf-8"),
    RSS("application/rss+xml; charset=utf-8");

    private final String type;

    Format(String type) {
      this.type = type;
    }

    String type() {
      return type;
    }

    /**
     * The format of that name; JSON if the name is empty.
     *
     * @throws OrbException (usage) if there is none
     */
    static Format of(String name) {
      for (Format format : values()) {
        if (name.isEmpty() || format.name().toLowerCase(Locale.ROOT).equals(name)) {
          return format;
        }
      }
      String shown = SearchPage.cut(name, 100);
      throw OrbException.usage(
          "format must be json, atom or rss, got '"
              + shown
              + "'"
              + Similar.hint(shown, List.of("json", "atom", "rss")));
    }
  }

  private static final long YEAR_10000 = Instant.parse("9999-12-31T00:00:00Z").toEpochMilli();

  private final Template atom = new Template(Template.resource("atom.xml"));
  private final Template rss = new Template(Template.resource("rss.xml"));
  private final String name;

  /**
   * @param name of the crawl
   */
  Feed(String name) {
    this.name = name;
  }

  /**
   * Results as a feed.
   *
   * @param origin scheme and host of this server
   */
  String of(
      Format format,
      String origin,
      SearchService.IndexStatus status,
      SearchParameters asked,
      SearchResult result) {
    Instant built = Instant.parse(status.created());
    String text = asked.text(asked.from(), false, asked.all());
    boolean isSearch = asked.similar().isEmpty();
    String own =
        isSearch ? "/api/v1/search" + text : text.replace("?similar", "/api/v1/similar?url");
    String what = isSearch ? asked.query() : "Similar to " + asked.similar();
    List<Fields> hits =
        result.hits().stream()
            .filter(hit -> !SearchPage.httpLink(hit.url()).isEmpty())
            .map(hit -> entry(format, hit, built))
            .toList();
    Fields feed =
        new Fields()
            .with("name", name)
            .with("title", what + " – " + name)
            .with("page", origin + "/" + text)
            .with("self", origin + own + "&format=" + format.name().toLowerCase(Locale.ROOT))
            .with("updated", date(format, built))
            .with("total", result.total())
            .with("first", asked.from() + 1)
            .with("size", asked.size())
            .with("hits", hits);
    return (format == Format.ATOM ? atom : rss).render(feed);
  }

  private static Fields entry(Format format, SearchResult.Hit hit, Instant built) {
    String date = isWritable(hit) ? date(format, Instant.ofEpochMilli(hit.date())) : "";
    return new Fields()
        .with("link", hit.url())
        .with("title", hit.title().isBlank() ? hit.url() : hit.title())
        .with("summary", summary(format, hit.snippet().text()))
        .with("lang", hit.lang())
        .with("date", hit.isDated() ? date : "")
        // Atom demands a time of each entry.
        .with("changed", date.isEmpty() ? date(format, built) : date);
  }

  /** The formats have years of four digits. */
  private static boolean isWritable(SearchResult.Hit hit) {
    return hit.date() > 0 && hit.date() < YEAR_10000;
  }

  /** Readers of RSS take its descriptions for HTML. */
  private static String summary(Format format, String text) {
    return format == Format.ATOM
        ? text
        : text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String date(Format format, Instant time) {
    return format == Format.ATOM
        ? time.toString()
        : DateTimeFormatter.RFC_1123_DATE_TIME.format(time.atOffset(ZoneOffset.UTC));
  }
}
