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

  /** The first {@code maxChars} characters, never ending inside a surrogate pair. */
  public static String cut(String text, int maxChars) {
    int end = Math.min(text.length(), maxChars);
    if (end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return end == text.length() ? text : text.substring(0, end);
  }
}
