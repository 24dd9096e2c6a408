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
final class SolrFormat implements LineFormat {
  @Override
  public String extension() {
    return "jsonl";
  }

  @Override
  public String record(Fields page) {
    Fields document = new Fields().with("id", LineFormat.id(page));
    document.putAll(page);
    return Json.line(document) + "\n";
  }

  @Override
  public Map<String, Fields> schema() {
    List<Fields> fields = new ArrayList<>();
    List<Fields> copies = new ArrayList<>();
    for (ExportField field : ExportField.values()) {
      String type =
          switch (field.type()) {
            case KEYWORD -> "string";
            case TEXT -> "text_general";
            case DATE -> "pdate";
            case DOUBLE -> "pdouble";
            case LONG -> "plong";
          };
      fields.add(
          new Fields()
              .with("name", field.fieldName())
              .with("type", type)
              .with("multiValued", field.isList()));
      if (field.type() == ExportField.Type.TEXT) {
        copies.add(new Fields().with("source", field.fieldName()).with("dest", "_text_"));
      }
    }
    return Map.of(
        "schema.json", new Fields().with("add-field", fields).with("add-copy-field", copies));
  }
}
