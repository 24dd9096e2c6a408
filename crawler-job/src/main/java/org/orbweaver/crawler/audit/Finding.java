package org.orbweaver.crawler.audit;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The tables of an audit, with their columns. */
public enum Finding {
  /** URLs whose last fetch brought no page; those forbidden by robots.txt are apart. */
  FAILURES(
      "URLs that brought no page",
      "most linking pages first",
      Column.url(),
      Column.text("cause"),
      Column.text("answer"),
      Column.number("linking pages"),
      Column.urls("linked from")),
  ROBOTS(
      "URLs that robots.txt forbids",
      "most linking pages first",
      Column.url(),
      Column.number("linking pages"),
      Column.urls("linked from")),
  REDIRECTS(
      "Redirects",
      "most linking pages first",
      Column.url(),
      Column.text("kind"),
      Column.urls("target"),
      Column.number("linking pages"),
      Column.urls("linked from")),
  SLOW_HOSTS(
      "Slow hosts, by the time that their requests took (failed ones included)",
      "highest 90th percentile first",
      Column.text("host"),
      Column.number("requests"),
      Column.number("failed"),
      Column.number("median, ms"),
      Column.number("90 %, ms"),
      Column.number("99 %, ms"),
      Column.number("slowest, ms")),
  /** Whether they were shown a signature decides what can be done. */
  REFUSALS(
      "Hosts that refused requests by 401, 403, 429 or a challenge",
      "most refusals first",
      Column.text("host"),
      Column.number("signed"),
      Column.number("signed, refused"),
      Column.number("not signed"),
      Column.number("not signed, refused"),
      Column.text("refusals")),
  LARGEST(
      "Largest pages, by the bytes that came over the wire",
      "largest first",
      Column.url(),
      Column.number("bytes"),
      Column.number("ms")),
  DUPLICATES(
      "Groups of pages with the same, or nearly the same, content",
      "largest first",
      Column.text("kind"),
      Column.number("pages"),
      Column.urls("some of them")),
  TITLES_REPEATED(
      "Titles of several pages",
      "most pages first",
      Column.text("title"),
      Column.number("pages"),
      Column.urls("some of them")),
  TITLES_MISSING(
      "HTML pages without a title",
      "most linking pages first",
      Column.url(),
      Column.number("linking pages"),
      Column.urls("linked from")),
  DEPTH(
      "Pages by their depth: links on the shortest way from a seed",
      "deepest first",
      Column.url(),
      Column.number("depth"));

  /** What a column holds. */
  public enum Kind {
    /** A URL of the crawl. */
    URL,
    /** URLs, with blanks between. */
    URLS,
    TEXT,
    NUMBER
  }

  /** A column. */
  public record Column(String name, Kind kind) {
    private static Column url() {
      return new Column("URL", Kind.URL);
    }

    private static Column urls(String name) {
      return new Column(name, Kind.URLS);
    }

    private static Column text(String name) {
      return new Column(name, Kind.TEXT);
    }

    private static Column number(String name) {
      return new Column(name, Kind.NUMBER);
    }
  }

  private final String title;
  private final String order;

  @SuppressWarnings("ImmutableEnumChecker") // Stream.toList is unmodifiable.
  private final List<Column> columns;

  Finding(String title, String order, Column... columns) {
    this.title = title;
    this.order = order;
    this.columns = Stream.of(columns).toList();
  }

  /** A heading. */
  public String title() {
    return title;
  }

  /** The order of the rows, as "largest first". */
  public String order() {
    return order;
  }

  public List<Column> columns() {
    return columns;
  }

  /** The name in URLs and of files: {@code slow-hosts}. */
  public String slug() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
