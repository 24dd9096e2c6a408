package org.orbweaver.crawler.fetch.spill;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.io.Text;

/** Rows in memory, for one spill. */
final class Buffer {
  private final int number;
  private final Map<Table, List<Row>> rows = new EnumMap<>(Table.class);
  private final Map<Table, TreeMap<Text, Row>> combined = new EnumMap<>(Table.class);
  private long bytes;

  /**
   * An empty buffer.
   *
   * @param number the spill's
   */
  Buffer(int number) {
    this.number = number;
    for (Table table : Table.values()) {
      rows.put(table, new ArrayList<>());
      combined.put(table, new TreeMap<>());
    }
  }

  void add(Row row) {
    if (row.table().isCombined()) {
      combined
          .get(row.table())
          .merge(
              row.key(),
              row,
              (a, b) -> new Row(a.table(), a.key(), a.table().combine(a.value(), b.value())));
    } else {
      rows.get(row.table()).add(row);
      bytes += row.bytes();
    }
  }

  int number() {
    return number;
  }

  /** About how much memory it takes. */
  long bytes() {
    return bytes;
  }

  boolean isEmpty() {
    return bytes == 0 && combined.values().stream().allMatch(Map::isEmpty);
  }

  /** The rows of a table, sorted. */
  Collection<Row> sorted(Table table) {
    if (table.isCombined()) {
      return combined.get(table).values();
    }
    List<Row> sorted = rows.get(table);
    sorted.sort(Comparator.comparing(Row::key).thenComparing(Row::value, table.order()));
    return sorted;
  }
}
