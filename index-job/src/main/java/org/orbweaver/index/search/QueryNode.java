package org.orbweaver.index.search;

import java.util.List;
import java.util.stream.Collectors;

/** A query as it was read. {@code toString()} writes it in the query language again. */
sealed interface QueryNode permits QueryNode.Text, QueryNode.All, QueryNode.Any {

  /** Where words are looked for. */
  enum In {
    /** All zones. */
    ANYWHERE(""),
    /** The title. */
    TITLE("title"),
    /** Texts of links to the page. */
    ANCHOR("anchor"),
    /** The URL: words of it, or the whole. */
    URL("url"),
    /** The host, or a domain above it. */
    SITE("site"),
    /** The language. */
    LANG("lang"),
    /** The media type. */
    TYPE("type"),
    /** The group of near-duplicates. */
    GROUP("group"),
    /** What the owner allows and does not: {@code ai-train:n}. */
    USAGE("usage"),
    /** What the page is about. */
    TOPIC("topic");

    private final String prefix;

    In(String prefix) {
      this.prefix = prefix;
    }

    String prefix() {
      return prefix;
    }

    /** Whether it tells which pages to consider, and nothing of how well they fit. */
    boolean isFilter() {
      return switch (this) {
        case SITE, LANG, TYPE, GROUP, USAGE, TOPIC -> true;
        case ANYWHERE, TITLE, ANCHOR, URL -> false;
      };
    }
  }

  /** How a part takes part. */
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
  record Part(Occur occur, QueryNode node) {
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
    public String toString() {
      String value = quoted ? '"' + text + '"' + (slop > 0 ? "~" + slop : "") : text;
      return in == In.ANYWHERE ? value : in.prefix + ":" + value;
    }
  }

  /** Parts side by side. */
  record All(List<Part> parts) implements QueryNode {
    @Override
    public String toString() {
      return parts.stream().map(Part::toString).collect(Collectors.joining(" ", "(", ")"));
    }
  }

  /** Alternatives. */
  record Any(List<QueryNode> nodes) implements QueryNode {
    @Override
    public String toString() {
      return nodes.stream().map(QueryNode::toString).collect(Collectors.joining(" OR ", "(", ")"));
    }
  }
}
