package org.orbweaver.crawler.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.orbweaver.crawler.page.noncontent.NonContent;

/**
 * What was found in one document.
 *
 * @param outcome how parsing went
 * @param message for a person: why it failed, or for {@link Outcome#REDIRECT} empty
 * @param title the title with white space collapsed; empty when there is none
 * @param text the readable text: blocks on lines of their own, white space collapsed
 * @param links distinct targets in the order of the page
 * @param meta metadata by name (see {@link MetaNames})
 * @param follow false when the page (robots meta or X-Robots-Tag) forbids to follow its links
 * @param refreshUrl target of a meta refresh to another page, or null
 * @param refreshSeconds seconds after which the refresh takes place
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

  /** How the parsing of a document ended. */
  public enum Outcome {
    /** Text and links are there. */
    PARSED,
    /** As {@link #PARSED}, and the page asks for another one to be shown in its place. */
    REDIRECT,
    /** A type that has no text worth reading (image, archive …) or that no parser knows. */
    UNSUPPORTED,
    /** The content is not of the type that it claims, or is broken beyond use. */
    INVALID,
    /** Parsing took longer than allowed. */
    TIMEOUT,
    /** It broke another limit: memory, nesting, output. */
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

  /** A document of which nothing can be used. */
  public static ParsedPage failed(Outcome outcome, String message, Map<String, String> meta) {
    return new ParsedPage(outcome, message, "", "", List.of(), meta, true, null, 0, 0);
  }

  /**
   * This page marked as being none: not to be indexed; without links, nor a refresh to another
   * page, where they do not lead to pages of its site.
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

  /** What the answer is instead of a page; empty for a page. */
  public Optional<NonContent> nonContent() {
    return NonContent.of(meta.get(MetaNames.NON_CONTENT));
  }

  /** Whether it is RSS or Atom. */
  public boolean isFeed() {
    return parsed() && MediaTypes.isFeed(meta.getOrDefault(MetaNames.TYPE, ""));
  }

  /** Whether there is text and links to go on with. */
  public boolean parsed() {
    return outcome == Outcome.PARSED || outcome == Outcome.REDIRECT;
  }
}
