package org.orbweaver.plugin;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
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
 *   public Writer begin(OutputStream out, List&lt;Column&gt; columns) {
 *     return row -&gt; out.write((row.get("url") + "\n").getBytes(StandardCharsets.UTF_8));
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

  /**
   * Begins a file.
   *
   * @param out written to, not closed
   */
  Writer begin(OutputStream out, List<Column> columns) throws IOException;

  /** Writes a file. */
  interface Writer extends Closeable {
    /**
     * The bytes that a row would take, so that it comes into the next file if it has no room in
     * this one; 0 if that is not known before it is written.
     */
    default long size(Map<String, Object> row) {
      return 0;
    }

    /**
     * Writes a page.
     *
     * @param row values by the names of columns, in their order: String, Long, Double, or a List of
     *     strings; those that the page does not have are absent
     */
    void write(Map<String, Object> row) throws IOException;

    /** Writes the file's end. */
    @Override
    default void close() throws IOException {
      // Most need none.
    }
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
