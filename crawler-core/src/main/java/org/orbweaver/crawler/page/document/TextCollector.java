package org.orbweaver.crawler.page.document;

import java.util.regex.Pattern;

/**
 * Builds readable text from a document's pieces: white space collapsed to one space, blocks on
 * lines of their own, no empty lines, bounded length.
 */
public final class TextCollector {

  private static final char SOFT_HYPHEN = '\u00ad';

  /** Tags. */
  private static final String NEVER = "\\x{E0000}-\\x{E007F}";

  /** Also word joiners, invisible operators and byte order marks. */
  private static final String JOINERS = "\\u200c\\u200d\\u2060-\\u2064\\ufeff";

  private static final String SELECTORS = "\\ufe00-\\ufe0f\\x{E0100}-\\x{E01EF}";

  /** One joiner or selector of variants is part of a word or an emoji; a run of them is not. */
  private static final Pattern INVISIBLE =
      Pattern.compile(
          "([J])[NJS]+|([S])[NS]+|[N]+"
              .replace("N", NEVER)
              .replace("J", JOINERS)
              .replace("S", SELECTORS));

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

  /**
   * A text without the characters that no reader sees and that can carry a message to programs:
   * Unicode's tags, and of a run of joiners or of selectors of variants all but the first. Soft
   * hyphens and spaces of no width remain.
   */
  public static String withoutInvisible(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= '\u200c' && mayBeInvisible(c)) {
        return INVISIBLE.matcher(text).replaceAll("$1$2");
      }
    }
    return text;
  }

  private static boolean mayBeInvisible(char c) {
    return c <= '\u200d'
        || (c >= '\u2060' && c <= '\u2064')
        || c == '\udb40' // The first half of tags and of more selectors.
        || (c >= '\ufe00' && c <= '\ufe0f')
        || c == '\ufeff';
  }

  /** Adds running text; white space at its ends separates it from the text before and after. */
  public void text(String given) {
    String piece = withoutInvisible(given);
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
