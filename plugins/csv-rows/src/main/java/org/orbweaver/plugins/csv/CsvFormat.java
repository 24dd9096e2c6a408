package org.orbweaver.plugins.csv;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.orbweaver.plugin.RowFormat;

/**
 * Comma-separated values by RFC 4180, in UTF-8, with a header row. A cell that a spreadsheet would
 * take for a formula gets an apostrophe in front.
 *
 * @param names of the columns; empty: all but the whole text
 * @param separator between the values of a list
 */
record CsvFormat(List<String> names, String separator) implements RowFormat {
  private static final Set<String> WHOLE_TEXT = Set.of("main", "body");

  @Override
  public String name() {
    return "csv-rows";
  }

  @Override
  public String extension() {
    return "csv";
  }

  @Override
  public byte[] header(List<Column> columns) {
    return line(columns, Function.identity());
  }

  @Override
  public byte[] row(Map<String, Object> row, List<Column> columns) {
    return line(columns, row::get);
  }

  private List<String> chosen(List<Column> columns) {
    List<String> all = columns.stream().map(Column::name).toList();
    if (names.isEmpty()) {
      return all.stream().filter(name -> !WHOLE_TEXT.contains(name)).toList();
    }
    for (String name : names) {
      if (!all.contains(name)) {
        throw new IllegalArgumentException(
            "its setting columns has '"
                + name
                + "', which is not one of "
                + String.join(", ", all));
      }
    }
    return names;
  }

  private byte[] line(List<Column> columns, Function<String, ?> values) {
    return chosen(columns).stream()
        .map(name -> cell(values.apply(name)))
        .collect(Collectors.joining(",", "", "\r\n"))
        .getBytes(StandardCharsets.UTF_8);
  }

  private String cell(Object value) {
    if (value == null || value instanceof Number) {
      return value == null ? "" : value.toString();
    }
    String text =
        value instanceof List<?> list
            ? list.stream().map(String::valueOf).collect(Collectors.joining(separator))
            : value.toString();
    if (!text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0) {
      text = "'" + text;
    }
    return text.chars().anyMatch(c -> ",\"\r\n".indexOf(c) >= 0)
        ? '"' + text.replace("\"", "\"\"") + '"'
        : text;
  }
}
