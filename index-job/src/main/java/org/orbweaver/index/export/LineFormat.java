package org.orbweaver.index.export;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import org.orbweaver.common.text.Digests;
import org.orbweaver.common.text.Fields;

/** A text format with one record per page. */
interface LineFormat {
  /** Longest key of a document in OpenSearch and Elasticsearch, in bytes. */
  int MAX_ID_BYTES = 512;

  /** The extension of the files' names, without a dot. */
  String extension();

  /** The first line of each file. */
  default String header() {
    return "";
  }

  /** A page, with a line break at its end. */
  String record(Fields page);

  /** Files beside the pages, by name, that describe the fields to the other program. */
  default Map<String, Fields> schema() {
    return Map.of();
  }

  /** The key of a page: its URL, or a digest of a URL that is too long. */
  static String id(Fields page) {
    String url = (String) page.get(ExportField.URL.fieldName());
    byte[] bytes = url.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= MAX_ID_BYTES) {
      return url;
    }
    return "sha256:" + HexFormat.of().formatHex(Digests.of("SHA-256").digest(bytes));
  }
}
