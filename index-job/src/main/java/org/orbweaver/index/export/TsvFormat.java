package org.orbweaver.index.export;

import java.util.List;
import java.util.Locale;
import java.util.Map;
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
  @Override
  public String name() {
    return "tsv";
  }

  @Override
  public String extension() {
    return "tsv";
  }

  @Override
  String header(List<Column> columns) {
    return line(columns.stream().map(Column::name).toList());
  }

  @Override
  String record(Map<String, Object> page, List<Column> columns) {
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
    StringBuilder cell = new StringBuilder(text.length() + 16);
    Csv.inert(text)
        .chars()
        .forEach(
            c -> {
              switch (c) {
                case '\\' -> cell.append("\\\\");
                case '\t' -> cell.append("\\t");
                case '\n' -> cell.append("\\n");
                case '\r' -> cell.append("\\r");
                default -> {
                  if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                    cell.append(String.format(Locale.ROOT, "\\u%04x", c));
                  } else {
                    cell.append((char) c);
                  }
                }
              }
            });
    return cell.toString();
  }
}
