package org.orbweaver.crawler.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.common.sorted.TopList;

/**
 * A table of an audit.
 *
 * @param total rows found, of which {@code rows} has the first
 * @param rows at most {@value #MOST_ROWS}
 */
public record FindingTable(Finding finding, long total, List<Row> rows) {
  /** Rows that a table keeps. */
  public static final int MOST_ROWS = 1000;

  /**
   * A row.
   *
   * @param weight the higher, the further to the front
   * @param cells a text for each column
   */
  public record Row(double weight, List<String> cells) {
    /** The heaviest first, then by the first cells. */
    static final Comparator<Row> ORDER =
        Comparator.comparingDouble(Row::weight)
            .reversed()
            .thenComparing(row -> String.join("\t", row.cells));
  }

  /** Collects rows. Memory: {@value #MOST_ROWS} rows of each table, however many come. */
  public static final class Collector {
    private final Map<Finding, TopList<Row>> kept = new EnumMap<>(Finding.class);
    private final Map<Finding, Long> totals = new EnumMap<>(Finding.class);

    /** Adds a row. */
    public void add(Finding finding, double weight, List<String> cells) {
      totals.merge(finding, 1L, Long::sum);
      keep(finding, new Row(weight, cells));
    }

    private void keep(Finding finding, Row row) {
      kept.computeIfAbsent(finding, f -> new TopList<>(Row.ORDER, MOST_ROWS)).add(row);
    }

    /** Adds the rows and the total of a table. */
    public void add(FindingTable table) {
      totals.merge(table.finding, table.total, Long::sum);
      table.rows.forEach(row -> keep(table.finding, row));
    }

    /** The tables that have rows. */
    public List<FindingTable> tables() {
      List<FindingTable> tables = new ArrayList<>();
      kept.forEach((f, rows) -> tables.add(new FindingTable(f, totals.get(f), rows.list())));
      return tables;
    }
  }
}
