package org.orbweaver.index.export;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.orbweaver.common.text.Csv;

/**
 * Tab-separated values: a line with the names of the columns, then a line per page. In a cell, a
 * backslash, tab, line feed and carriage return are {@code \\ \t \n \r}, other control characters
 * and Unicode's line breaks {@code \}{@code uXXXX}, so that every reader sees one record a line.
 * The values of a list are separated by {@code \n}. Cells that a spreadsheet would take for
 * formulas begin with an apostrophe, see {@link Csv#inert}.
 */
public final class TsvFormat extends LineFormat {
  private static final Pattern CONTROL =
      Pattern.compile("[\\x00-\\x1f\\x7f-\\x9f\\x{2028}\\x{2029}]");

  @Override
  public String name() {
    return "tsv";
  }

  @Override
  public String extension() {
    return "tsv";
  }

  @Override
  public byte[] header(List<Column> columns) {
    return utf8(line(columns.stream().map(Column::name).toList()));
  }

  @Override
  String line(Map<String, Object> page, List<Column> columns) {
    return line(
        columns.stream().map(column -> cell(page.getOrDefault(column.name(), ""))).toList());
  }

  private static String line(List<String> cells) {
    return String.join("\t", cells) + "\n";
  }

  private static String cell(Object value) {
    if (value instanceof Number) {
      return value.toString();
    }
    String text =
        value instanceof List<?> list
            ? list.stream().map(String::valueOf).collect(Collectors.joining("\n"))
            : value.toString();
    String escaped =
        Csv.inert(text)
            .replace("\\", "\\\\")
            .replace("\t", "\\t")
            .replace("\n", "\\n")
            .replace("\r", "\\r");
    return CONTROL
        .matcher(escaped)
        .replaceAll(one -> String.format(Locale.ROOT, "\\\\u%04x", (int) one.group().charAt(0)));
  }
}
