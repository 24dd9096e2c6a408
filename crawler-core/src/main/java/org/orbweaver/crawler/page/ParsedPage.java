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
 * @param outlinks its links
 * @param meta metadata by name (see {@link MetaNames})
 * @param refresh a meta refresh to another page, or null
 */
public record ParsedPage(
    Outcome outcome,
    String message,
    String title,
    String text,
    Outlinks outlinks,
    Map<String, String> meta,
    Refresh refresh) {

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

  /**
   * The links of a page.
   *
   * @param links distinct targets in the order of the page
   * @param follow false when the page (robots meta or X-Robots-Tag) forbids following its links
   * @param dropped links beyond the bound for a page
   */
  public record Outlinks(List<PageLink> links, boolean follow, int dropped) {}

  /** A request to show another page after a time. */
  public record Refresh(String url, int seconds) {}

  /** A page without a refresh. */
  public static ParsedPage of(
      String title, String text, Outlinks outlinks, Map<String, String> meta) {
    return new ParsedPage(Outcome.PARSED, "", title, text, outlinks, meta, null);
  }

  /** A document without any usable content. */
  public static ParsedPage failed(Outcome outcome, String message, Map<String, String> meta) {
    return new ParsedPage(outcome, message, "", "", new Outlinks(List.of(), true, 0), meta, null);
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
        ? new ParsedPage(outcome, message, title, text, outlinks, marked, refresh)
        : of(title, text, new Outlinks(List.of(), false, outlinks.dropped()), marked);
  }

  /** This page with other links. */
  ParsedPage with(Outlinks others) {
    return new ParsedPage(outcome, message, title, text, others, meta, refresh);
  }

  /** Distinct targets of its links, in the order of the page. */
  public List<PageLink> links() {
    return outlinks.links();
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
