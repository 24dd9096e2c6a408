package org.orbweaver.orb.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Csv;
import org.orbweaver.common.text.Fields;
import org.orbweaver.crawler.audit.Finding;
import org.orbweaver.crawler.audit.Finding.Column;
import org.orbweaver.crawler.audit.Finding.Kind;
import org.orbweaver.crawler.audit.FindingTable;

/**
 * The tables of single URLs and hosts: for the page, which shows the first {@value #SHOWN} rows of
 * each, and as CSV, which has all that were kept.
 */
final class ReportTables {
  static final int SHOWN = 200;

  private ReportTables() {}

  /**
   * The tables for the template; a table without rows has a {@code reason}.
   *
   * @param csv the link to the CSV of a table; empty for none
   * @param why whether URLs link to the page that explains them
   */
  static List<Fields> of(CrawlReport report, Function<Finding, Optional<String>> csv, boolean why) {
    List<Fields> tables = new ArrayList<>();
    for (Finding finding : Finding.values()) {
      FindingTable table = report.table(finding).orElse(new FindingTable(finding, 0, List.of()));
      Fields fields =
          new Fields()
              .with("slug", finding.slug())
              .with("tableTitle", finding.title())
              .with("count", table.total());
      if (table.rows().isEmpty()) {
        tables.add(fields.with("reason", reason(report, finding)));
        continue;
      }
      List<Column> columns = finding.columns();
      tables.add(
          fields
              .with("extent", extent(table, Math.min(SHOWN, table.rows().size())))
              .with("order", finding.order())
              .withKnown("csv", csv.apply(finding).orElse(null))
              .with(
                  "columns",
                  columns.stream()
                      .map(
                          column ->
                              new Fields()
                                  .with("columnName", column.name())
                                  .with("isNumber", column.kind() == Kind.NUMBER))
                      .toList())
              .with(
                  "rows",
                  table.rows().stream()
                      .limit(SHOWN)
                      .map(row -> new Fields().with("cells", cells(columns, row, why)))
                      .toList()));
    }
    return tables;
  }

  /** Why a table is empty. */
  private static String reason(CrawlReport report, Finding finding) {
    String section =
        switch (finding) {
          case SLOW_HOSTS, REFUSALS, LARGEST -> "requests";
          case DEPTH -> "graph";
          default -> "audit";
        };
    String failure = report.failed().get(section);
    if (failure != null) {
      return "This could not be made: " + failure;
    }
    if (report.table(finding).isPresent()) {
      return "None.";
    }
    return switch (finding) {
      case SLOW_HOSTS, REFUSALS, LARGEST -> "No segment has a fetch log.";
      case DEPTH ->
          report.graph().isEmpty()
              ? "No web graph has been built yet."
              : report.graph().get().notMeasured().isEmpty()
                  ? "Not measured: the crawl has too many seeds, or they are not known."
                  : report.graph().get().notMeasured();
      default -> "There is no crawldb.";
    };
  }

  private static String extent(FindingTable table, int shown) {
    return shown == table.total()
        ? Count.of(table.total(), "row")
        : String.format(Locale.ROOT, "the first %,d of %,d rows", shown, table.total());
  }

  private static List<Fields> cells(List<Column> columns, FindingTable.Row row, boolean why) {
    List<Fields> cells = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      String text = row.cells().get(i);
      Kind kind = columns.get(i).kind();
      Fields cell = new Fields();
      switch (kind) {
        case URL, URLS ->
            cell.with(
                "urls",
                Stream.of(kind == Kind.URL ? new String[] {text} : text.split(" "))
                    .filter(url -> !url.isEmpty())
                    .map(url -> url(url, why))
                    .toList());
        case NUMBER -> cell.with("number", number(text));
        case TEXT -> cell.with("text", text);
      }
      cells.add(cell);
    }
    return cells;
  }

  private static Fields url(String url, boolean why) {
    return new Fields()
        .with("address", url)
        .withKnown("whyOf", why ? URLEncoder.encode(url, UTF_8) : null);
  }

  private static String number(String text) {
    return String.format(Locale.ROOT, "%,d", Long.parseLong(text));
  }

  /** A table as CSV, with a head; the last record says how many rows are left out. */
  static String csv(FindingTable table) {
    List<Column> columns = table.finding().columns();
    StringBuilder csv = new StringBuilder();
    csv.append(Csv.record(columns.stream().map(Column::name).toList())).append("\r\n");
    for (FindingTable.Row row : table.rows()) {
      List<Object> cells = new ArrayList<>();
      for (int i = 0; i < columns.size(); i++) {
        String text = row.cells().get(i);
        cells.add(columns.get(i).kind() == Kind.NUMBER ? (Object) Long.valueOf(text) : text);
      }
      csv.append(Csv.record(cells)).append("\r\n");
    }
    long left = table.total() - table.rows().size();
    if (left > 0) {
      List<Object> end = new ArrayList<>(Collections.nCopies(columns.size(), ""));
      end.set(0, String.format(Locale.ROOT, "(%d more rows are left out)", left));
      csv.append(Csv.record(end)).append("\r\n");
    }
    return csv.toString();
  }

  /** All tables that could be made, by the names of their files. */
  static Map<String, FindingTable> byFile(CrawlReport report) {
    Map<String, FindingTable> files = new LinkedHashMap<>();
    for (Finding finding : Finding.values()) {
      report.table(finding).ifPresent(table -> files.put(finding.slug() + ".csv", table));
    }
    return files;
  }
}
