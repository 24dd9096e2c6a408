package org.orbweaver.index.search;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.orbweaver.index.schema.Texts;

/**
 * A piece of a page's text on one line.
 *
 * @param text the text, runs of white space as one space
 * @param matches where the query's words are in it, ascending, without overlap
 */
public record Snippet(String text, List<Span> matches) {
  /** The empty snippet. */
  public static final Snippet EMPTY = new Snippet("", List.of());

  /** From {@code start} (included) to {@code end} (excluded), in characters. */
  public record Span(int start, int end) {}

  /** The first characters, at most that many; a cut text ends with an ellipsis, which counts. */
  Snippet cut(int maxChars) {
    if (text.length() <= maxChars) {
      return this;
    }
    String kept = maxChars == 0 ? "" : Texts.cut(text, maxChars - 1);
    List<Span> inside = new ArrayList<>();
    for (Span match : matches) {
      if (match.start() < kept.length()) {
        inside.add(new Span(match.start(), Math.min(match.end(), kept.length())));
      }
    }
    return new Snippet(maxChars == 0 ? "" : kept + "\u2026", List.copyOf(inside));
  }

  /**
   * The text with {@code before} and {@code after} around each match.
   *
   * @param safe is applied to each piece of the text, and to nothing else
   */
  public String marked(UnaryOperator<String> safe, String before, String after) {
    StringBuilder marked = new StringBuilder();
    int at = 0;
    for (Span match : matches) {
      marked.append(safe.apply(text.substring(at, match.start()))).append(before);
      marked.append(safe.apply(text.substring(match.start(), match.end()))).append(after);
      at = match.end();
    }
    return marked.append(safe.apply(text.substring(at))).toString();
  }

  /** Builds a snippet from pieces of a text. */
  static final class Builder {
    private final StringBuilder text = new StringBuilder();
    private final List<Span> matches = new ArrayList<>();

    /** True if white space comes before the next piece. */
    private boolean gap;

    void separator(String separator) {
      gap = false;
      text.append(separator);
    }

    boolean isEmpty() {
      return text.length() == 0;
    }

    /** Appends content[start, end) with the spans inside it. */
    void append(String content, int start, int end, List<Span> spans) {
      int spanAt = 0;
      int matchStart = -1;
      for (int i = start; i < end; i++) {
        while (spanAt < spans.size() && spans.get(spanAt).end() <= i) {
          spanAt++;
        }
        boolean inside = spanAt < spans.size() && spans.get(spanAt).start() <= i;
        if (!inside && matchStart >= 0) {
          matches.add(new Span(matchStart, text.length()));
          matchStart = -1;
        }
        char c = content.charAt(i);
        if (Character.isWhitespace(c) || c == '\u00a0') {
          gap = text.length() > 0 && text.charAt(text.length() - 1) != ' ';
          continue;
        }
        if (gap) {
          text.append(' ');
          gap = false;
        }
        if (inside && matchStart < 0) {
          matchStart = text.length();
        }
        text.append(c);
      }
      if (matchStart >= 0) {
        matches.add(new Span(matchStart, text.length()));
      }
    }

    Snippet build() {
      return new Snippet(text.toString(), List.copyOf(matches));
    }
  }
}
