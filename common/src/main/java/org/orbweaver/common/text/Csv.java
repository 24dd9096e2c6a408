package org.orbweaver.common.text;

import java.util.List;

/**
 * Comma-separated values, RFC 4180, for untrusted text: a cell that a spreadsheet would take for a
 * formula (it begins with = + - @, a tab or a carriage return) gets an apostrophe in front (OWASP,
 * "CSV Injection").
 */
public final class Csv {
  private Csv() {}

  /**
   * Writes a record.
   *
   * @param cells null is an empty cell; numbers are written unchanged
   */
  public static void write(Console console, List<?> cells) {
    console.line(record(cells) + "\r");
  }

  /** A record without its line break, which is CR LF. */
  public static String record(List<?> cells) {
    StringBuilder record = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      record.append(i == 0 ? "" : ",").append(cell(cells.get(i)));
    }
    return record.toString();
  }

  /** The text, with an apostrophe in front if a spreadsheet would take it for a formula. */
  public static String inert(String text) {
    return !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
  }

  private static String cell(Object value) {
    if (value == null) {
      return "";
    }
    String text = value instanceof Number ? value.toString() : inert(value.toString());
    return text.chars().anyMatch(c -> ",\"\r\n".indexOf(c) >= 0)
        ? '"' + text.replace("\"", "\"\"") + '"'
        : text;
  }
}
