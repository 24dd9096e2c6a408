package org.orbweaver.index.export;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.orbweaver.common.text.Digests;
import org.orbweaver.plugin.RowFormat;

/** A text format with one record per page. */
abstract class LineFormat implements RowFormat {
  /** Longest key of a document in OpenSearch and Elasticsearch, in bytes. */
  private static final int MAX_ID_BYTES = 512;

  /** A page, with a line break at its end. */
  abstract String line(Map<String, Object> page, List<Column> columns);

  @Override
  public byte[] row(Map<String, Object> row, List<Column> columns) {
    return utf8(line(row, columns));
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The key of a page: its URL, or a digest of a URL that is too long. */
  static String id(Map<String, Object> page) {
    String url = (String) page.get(ExportField.URL.fieldName());
    byte[] bytes = utf8(url);
    if (bytes.length <= MAX_ID_BYTES) {
      return url;
    }
    return "sha256:" + HexFormat.of().formatHex(Digests.of("SHA-256").digest(bytes));
  }
}
