package org.orbweaver.plugins.csv;

import java.util.List;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.PluginSettings;
import org.orbweaver.plugin.RowFormat;

/**
 * Exports pages as CSV. Its settings: {@code columns}, which are written, in this order (default:
 * all but main and body, the whole text); {@code separator}, between the values of a list (default:
 * {@code |}).
 */
public final class CsvRows implements Plugin {
  @Override
  public List<RowFormat> rowFormats(PluginSettings settings) {
    List<String> columns =
        settings.get("columns").map(names -> List.of(names.split("\\s*,\\s*"))).orElse(List.of());
    return List.of(new CsvFormat(columns, settings.get("separator", "|")));
  }
}
