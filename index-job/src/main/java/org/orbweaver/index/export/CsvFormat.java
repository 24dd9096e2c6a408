package org.orbweaver.index.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.orbweaver.common.text.Csv;

/**
 * Comma-separated values by RFC 4180, with a header row, see {@link Csv}. The values of a list are
 * separated by a bar.
 */
public final class CsvFormat extends LineFormat {
  @Override
  public String name() {
    return "csv";
  }

  @Override
  public String extension() {
    return "csv";
  }

  @Override
  public byte[] header(List<Column> columns) {
    return utf8(Csv.record(columns.stream().map(Column::name).toList()) + "\r\n");
  }

  @Override
  String line(Map<String, Object> page, List<Column> columns) {
    List<Object> cells = new ArrayList<>();
    columns.forEach(column -> cells.add(cell(page.get(column.name()))));
    return Csv.record(cells) + "\r\n";
  }

  private static Object cell(Object value) {
    return value instanceof List<?> list
        ? list.stream().map(String::valueOf).collect(Collectors.joining("|"))
        : value;
  }
}
