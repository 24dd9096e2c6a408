package org.orbweaver.index;

import java.util.List;
import org.orbweaver.index.export.CsvFormat;
import org.orbweaver.index.export.JsonLinesFormat;
import org.orbweaver.index.export.OpenSearchFormat;
import org.orbweaver.index.export.SolrFormat;
import org.orbweaver.index.export.TsvFormat;
import org.orbweaver.plugin.IndexFields;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.PluginSettings;
import org.orbweaver.plugin.RowFormat;

/** The formats of exports and the fields of pages that Orbweaver has itself. */
public final class IndexPlugin implements Plugin {
  @Override
  public List<IndexFields> indexFields(PluginSettings settings) {
    return List.of(new SiteFields());
  }

  @Override
  public List<RowFormat> rowFormats(PluginSettings settings) {
    return List.of(
        new OpenSearchFormat(),
        new SolrFormat(),
        new JsonLinesFormat(),
        new CsvFormat(),
        new TsvFormat());
  }
}
