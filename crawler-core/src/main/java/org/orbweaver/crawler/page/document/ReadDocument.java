package org.orbweaver.crawler.page.document;

import java.util.List;

/**
 * The result of reading a document.
 *
 * @param verdict how reading ended; all but {@code type} is empty unless it is {@link Fate#READ}
 * @param type media type without parameters, detected from the content; empty if unknown
 * @param properties what the document states about itself
 */
public record ReadDocument(
    Verdict verdict,
    String type,
    DocumentProperties properties,
    String text,
    String headings,
    List<RawLink> links,
    int droppedLinks) {

  /** Ways in which reading ends. */
  public enum Fate {
    /** There is text, perhaps empty. */
    READ,
    /** No parser reads this type, or it is encrypted. */
    UNSUPPORTED,
    /** The content is broken or not of its declared type. */
    BROKEN,
    /** Its parser failed. */
    FAILED,
    /** It exceeded a limit. */
    OVER_LIMIT
  }

  /**
   * How reading ended.
   *
   * @param limit the limit exceeded, for {@link Fate#OVER_LIMIT}, or for a text that is incomplete
   *     because of it; null otherwise
   * @param message why nothing or not everything was read, for users; empty if all was read
   */
  public record Verdict(Fate fate, Limit limit, String message) {}

  /**
   * A document's properties; empty where unknown.
   *
   * @param author names, separated by {@code "; "}
   * @param created ISO 8601, as {@code modified}
   */
  public record DocumentProperties(
      String title,
      String description,
      String keywords,
      String language,
      String author,
      String created,
      String modified) {
    private static final DocumentProperties NONE =
        new DocumentProperties("", "", "", "", "", "", "");
  }

  static ReadDocument failed(Fate fate, String message, String type) {
    return nothing(new Verdict(fate, null, message), type);
  }

  static ReadDocument overLimit(Limit limit, String message, String type) {
    return nothing(new Verdict(Fate.OVER_LIMIT, limit, message), type);
  }

  private static ReadDocument nothing(Verdict verdict, String type) {
    return new ReadDocument(verdict, type, DocumentProperties.NONE, "", "", List.of(), 0);
  }

  /** How reading ended, in a word. */
  public Fate fate() {
    return verdict.fate();
  }

  /** Whether it exceeded a limit or its parser failed after returning some text. */
  public boolean partial() {
    return fate() == Fate.READ && (verdict.limit() != null || !verdict.message().isEmpty());
  }
}
