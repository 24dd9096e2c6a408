package org.orbweaver.crawler.page.markdown;

import static org.orbweaver.crawler.page.document.HtmlAttributes.attr;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;

/** The rows of a table of data while it is read, and how to tell it from a table for layout. */
final class DataTable {
  private static final Pattern LAYOUT = Pattern.compile("(?i)presentation|none");

  /** Blocks that a cell of Markdown cannot have. */
  private static final Set<String> NO_CELLS =
      Set.of("table", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "form");

  /** Mean characters of a cell; longer ones are columns of a page. */
  private static final int MAX_CHARS = 100;

  private static final int MAX_CHARS_WITH_HEADERS = 1000;

  /** The most empty cells that one cell adds by its span, and the most rows that it spans. */
  private static final int MAX_SPAN = 100;

  private final List<List<String>> rows = new ArrayList<>();

  /** The last rows of cells that span rows, by their column. */
  private final TreeMap<Integer, Integer> spanned = new TreeMap<>();

  private boolean firstIsHeader;
  private int headers;

  /**
   * Whether a table is one of data: two columns or more without blocks in their cells, a row with
   * two texts or more, and header cells, or at least two rows of short texts.
   */
  static boolean is(Element table) {
    if (LAYOUT.matcher(attr(table, "role")).matches()) {
      return false;
    }
    int cells = 0;
    int rows = 0;
    int columns = 0;
    int column = 0;
    int headers = 0;
    int texts = 0;
    boolean hasPairs = false;
    long chars = 0;
    for (Iterator<Element> elements = table.stream().iterator(); elements.hasNext(); ) {
      Element element = elements.next();
      String name = element.normalName();
      if (!element.equals(table) && NO_CELLS.contains(name)) {
        return false;
      }
      chars += element.ownText().length();
      switch (name) {
        case "tr" -> {
          rows++;
          column = 0;
          texts = 0;
        }
        case "td", "th" -> {
          cells++;
          columns = Math.max(columns, ++column);
          headers += name.equals("th") ? 1 : 0;
          texts += element.hasText() ? 1 : 0;
          hasPairs |= texts > 1;
        }
        case "caption" -> headers++;
        default -> {}
      }
    }
    return columns >= 2
        && hasPairs
        && (headers > 0
            ? chars <= (long) MAX_CHARS_WITH_HEADERS * cells
            : rows >= 2 && 2 * cells >= 3 * rows && chars <= (long) MAX_CHARS * cells);
  }

  void openRow() {
    if (rows.isEmpty() || !rows.get(rows.size() - 1).isEmpty()) {
      rows.add(new ArrayList<>());
      headers = 0;
    }
    skipSpanned();
  }

  /** Adds empty cells below cells that span this row. */
  private void skipSpanned() {
    List<String> row = row();
    Integer last = spanned.get(row.size());
    while (last != null && last >= rows.size()) {
      row.add("");
      last = spanned.get(row.size());
    }
  }

  private List<String> row() {
    return rows.get(rows.size() - 1);
  }

  void cell(Element cell, String text) {
    if (rows.isEmpty()) {
      openRow();
    }
    headers += cell.normalName().equals("th") || within(cell, "thead") ? 1 : 0;
    List<String> row = row();
    int below = span(cell, "rowspan") - 1;
    for (int i = span(cell, "colspan"); i > 0; i--) {
      if (below > 0) {
        spanned.put(row.size(), rows.size() + below);
      }
      row.add(i == span(cell, "colspan") ? text : "");
    }
    if (rows.size() == 1) {
      firstIsHeader = headers > 0 && row.stream().filter(one -> !one.isEmpty()).count() <= headers;
    }
    skipSpanned();
  }

  private static boolean within(Element cell, String name) {
    Element row = cell.parent();
    return row != null && row.parent() != null && row.parent().normalName().equals(name);
  }

  private static int span(Element cell, String name) {
    String value = attr(cell, name).strip();
    return value.matches("\\d{1,5}") ? Math.max(1, Math.min(MAX_SPAN, Integer.parseInt(value))) : 1;
  }

  /** The table, whose header is empty if the page's has none; empty if all cells are. */
  @Override
  public String toString() {
    boolean headed = firstIsHeader && row(0).stream().anyMatch(cell -> !cell.isEmpty());
    rows.removeIf(row -> row.stream().allMatch(String::isEmpty));
    if (rows.isEmpty()) {
      return "";
    }
    // Cells beyond the header's are not shown; missing ones are empty.
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    StringBuilder out = new StringBuilder();
    List<String> header = new ArrayList<>(headed ? row(0) : List.of());
    while (header.size() < columns) {
      header.add("");
    }
    append(header, out);
    out.append('\n').append("| --- ".repeat(columns)).append('|');
    for (List<String> row : rows.subList(headed ? 1 : 0, rows.size())) {
      append(row, out.append('\n'));
    }
    return out.toString();
  }

  private List<String> row(int i) {
    return rows.get(i);
  }

  private static void append(List<String> row, StringBuilder out) {
    out.append('|');
    row.forEach(cell -> out.append(' ').append(cell).append(cell.isEmpty() ? "|" : " |"));
  }
}
