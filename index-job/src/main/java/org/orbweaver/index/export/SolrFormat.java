package org.orbweaver.index.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;

/**
 * JSON lines for Solr's {@code /update/json/docs}. {@code schema.json} holds the commands for
 * {@code /schema} that add the fields to a collection of the default configuration, in whose {@code
 * _text_} the texts are searched by default.
 */
public final class SolrFormat extends LineFormat {
  @Override
  public String name() {
    return "solr";
  }

  @Override
  public String extension() {
    return "jsonl";
  }

  @Override
  String line(Map<String, Object> page, List<Column> columns) {
    Fields document = new Fields().with("id", id(page));
    document.putAll(page);
    return Json.line(document) + "\n";
  }

  @Override
  public Map<String, byte[]> sideFiles(List<Column> columns) {
    List<Fields> fields = new ArrayList<>();
    List<Fields> copies = new ArrayList<>();
    for (Column column : columns) {
      String type =
          switch (column.type()) {
            case KEYWORD -> "string";
            case TEXT -> "text_general";
            case DATE -> "pdate";
            case DOUBLE -> "pdouble";
            case LONG -> "plong";
          };
      fields.add(
          new Fields()
              .with("name", column.name())
              .with("type", type)
              .with("multiValued", column.list()));
      if (column.type() == Type.TEXT) {
        copies.add(new Fields().with("source", column.name()).with("dest", "_text_"));
      }
    }
    return Map.of(
        "schema.json",
        utf8(Json.pretty(new Fields().with("add-field", fields).with("add-copy-field", copies))));
  }
}
