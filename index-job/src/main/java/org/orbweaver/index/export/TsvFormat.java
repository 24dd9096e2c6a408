package org.orbweaver.index.export;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.orbweaver.common.text.Csv;
import org.orbweaver.common.text.Fields;

/**
 * Tab-separated values: a line with the names of the columns, then a line per page. In a cell, a
 * backslash, tab, line feed and carriage return are {@code \\ \t \n \r}, other control characters
 * and Unicode's line breaks {@code \}{@code uXXXX}, so that every reader sees one record a line.
 * The values of a list are separated by {@code \n}. Cells that a spreadsheet would take for
 * formulas begin with an apostrophe, see {@link Csv#inert}.
 */
final class TsvFormat implements LineFormat {
  @Override
  public String extension() {
    return "tsv";
  }

  @Override
  public String header() {
    return line(Arrays.stream(ExportField.values()).map(ExportField::fieldName).toList());
  }

  @Override
  public String record(Fields page) {
    return line(
        Arrays.stream(ExportField.values())
            .map(field -> cell(page.getOrDefault(field.fieldName(), "")))
            .toList());
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
