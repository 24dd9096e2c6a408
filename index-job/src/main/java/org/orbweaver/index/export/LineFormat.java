package org.orbweaver.index.export;

import java.io.IOException;
import java.io.OutputStream;
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

  /** The first line of each file. */
  String header(List<Column> columns) {
    return "";
  }

  /** A page, with a line break at its end. */
  abstract String record(Map<String, Object> page, List<Column> columns);

  @Override
  public Writer begin(OutputStream out, List<Column> columns) throws IOException {
    out.write(utf8(header(columns)));
    return new Writer() {
      private Map<String, Object> encoded;
      private byte[] bytes;

      @Override
      public long size(Map<String, Object> row) {
        encoded = row;
        bytes = utf8(record(row, columns));
        return bytes.length;
      }

      @Override
      public void write(Map<String, Object> row) throws IOException {
        if (row != encoded) {
          size(row);
        }
        out.write(bytes);
      }
    };
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
