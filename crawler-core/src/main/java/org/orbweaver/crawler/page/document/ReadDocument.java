package org.orbweaver.crawler.page.document;

import java.util.List;

/**
 * The result of reading a document.
 *
 * @param fate the outcome; all but {@code type}, {@code message} and {@code limit} are empty unless
 *     it is {@link Fate#READ}
 * @param limit the limit exceeded, for {@link Fate#OVER_LIMIT}, or for a text that is incomplete
 *     because of it; null otherwise
 * @param message why nothing or not everything was read, for users; empty if all was read
 * @param author names, separated by {@code "; "}
 * @param created ISO 8601, as all times here; empty if unknown
 * @param type media type without parameters, detected from the content; empty if unknown
 */
public record ReadDocument(
    Fate fate,
    Limit limit,
    String message,
    String type,
    String title,
    String text,
    String headings,
    String description,
    String keywords,
    String language,
    String author,
    String created,
    String modified,
    List<RawLink> links,
    int droppedLinks) {

  /** Outcomes of reading. */
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

  static ReadDocument failed(Fate fate, String message, String type) {
    return nothing(fate, null, message, type);
  }

  /** Whether it exceeded a limit or its parser failed after returning some text. */
  public boolean partial() {
    return fate == Fate.READ && (limit != null || !message.isEmpty());
  }

  static ReadDocument overLimit(Limit limit, String message, String type) {
    return nothing(Fate.OVER_LIMIT, limit, message, type);
  }

  private static ReadDocument nothing(Fate fate, Limit limit, String message, String type) {
    return new ReadDocument(
        fate, limit, message, type, "", "", "", "", "", "", "", "", "", List.of(), 0);
  }
}
