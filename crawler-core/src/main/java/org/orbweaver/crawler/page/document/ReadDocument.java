package org.orbweaver.crawler.page.document;

import java.util.List;

/**
 * What was read of a document.
 *
 * @param fate how it went; all but {@code type}, {@code message} and {@code limit} are empty where
 *     it was not {@link Fate#READ}
 * @param limit the limit it broke, for {@link Fate#OVER_LIMIT}, or for a text that is incomplete
 *     for it; null otherwise
 * @param message why nothing was read, or not all, for a person; empty where all was
 * @param author names, separated by {@code "; "}
 * @param created ISO 8601, as all times here; empty when unknown
 * @param type media type without parameters, as the content says; empty when unknown
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

  /** How reading went. */
  public enum Fate {
    /** There is text, perhaps empty. */
    READ,
    /** No parser reads this type, or it is encrypted. */
    UNSUPPORTED,
    /** It is not what it claims to be, or broken. */
    BROKEN,
    /** Its parser failed. */
    FAILED,
    /** It broke a limit. */
    OVER_LIMIT
  }

  static ReadDocument failed(Fate fate, String message, String type) {
    return nothing(fate, null, message, type);
  }

  /** Whether it broke a limit or its parser failed after it had given some text. */
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
