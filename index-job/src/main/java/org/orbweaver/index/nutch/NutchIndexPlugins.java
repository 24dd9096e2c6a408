package org.orbweaver.index.nutch;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.crawl.Inlink;
import org.apache.nutch.crawl.Inlinks;
import org.apache.nutch.indexer.IndexingException;
import org.apache.nutch.indexer.IndexingFilter;
import org.apache.nutch.indexer.NutchDocument;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.Parse;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseImpl;
import org.apache.nutch.parse.ParseStatus;
import org.orbweaver.common.plugin.NutchExtensions;
import org.orbweaver.common.plugin.Plugins;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.plugin.IndexFields;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.PluginSettings;
import org.orbweaver.plugin.loader.Provided;

/**
 * The indexing filters of Nutch's plugins in {@code plugin.folders}; nothing if it is empty. Each
 * is an object of its own, so that a failure is its own; they share Nutch's document, which the
 * first object makes and the last gives to the index.
 */
public final class NutchIndexPlugins implements Plugin {
  /** What index-basic and others add of what the index has anyway, or has no use for. */
  private static final Set<String> HAD =
      Set.of("id", "content", "tstamp", "cache", "digest", "boost", "segment", "lastmodified");

  private static final int MAX_NAME = 64;

  @Override
  public List<IndexFields> indexFields(PluginSettings settings) {
    List<IndexingFilter> filters =
        NutchExtensions.of(Plugins.conf(settings), IndexingFilter.class, "indexingfilter.order");
    if (filters.isEmpty()) {
      return List.of();
    }
    Shared shared = new Shared();
    List<IndexFields> all = new ArrayList<>();
    all.add(new Part("Nutch's indexing filters", (page, output) -> shared.begin(page)));
    filters.forEach(
        it ->
            all.add(
                new Part(NutchExtensions.origin(it), (page, output) -> shared.apply(it, output))));
    all.add(new Part("Nutch's indexing filters", (page, output) -> shared.end(output)));
    return all;
  }

  private record Part(String origin, IndexFields part) implements IndexFields, Provided.Named {
    @Override
    public void fields(Page page, Output output) throws Exception {
      part.fields(page, output);
    }
  }

  private static final class Shared {
    private final Set<String> had = new HashSet<>(HAD);
    private Text url;
    private Parse parse;
    private CrawlDatum entry;
    private Inlinks anchors;

    /** Null once a filter has left the page out. */
    private NutchDocument document;

    Shared() {
      had.addAll(IndexField.names());
    }

    void begin(IndexFields.Page page) {
      document = null;
      Metadata meta = new Metadata();
      page.metadata().forEach((name, values) -> values.forEach(value -> meta.add(name, value)));
      page.fields().forEach((name, values) -> values.forEach(value -> meta.add(name, value)));
      url = new Text(page.url());
      ParseData data =
          new ParseData(ParseStatus.STATUS_SUCCESS, page.title(), new Outlink[0], meta, meta);
      parse = new ParseImpl(page.text(), data);
      entry = new CrawlDatum(CrawlDatum.STATUS_DB_FETCHED, 0);
      anchors = new Inlinks();
      // Nutch keeps no two links of one page with the same text.
      page.anchors().forEach(text -> anchors.add(new Inlink("", text)));
      document = new NutchDocument();
    }

    void apply(IndexingFilter filter, IndexFields.Output output) throws IndexingException {
      if (document != null) {
        document = filter.filter(document, parse, url, entry, anchors);
        if (document == null) {
          output.leaveOut();
        }
      }
    }

    void end(IndexFields.Output output) {
      if (document == null) {
        return;
      }
      for (String nutchName : document.getFieldNames()) {
        String name = NutchExtensions.fieldName(nutchName).replace('.', '_');
        name = name.substring(0, Math.min(name.length(), MAX_NAME)).toLowerCase(Locale.ROOT);
        if (!had.contains(name)) {
          for (Object value : document.getField(nutchName).getValues()) {
            put(output, name, value);
          }
        }
      }
    }

    private static void put(IndexFields.Output output, String name, Object value) {
      if (value != null && value.getClass().isArray()) {
        for (int i = 0; i < Array.getLength(value); i++) {
          put(output, name, Array.get(value, i));
        }
      } else if (value instanceof Date date) {
        output.keyword(name, date.toInstant().toString());
      } else if (value instanceof CharSequence text) {
        output.text(name, text.toString());
      } else if (value != null) {
        output.keyword(name, value.toString());
      }
    }
  }
}
