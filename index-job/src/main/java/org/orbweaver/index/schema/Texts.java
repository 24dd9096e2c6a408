package org.orbweaver.index.schema;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Small operations on text from the web. */
public final class Texts {
  private static final Pattern LARGE_OR_EMPHASIS = Pattern.compile("[LE]:(\\d{1,9})-(\\d{1,9})");

  private Texts() {}

  /**
   * Replaces each run of white space and control characters by one space, trims, and cuts to at
   * most {@code maxChars} characters, never inside a surrogate pair.
   */
  public static String collapse(String text, int maxChars) {
    if (text == null || text.isEmpty()) {
      return "";
    }
    StringBuilder clean = new StringBuilder(Math.min(text.length(), maxChars));
    boolean gap = false;
    for (int i = 0; i < text.length() && clean.length() < maxChars; i++) {
      char c = text.charAt(i);
      if (c <= ' ' || (c >= 0x7f && c <= 0xa0) || Character.isWhitespace(c)) {
        gap = clean.length() > 0;
      } else {
        if (gap) {
          clean.append(' ');
          gap = false;
        }
        clean.append(c);
      }
    }
    return cut(clean.toString(), maxChars);
  }

  /** The main content of a text, and the rest. */
  public record Zones(String main, String rest) {}

  /**
   * Splits a text.
   *
   * @param ranges of the main content, as the parser writes them: {@code 12-340 400-900},
   *     ascending, the end excluded; ranges are clipped to the text. If the list is malformed or
   *     selects nothing, the whole text is main content. Each range starts and ends a line.
   */
  public static Zones zones(String text, String ranges) {
    StringBuilder main = new StringBuilder();
    StringBuilder rest = new StringBuilder();
    int last = 0;
    for (String range : ranges == null ? new String[0] : ranges.split(" ", -1)) {
      try {
        int dash = range.indexOf('-', 1);
        int start = Integer.parseInt(range, 0, Math.max(0, dash), 10);
        int end = Math.min(text.length(), Integer.parseInt(range, dash + 1, range.length(), 10));
        if (start >= text.length()) {
          break;
        }
        if (start < last || end < start) {
          return new Zones(text, "");
        }
        line(rest, text, last, start);
        line(main, text, start, end);
        last = end;
      } catch (NumberFormatException e) {
        return new Zones(text, ""); // No ranges, or written by another program.
      }
    }
    line(rest, text, last, text.length());
    return main.toString().isBlank()
        ? new Zones(text, "")
        : new Zones(main.toString(), rest.toString());
  }

  /**
   * Blanks parts of a text; its length stays.
   *
   * @param ranges to blank, as the parser writes them; a malformed list blanks everything
   */
  public static String blanked(String text, String ranges) {
    StringBuilder blanked = new StringBuilder(text);
    try {
      for (String range : ranges.strip().split(" ", -1)) {
        int dash = range.indexOf('-', 1);
        int start = Integer.parseInt(range, 0, Math.max(0, dash), 10);
        int end = Math.min(text.length(), Integer.parseInt(range, dash + 1, range.length(), 10));
        for (int i = start; i < end; i++) {
          blanked.setCharAt(i, text.charAt(i) == '\n' ? '\n' : ' ');
        }
      }
      return blanked.toString();
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      return " ".repeat(text.length()); // Written by another program.
    }
  }

  /**
   * The large or emphasised parts of a text, a piece a line.
   *
   * @param prominence as the parser writes it: {@code 1:0-24 E:310-322}; headings are passed over
   */
  public static String prominent(String text, String prominence, int maxChars) {
    StringBuilder pieces = new StringBuilder();
    Matcher piece = LARGE_OR_EMPHASIS.matcher(prominence == null ? "" : prominence);
    while (piece.find() && pieces.length() < maxChars) {
      int start = Math.min(text.length(), Integer.parseInt(piece.group(1)));
      int end = Math.min(text.length(), Integer.parseInt(piece.group(2)));
      line(pieces, text, start, Math.max(start, end));
    }
    return cut(pieces.toString(), maxChars);
  }

  private static void line(StringBuilder lines, String text, int start, int end) {
    if (start < end) {
      lines.append(lines.isEmpty() ? "" : "\n").append(text, start, end);
    }
  }

  /** The first {@code maxChars} characters, never ending inside a surrogate pair. */
  public static String cut(String text, int maxChars) {
    int end = Math.min(text.length(), maxChars);
    if (end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return end == text.length() ? text : text.substring(0, end);
  }
}
