package org.orbweaver.crawler.page.document;

/**
 * Builds readable text from a document's pieces: white space collapsed to one space, blocks on
 * lines of their own, no empty lines, bounded length.
 */
public final class TextCollector {

  private static final char SOFT_HYPHEN = '\u00ad';

  private final StringBuilder text = new StringBuilder();
  private final int maxChars;
  private boolean space;
  private boolean line;
  private boolean full;

  public TextCollector(int maxChars) {
    this.maxChars = maxChars;
  }

  /** A text on one line, cut to this length. */
  public static String collapse(String text, int maxChars) {
    TextCollector collector = new TextCollector(maxChars);
    collector.text(text);
    return collector.toString();
  }

  /** Adds running text; white space at its ends separates it from the text before and after. */
  public void text(String piece) {
    int length = piece.length();
    for (int i = 0; i < length; i++) {
      char c = piece.charAt(i);
      if (isSpace(c)) {
        space = true;
      } else if (c != SOFT_HYPHEN) {
        separate();
        int end = i + 1;
        while (end < length && isVisible(piece.charAt(end))) {
          end++;
        }
        int fits = Math.min(end - i, Math.max(0, maxChars - text.length()));
        text.append(piece, i, i + fits);
        if (fits < end - i) {
          full = true;
          return;
        }
        i = end - 1;
      }
    }
  }

  /** Whether a character is white space, a run of which is collapsed. */
  public static boolean isSpace(char c) {
    return c <= ' ' || c == '\u00a0' || c == '\u3000' || (c >= '\u2000' && c <= '\u200b');
  }

  /** Whether a character is part of the text. */
  public static boolean isVisible(char c) {
    return c != SOFT_HYPHEN && !isSpace(c);
  }

  /** As {@link #text}, with the line breaks of the piece kept. */
  public void preformatted(String piece) {
    int from = 0;
    for (int at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', from)) {
      text(piece.substring(from, at));
      line = true;
      from = at + 1;
    }
    text(from == 0 ? piece : piece.substring(from));
  }

  /** Separates the next text from the last by a space, on the same line. */
  public void space() {
    space = true;
  }

  /** The next text begins a line. */
  public void line() {
    line = true;
  }

  /** Characters so far; the next piece begins there, with the separator before it. */
  public int length() {
    return text.length();
  }

  /** The text so far; a view, not a copy. */
  public CharSequence soFar() {
    return text;
  }

  /** Whether text was left out. */
  public boolean full() {
    return full;
  }

  private void separate() {
    if ((space || line) && text.length() > 0 && text.length() < maxChars) {
      text.append(line ? '\n' : ' ');
    }
    space = false;
    line = false;
  }

  @Override
  public String toString() {
    int end = text.length();
    if (full && end > 0) {
      // A cut after a separator, or between the halves of a surrogate pair.
      char last = text.charAt(end - 1);
      if (last == ' ' || last == '\n' || Character.isHighSurrogate(last)) {
        end--;
      }
    }
    return text.substring(0, end);
  }
}
