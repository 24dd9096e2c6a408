package org.orbweaver.crawler.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.orbweaver.crawler.page.noncontent.NonContent;

/**
 * The result of parsing one document.
 *
 * @param outcome of parsing
 * @param message the reason of a failure, for users; empty for {@link Outcome#REDIRECT}
 * @param title the title with white space collapsed; empty if there is none
 * @param text the readable text: blocks on lines of their own, white space collapsed
 * @param links distinct targets in the order of the page
 * @param meta metadata by name (see {@link MetaNames})
 * @param follow false when the page (robots meta or X-Robots-Tag) forbids following its links
 * @param refreshUrl target of a meta refresh to another page, or null
 * @param refreshSeconds seconds before the refresh
 * @param linksDropped links beyond the bound for a page
 */
public record ParsedPage(
    Outcome outcome,
    String message,
    String title,
    String text,
    List<PageLink> links,
    Map<String, String> meta,
    boolean follow,
    String refreshUrl,
    int refreshSeconds,
    int linksDropped) {

  /** Outcomes of parsing a document. */
  public enum Outcome {
    /** Text and links are available. */
    PARSED,
    /** As {@link #PARSED}, and the page asks to be replaced by another one. */
    REDIRECT,
    /** A type without useful text (image, archive …) or without a parser. */
    UNSUPPORTED,
    /** The content is not of its declared type, or is broken beyond use. */
    INVALID,
    /** Parsing took longer than allowed. */
    TIMEOUT,
    /** Parsing exceeded another limit: memory, nesting, output. */
    OVER_LIMIT,
    /** The parser failed. */
    FAILED
  }

  /** A page without a refresh. */
  static ParsedPage of(
      String title,
      String text,
      List<PageLink> links,
      Map<String, String> meta,
      boolean follow,
      int linksDropped) {
    return new ParsedPage(
        Outcome.PARSED, "", title, text, links, meta, follow, null, 0, linksDropped);
  }

  /** A document without any usable content. */
  public static ParsedPage failed(Outcome outcome, String message, Map<String, String> meta) {
    return new ParsedPage(outcome, message, "", "", List.of(), meta, true, null, 0, 0);
  }

  /**
   * This answer marked as not being a page: not to be indexed. Links and a refresh to another page
   * are dropped unless, for its kind, they lead to pages of its site.
   */
  public ParsedPage asNonContent(NonContent kind) {
    Map<String, String> marked = new LinkedHashMap<>(meta);
    marked.put(MetaNames.NON_CONTENT, kind.word());
    marked.merge(MetaNames.ROBOTS, "noindex", (said, ours) -> said + "," + ours);
    return kind.linksFollowed()
        ? new ParsedPage(
            outcome,
            message,
            title,
            text,
            links,
            marked,
            follow,
            refreshUrl,
            refreshSeconds,
            linksDropped)
        : of(title, text, List.of(), marked, false, linksDropped);
  }

  /** The kind of an answer that is not a page; empty for a page. */
  public Optional<NonContent> nonContent() {
    return NonContent.of(meta.get(MetaNames.NON_CONTENT));
  }

  /** Whether it is RSS or Atom. */
  public boolean isFeed() {
    return parsed() && MediaTypes.isFeed(meta.getOrDefault(MetaNames.TYPE, ""));
  }

  /** Whether text and links are available. */
  public boolean parsed() {
    return outcome == Outcome.PARSED || outcome == Outcome.REDIRECT;
  }
}
