package org.orbweaver.index.export;

import java.util.Map;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;

/**
 * The bulk API of OpenSearch and Elasticsearch: newline-delimited JSON, a line with the action and
 * the key, then the document. {@code mapping.json} is the body of the request that creates the
 * index.
 */
final class OpenSearchFormat implements LineFormat {
  /** Lucene's longest term is 32,766 bytes; a character has up to four. */
  private static final int MAX_KEYWORD_CHARS = 8191;

  @Override
  public String extension() {
    return "ndjson";
  }

  @Override
  public String record(Fields page) {
    Fields action = new Fields().with("index", new Fields().with("_id", LineFormat.id(page)));
    return Json.line(action) + "\n" + Json.line(page) + "\n";
  }

  @Override
  public Map<String, Fields> schema() {
    Fields properties = new Fields();
    for (ExportField field : ExportField.values()) {
      properties.with(
          field.fieldName(),
          switch (field.type()) {
            case KEYWORD ->
                new Fields().with("type", "keyword").with("ignore_above", MAX_KEYWORD_CHARS);
            case TEXT -> new Fields().with("type", "text");
            case DATE -> new Fields().with("type", "date");
            case DOUBLE -> new Fields().with("type", "double");
            case LONG -> new Fields().with("type", "long");
          });
    }
    Fields mappings = new Fields().with("dynamic", "strict").with("properties", properties);
    return Map.of("mapping.json", new Fields().with("mappings", mappings));
  }
}
