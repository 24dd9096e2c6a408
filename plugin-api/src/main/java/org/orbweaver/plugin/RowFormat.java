package org.orbweaver.plugin;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * A format of {@code orb export}: a row for each page, in files {@code pages-00000.EXTENSION}. If
 * it throws, the export fails and leaves nothing.
 *
 * <pre>
 * public final class Urls implements RowFormat {
 *   &#64;Override
 *   public String name() {
 *     return "urls";
 *   }
 *
 *   &#64;Override
 *   public String extension() {
 *     return "txt";
 *   }
 *
 *   &#64;Override
 *   public byte[] row(Map&lt;String, Object&gt; row, List&lt;Column&gt; columns) {
 *     return (row.get("url") + "\n").getBytes(StandardCharsets.UTF_8);
 *   }
 * }
 * </pre>
 */
public interface RowFormat {
  /**
   * The name in {@code orb export DIR --format NAME}, lower case. If another format already has the
   * name, this one cannot be chosen.
   */
  String name();

  /** The extension of its files. */
  String extension();

  /** Files beside those of pages, such as a schema, by name. */
  default Map<String, byte[]> sideFiles(List<Column> columns) throws IOException {
    return Map.of();
  }

  /** The beginning of each file, as the names of the columns. */
  default byte[] header(List<Column> columns) throws IOException {
    return new byte[0];
  }

  /**
   * A page. A file ends before the page that it has no room for.
   *
   * @param row values by the names of columns, in their order: String, Long, Double, or a List of
   *     strings; those that the page does not have are absent
   */
  byte[] row(Map<String, Object> row, List<Column> columns) throws IOException;

  /** The end of each file. */
  default byte[] footer(List<Column> columns) throws IOException {
    return new byte[0];
  }

  /**
   * A column.
   *
   * @param list whether its values are lists of strings
   */
  record Column(String name, Type type, boolean list) {}

  /** The type of a column's values. */
  enum Type {
    /** One exact term. */
    KEYWORD,
    /** Words. */
    TEXT,
    /** A moment, ISO 8601 in UTC. */
    DATE,
    /** A score; absent if 0. */
    DOUBLE,
    /** A count. */
    LONG
  }
}
