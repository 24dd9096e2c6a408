package org.orbweaver.index.export;

import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.plugin.Plugins;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Similar;
import org.orbweaver.plugin.Plugin;
import org.orbweaver.plugin.RowFormat;
import org.orbweaver.plugin.loader.Provided;

/**
 * A format of an export.
 *
 * @param rows which it writes of the pages of an index; null for what is no table of pages
 */
public record ExportFormat(String name, Provided<RowFormat> rows) {
  /** Postings in the Common Index File Format. */
  public static final ExportFormat CIFF = new ExportFormat("ciff", null);

  /** The fetched pages as WARC files, not the index. */
  public static final ExportFormat WARC = new ExportFormat("warc", null);

  /** The same pages, packed as one WACZ file. */
  public static final ExportFormat WACZ = new ExportFormat("wacz", null);

  /** The main content of each page as a file of Markdown. */
  public static final ExportFormat MARKDOWN = new ExportFormat("markdown", null);

  /** The same, as lines of JSON. */
  public static final ExportFormat MARKDOWN_JSONL = new ExportFormat("markdown-jsonl", null);

  /** The main content as plain text, of the pages that a recipe takes. */
  public static final ExportFormat CORPUS = new ExportFormat("corpus", null);

  /** The same pages, as a table of HBase. */
  public static final ExportFormat HBASE = new ExportFormat("hbase", null);

  /** Tables of the crawl and its index as Parquet files. */
  public static final ExportFormat PARQUET = new ExportFormat("parquet", null);

  /** Metadata as Parquet and postings as CIFF, as OpenWebSearch.eu publishes them. */
  public static final ExportFormat OWI = new ExportFormat("owi", null);

  private static final List<String> WHOLE = List.of("opensearch", "solr");

  private static List<ExportFormat> all(Configuration conf) {
    return Stream.concat(
            Stream.of(CIFF, MARKDOWN, MARKDOWN_JSONL, CORPUS, WARC, WACZ, HBASE, PARQUET, OWI),
            Plugins.all(conf, Plugin::rowFormats).stream()
                .map(rows -> new ExportFormat(rows.part().name(), rows)))
        .toList();
  }

  /**
   * The format of a name.
   *
   * @throws OrbException (usage) naming all if there is none
   */
  public static ExportFormat of(Configuration conf, String name) {
    List<ExportFormat> all = all(conf);
    List<String> names = all.stream().map(ExportFormat::name).sorted().distinct().toList();
    return all.stream()
        .filter(format -> format.name.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                OrbException.usage(
                    "export format: expected one of "
                        + String.join(", ", names)
                        + ", got '"
                        + Console.safe(name)
                        + "'"
                        + Similar.hint(name, names)));
  }

  /** True if the fetched pages are exported, not an index. */
  public boolean isArchive() {
    return equals(WARC) || equals(WACZ) || equals(HBASE);
  }

  /** True if it is made of the fetched content of the pages of an index. */
  public boolean isMarkdown() {
    return equals(MARKDOWN) || equals(MARKDOWN_JSONL) || equals(CORPUS);
  }

  /** True if it is a table of pages whose columns can be chosen. */
  public boolean hasColumns() {
    return rows != null && !WHOLE.contains(name);
  }

  /** True if it is written from the index alone. */
  public boolean isOfIndex() {
    return rows != null || equals(CIFF);
  }

  @Override
  public String toString() {
    return name;
  }
}
