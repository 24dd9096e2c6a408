package org.orbweaver.index.search;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.orbweaver.common.error.OrbException;

/** The languages that a reader prefers, as a setting or as a browser names them. */
public final class ReaderLanguages {
  /** Further languages say little about a reader. */
  static final int MAX = 4;

  /** A browser sends some 50. */
  private static final int MAX_CHARS = 200;

  private ReaderLanguages() {}

  /**
   * Reads a list such as {@code de} or {@code pt-BR,en}, or the header Accept-Language (<a
   * href="https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4">RFC 9110, 12.5.4</a>).
   *
   * @return codes without regions, such as {@code pt}, the preferred one first; empty for {@code *}
   * @throws OrbException (usage) if it is no such list
   */
  public static List<String> of(String text) {
    return read(text)
        .orElseThrow(
            () ->
                OrbException.usage(
                    "expected languages such as 'de' or 'pt-BR,en', got '" + text + "'"));
  }

  /** The same of a header, whatever a client sends. */
  public static List<String> ofHeader(String text) {
    return read(text).orElse(List.of());
  }

  private static Optional<List<String>> read(String text) {
    if (text.length() > MAX_CHARS) {
      return Optional.empty();
    }
    Set<String> codes = new LinkedHashSet<>();
    try {
      if (!text.isBlank()) {
        Locale.LanguageRange.parse(text).stream()
            .filter(range -> range.getWeight() > 0)
            .map(range -> range.getRange().replaceFirst("-.*", ""))
            .forEach(codes::add);
      }
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    codes.remove("*");
    return Optional.of(codes.stream().limit(MAX).toList());
  }
}
