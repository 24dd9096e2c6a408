package org.orbweaver.index.schema;

/** Small operations on text from the web. */
public final class Texts {
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

  /**
   * The given ranges of a text, each on lines of its own.
   *
   * @param ranges as the parser writes main content: {@code 12-340 400-900}, ascending, the end
   *     excluded; what lies beyond the text is cut off. All of the text where it is no such list.
   */
  public static String ranges(String text, String ranges) {
    StringBuilder parts = new StringBuilder();
    int last = 0;
    for (String range : ranges.split(" ", -1)) {
      try {
        int dash = range.indexOf('-', 1);
        int start = Integer.parseInt(range, 0, Math.max(0, dash), 10);
        int end = Integer.parseInt(range, dash + 1, range.length(), 10);
        if (start < last || end < start) {
          return text;
        }
        last = end;
        if (start < text.length()) {
          parts.append(parts.isEmpty() ? "" : "\n");
          parts.append(text, start, Math.min(end, text.length()));
        }
      } catch (NumberFormatException e) {
        return text; // None given, or of another program's making.
      }
    }
    return parts.toString();
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
