package org.orbweaver.crawler.fetch.spill;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Rows in memory, for one spill. */
final class Buffer {
  private final int number;
  private final Map<Table, List<Row>> rows = new EnumMap<>(Table.class);
  private long bytes;

  /**
   * An empty buffer.
   *
   * @param number the spill's
   */
  Buffer(int number) {
    this.number = number;
  }

  void add(Row row) {
    rows.computeIfAbsent(row.table(), table -> new ArrayList<>()).add(row);
    bytes += row.bytes();
  }

  int number() {
    return number;
  }

  /** About how much memory it takes; 0 if it is empty. */
  long bytes() {
    return bytes;
  }

  /** The rows of a table, sorted. */
  List<Row> sorted(Table table) {
    List<Row> sorted = rows.getOrDefault(table, new ArrayList<>());
    sorted.sort(Comparator.comparing(Row::key).thenComparing(Row::value, table.order()));
    return sorted;
  }
}
