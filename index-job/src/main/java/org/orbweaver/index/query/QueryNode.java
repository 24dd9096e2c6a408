package org.orbweaver.index.query;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.orbweaver.index.schema.Analysis;

/** A parsed query. {@code toString()} writes it in the query language again. */
public sealed interface QueryNode {

  /** Where words are searched. */
  enum In {
    /** All zones. */
    ANYWHERE(""),
    /** The title. */
    TITLE("title"),
    /** The text. */
    BODY("body"),
    /** Texts of links to the page. */
    ANCHOR("anchor"),
    /** The URL: words of it, or the whole. */
    URL("url"),
    /** The host, or a domain above it. */
    SITE("site"),
    /** The host. */
    HOST("host"),
    /** A URL that the page links to. */
    LINK("link"),
    /** The language. */
    LANG("lang"),
    /** The media type. */
    TYPE("type"),
    /** The kind of page: article, documentation and the like. */
    KIND("kind"),
    /** Who wrote it. */
    AUTHOR("author"),
    /** When it was last changed, as far as known. */
    DATE("date"),
    /** The site block by whose login it was fetched. */
    LOGIN("login"),
    /** The group of near-duplicates. */
    GROUP("group"),
    /** The owner's preferences on usage: {@code ai-train:n}. */
    USAGE("usage"),
    /** The page's topic. */
    TOPIC("topic"),
    /** A field that sites or plugins name; see {@link Named}. */
    NAMED("");

    private final String prefix;

    In(String prefix) {
      this.prefix = prefix;
    }

    String prefix() {
      return prefix;
    }

    /** True if it restricts the pages without affecting their score. */
    boolean isFilter() {
      return switch (this) {
        case ANYWHERE, TITLE, BODY, ANCHOR, URL -> false;
        default -> true;
      };
    }
  }

  /** True if it restricts the pages without affecting their score. */
  default boolean isFilter() {
    return false;
  }

  /** The node as it was typed, without synonyms. */
  default QueryNode typed() {
    return this;
  }

  /** How a part takes part in the query. */
  enum Occur {
    /** As a word of the query. */
    PLAIN(""),
    /** It must be there. */
    MUST("+"),
    /** It must not be there. */
    NOT("-");

    private final String sign;

    Occur(String sign) {
      this.sign = sign;
    }
  }

  /** A part of {@link All}. */
  record Clause(Occur occur, QueryNode node) {
    @Override
    public String toString() {
      return occur.sign + node;
    }
  }

  /**
   * A word or a phrase.
   *
   * @param in where
   * @param text as typed
   * @param quoted whether it is a phrase
   * @param slop how many positions the words of a phrase may be out of place
   */
  record Text(In in, String text, boolean quoted, int slop) implements QueryNode {
    @Override
    public boolean isFilter() {
      return in.isFilter();
    }

    @Override
    public String toString() {
      String value = quoted ? '"' + text + '"' + (slop > 0 ? "~" + slop : "") : text;
      return in == In.ANYWHERE ? value : in.prefix + ":" + value;
    }
  }

  /**
   * A value of a field that sites or plugins name.
   *
   * @param field its name
   * @param slop how many positions the words of a quoted text may be moved
   */
  record Named(String field, String text, boolean quoted, int slop) implements QueryNode {
    @Override
    public boolean isFilter() {
      return true;
    }

    @Override
    public String toString() {
      return field + ":" + (quoted ? '"' + text + '"' + (slop > 0 ? "~" + slop : "") : text);
    }
  }

  /**
   * A word that may be replaced.
   *
   * @param typed what was typed, a plain word
   */
  record Alternatives(Text typed, List<Synonym> synonyms) implements QueryNode {
    @Override
    public String toString() {
      return synonyms.stream()
          .map(synonym -> " OR " + synonym.text())
          .collect(Collectors.joining("", "(" + typed, ")"));
    }
  }

  /**
   * What may stand for a typed word.
   *
   * @param text a word, or several as a phrase
   * @param weight of it, where that of the typed word is 1
   */
  record Synonym(Text text, float weight) {}

  /**
   * A pattern with stars.
   *
   * @param in where
   * @param pieces the texts before, between and after the stars, as the index spells them; the
   *     first and the last may be empty
   */
  record Wildcard(In in, List<String> pieces) implements QueryNode {
    static Wildcard of(In in, String pattern) {
      // Between two stars, a piece without a letter or digit is nothing.
      String spelled =
          Arrays.stream(pattern.split("\\*+", -1))
              .map(Analysis::oneTerm)
              .collect(Collectors.joining("*"));
      return new Wildcard(in, List.of(spelled.split("\\*+", -1)));
    }

    @Override
    public String toString() {
      String pattern = String.join("*", pieces);
      return in == In.ANYWHERE ? pattern : in.prefix + ":" + pattern;
    }
  }

  /**
   * Two words or phrases, in either order.
   *
   * @param distance words between them, at most
   */
  record Near(Text left, Text right, int distance) implements QueryNode {
    @Override
    public String toString() {
      return "(" + left + " NEAR/" + distance + " " + right + ")";
    }
  }

  /**
   * A range of dates, in UTC.
   *
   * @param text as typed
   * @param from milliseconds since 1970
   * @param to milliseconds since 1970, excluded
   */
  record Dates(String text, long from, long to) implements QueryNode {
    /** The formats that {@link #of} reads, as the end of a sentence. */
    static final String EXPECTED =
        ": expected one such as 2019, 2019-03, 2019..2021 or >2019-03-05";

    private static final Pattern RANGE = Pattern.compile("([-\\d]*)\\.\\.([-\\d]*)");

    /** The days of a year, a month or a day, those of a range, or those before or after it. */
    static Optional<Dates> of(String text) {
      String bare = text.replaceFirst("^[<>]=?", "");
      String first = text.startsWith("<") ? "" : bare;
      String last = text.startsWith(">") ? "" : bare;
      Matcher range = RANGE.matcher(text);
      if (range.matches()) {
        first = range.group(1);
        last = range.group(2);
      }
      try {
        long from = first.isEmpty() ? Long.MIN_VALUE : bound(first, text.matches(">[^=].*"));
        long to = last.isEmpty() ? Long.MAX_VALUE : bound(last, !text.matches("<[^=].*"));
        boolean isRange = from < to && !(first + last).isEmpty();
        return isRange ? Optional.of(new Dates(text, from, to)) : Optional.empty();
      } catch (DateTimeException | ArithmeticException e) {
        return Optional.empty();
      }
    }

    /** Where a year, a month or a day begins, or the next one. */
    private static long bound(String day, boolean isEnd) {
      String rest = "-01-01".substring(Math.min(6, Math.max(0, day.length() - 4)));
      LocalDate date = LocalDate.parse(day + rest);
      ChronoUnit unit =
          rest.isEmpty()
              ? ChronoUnit.DAYS
              : rest.length() < 6 ? ChronoUnit.MONTHS : ChronoUnit.YEARS;
      return Instant.from(date.plus(isEnd ? 1 : 0, unit).atStartOfDay(ZoneOffset.UTC))
          .toEpochMilli();
    }

    @Override
    public boolean isFilter() {
      return true;
    }

    @Override
    public String toString() {
      return "date:" + text;
    }
  }

  /** Parts side by side. */
  record All(List<Clause> parts) implements QueryNode {
    /** True if the query searches for a group of near-duplicates. */
    public boolean isForGroup() {
      return parts.stream().anyMatch(part -> part.occur() != Occur.NOT && isForGroup(part.node()));
    }

    private static boolean isForGroup(QueryNode node) {
      return node instanceof All all
          ? all.isForGroup()
          : node instanceof Any any
              ? any.nodes().stream().anyMatch(All::isForGroup)
              : node instanceof Text text && text.in() == In.GROUP;
    }

    @Override
    public boolean isFilter() {
      return parts.stream().allMatch(part -> part.node().isFilter());
    }

    @Override
    public String toString() {
      return parts.stream().map(Clause::toString).collect(Collectors.joining(" ", "(", ")"));
    }
  }

  /** Alternatives. */
  record Any(List<QueryNode> nodes) implements QueryNode {
    @Override
    public boolean isFilter() {
      return nodes.stream().allMatch(QueryNode::isFilter);
    }

    @Override
    public String toString() {
      return nodes.stream().map(QueryNode::toString).collect(Collectors.joining(" OR ", "(", ")"));
    }
  }
}
