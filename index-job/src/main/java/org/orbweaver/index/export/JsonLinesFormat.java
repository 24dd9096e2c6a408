package org.orbweaver.index.export;

import java.util.List;
import java.util.Map;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;

/** Lines of JSON for any program: the columns that a page has. */
public final class JsonLinesFormat extends LineFormat {
  @Override
  public String name() {
    return "jsonl";
  }

  @Override
  public String extension() {
    return "jsonl";
  }

  @Override
  String line(Map<String, Object> page, List<Column> columns) {
    Fields line = new Fields();
    columns.forEach(column -> line.withKnown(column.name(), page.get(column.name())));
    return Json.line(line) + "\n";
  }
}
