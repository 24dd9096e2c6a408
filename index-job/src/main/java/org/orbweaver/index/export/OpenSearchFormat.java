package org.orbweaver.index.export;

import java.util.List;
import java.util.Map;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;

/**
 * The bulk API of OpenSearch and Elasticsearch: newline-delimited JSON, a line with the action and
 * the key, then the document. {@code mapping.json} is the body of the request that creates the
 * index.
 */
public final class OpenSearchFormat extends LineFormat {
  /** Lucene's longest term is 32,766 bytes; a character has up to four. */
  private static final int MAX_KEYWORD_CHARS = 8191;

  @Override
  public String name() {
    return "opensearch";
  }

  @Override
  public String extension() {
    return "ndjson";
  }

  @Override
  String line(Map<String, Object> page, List<Column> columns) {
    Fields action = new Fields().with("index", new Fields().with("_id", id(page)));
    return Json.line(action) + "\n" + Json.line(page) + "\n";
  }

  @Override
  public Map<String, byte[]> sideFiles(List<Column> columns) {
    Fields properties = new Fields();
    for (Column column : columns) {
      properties.with(
          column.name(),
          switch (column.type()) {
            case KEYWORD ->
                new Fields().with("type", "keyword").with("ignore_above", MAX_KEYWORD_CHARS);
            case TEXT -> new Fields().with("type", "text");
            case DATE -> new Fields().with("type", "date");
            case DOUBLE -> new Fields().with("type", "double");
            case LONG -> new Fields().with("type", "long");
          });
    }
    Fields mappings = new Fields().with("dynamic", "strict").with("properties", properties);
    return Map.of("mapping.json", utf8(Json.pretty(new Fields().with("mappings", mappings))));
  }
}
