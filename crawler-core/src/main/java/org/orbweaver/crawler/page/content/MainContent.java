package org.orbweaver.crawler.page.content;

import java.util.ArrayList;
import java.util.List;

/**
 * The main content of a page as ranges of its full text. The stored form, under {@link
 * org.orbweaver.crawler.page.MetaNames#MAIN}, is a list of {@code start-end} separated by spaces:
 * {@code 120-3400 3521-4000}, in characters (UTF-16 units) from 0, end excluded, ascending, without
 * overlap. If a page has no such value, as documents other than HTML, all of it is main content.
 *
 * @param ranges ascending, without overlap; empty if nothing is main content
 */
public record MainContent(List<Range> ranges) {

  /** From {@code start} (included) to {@code end} (excluded), in characters. */
  public record Range(int start, int end) {}

  /**
   * Reads the stored form.
   *
   * @param value possibly null: all of the text
   * @param length characters of the text; ranges are cut there
   * @return all of the text if the value is null or invalid
   */
  public static MainContent parse(String value, int length) {
    MainContent all = new MainContent(List.of(new Range(0, length)));
    if (value == null) {
      return all;
    }
    List<Range> ranges = new ArrayList<>();
    int last = 0;
    for (String piece : value.strip().split(" ", -1)) {
      int dash = piece.indexOf('-');
      if (piece.isEmpty()) {
        continue;
      }
      try {
        int start = Integer.parseInt(piece, 0, Math.max(dash, 0), 10);
        int end = Integer.parseInt(piece, dash + 1, piece.length(), 10);
        if (start < last || end < start) {
          return all;
        }
        last = end;
        if (start < length) {
          ranges.add(new Range(start, Math.min(end, length)));
        }
      } catch (NumberFormatException e) {
        return all; // Written by another program.
      }
    }
    return new MainContent(ranges);
  }

  /**
   * The main content of a page: its ranges, each on lines of its own.
   *
   * @param text the full text of the page, as in {@code parse_text}
   * @param value the stored form, or null
   */
  public static String of(String text, String value) {
    return value == null ? text : parse(value, text.length()).in(text);
  }

  /**
   * The main content of a page without the parts that the page excludes from snippets.
   *
   * @param unshown ranges in the same form, or null
   */
  public static String shown(String text, String value, String unshown) {
    if (unshown == null) {
      return of(text, value);
    }
    StringBuilder rest = new StringBuilder(text.replace('\0', ' '));
    for (Range range : parse(unshown, text.length()).ranges) {
      for (int i = range.start; i < range.end; i++) {
        rest.setCharAt(i, '\0'); // Ranges keep their places.
      }
    }
    return of(rest.toString(), value).replace("\0", "");
  }

  /**
   * Whether a range contains the character before this position.
   *
   * @param end the end of a piece of text
   */
  public boolean has(int end) {
    int low = 0;
    int high = ranges.size() - 1;
    while (low < high) { // The first range that ends there or later.
      int middle = (low + high) / 2;
      if (ranges.get(middle).end < end) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return high >= 0 && ranges.get(low).start < end && end <= ranges.get(low).end;
  }

  private String in(String text) {
    StringBuilder main = new StringBuilder(text.length());
    for (Range range : ranges) {
      if (main.length() > 0) {
        main.append('\n');
      }
      main.append(text, range.start, range.end);
    }
    return main.toString();
  }

  /** The stored form. */
  @Override
  public String toString() {
    StringBuilder value = new StringBuilder();
    for (Range range : ranges) {
      value.append(value.isEmpty() ? "" : " ").append(range.start).append('-').append(range.end);
    }
    return value.toString();
  }
}
