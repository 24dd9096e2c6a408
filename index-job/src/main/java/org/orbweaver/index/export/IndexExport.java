package org.orbweaver.index.export;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.lucene.index.NumericDocValues;
import org.orbweaver.common.store.ExportFolder;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.common.text.Progress;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.search.SearchIndex;

/** Writes an index to a folder in a format of another program; see the package. */
public final class IndexExport {
  private static final Set<String> STORED =
      Arrays.stream(ExportField.values())
          .map(ExportField::fieldName)
          .collect(Collectors.toUnmodifiableSet());

  /** The zones of the whole text. */
  public static final List<IndexField> TEXT =
      List.of(IndexField.TITLE, IndexField.MAIN, IndexField.BODY);

  private IndexExport() {}

  /**
   * The options of an export.
   *
   * @param disallowed pages with one of these words of {@link IndexField#USAGE} are left out
   * @param publicOnly whether pages fetched with a login are left out
   * @param zones whose postings are exported, in CIFF
   * @param gzip whether files are packed, but for the schema
   * @param maxBytes most bytes of a file of pages, before it is packed, unless one page has more
   */
  public record ExportOptions(
      ExportFormat format,
      Collection<String> disallowed,
      boolean publicOnly,
      List<IndexField> zones,
      boolean gzip,
      long maxBytes) {}

  /**
   * Counts of an export.
   *
   * @param disallowed number of pages left out by their owners' preferences
   * @param withLogin number of further pages left out, which were fetched with a login
   */
  public record ExportSummary(int pages, int disallowed, int withLogin, long bytes) {}

  /**
   * Exports an index.
   *
   * @param folder must not exist
   * @throws org.orbweaver.common.error.OrbException (failed) if it does
   */
  public static ExportSummary run(
      Configuration conf, SearchIndex index, ExportOptions options, Path folder, Progress progress)
      throws IOException {
    try (ExportFolder out = new ExportFolder(conf, folder)) {
      LivePages pages = new LivePages(index.reader(), options.disallowed(), options.publicOnly());
      switch (options.format()) {
        case OPENSEARCH -> lines(index, pages, new OpenSearchFormat(), options, out, progress);
        case SOLR -> lines(index, pages, new SolrFormat(), options, out, progress);
        case TSV -> lines(index, pages, new TsvFormat(), options, out, progress);
        case CIFF -> ciff(index, pages, options, out, progress);
        case WARC, WACZ, HBASE ->
            throw new IllegalArgumentException(options.format() + " of an index");
      }
      return new ExportSummary(pages.count(), pages.disallowed(), pages.withLogin(), out.commit());
    }
  }

  private static void lines(
      SearchIndex index,
      LivePages pages,
      LineFormat format,
      ExportOptions options,
      ExportFolder out,
      Progress progress)
      throws IOException {
    for (Map.Entry<String, Fields> schema : format.schema().entrySet()) {
      try (OutputStream file = out.create(schema.getKey())) {
        file.write(utf8(Json.pretty(schema.getValue())));
      }
    }
    Map<ExportField, NumericDocValues> columns = ExportField.columns(index.reader());
    int[] done = new int[1];
    try (PageFiles files = new PageFiles(out, format, options)) {
      pages.forEach(
          STORED,
          (doc, stored) -> {
            files.write(utf8(format.record(ExportField.of(stored, doc, columns))));
            progress.update(++done[0] + " of " + pages.count() + " pages");
          });
    }
  }

  private static void ciff(
      SearchIndex index,
      LivePages pages,
      ExportOptions options,
      ExportFolder out,
      Progress progress)
      throws IOException {
    String description =
        String.format(
            Locale.ROOT,
            "Orbweaver index %s, Lucene %s; zones: %s; terms in lower case without accents, stop"
                + " words kept, English words also as their Porter stems",
            index.meta().build(),
            index.meta().lucene(),
            options.zones().stream().map(IndexField::fieldName).collect(Collectors.joining(" ")));
    try (OutputStream file = out.create(options.gzip() ? "index.ciff.gz" : "index.ciff")) {
      new CiffWriter(index.reader(), pages, options.zones(), progress).write(file, description);
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** {@code pages-00000}, {@code pages-00001}, … of bounded size; at least one. */
  private static final class PageFiles implements Closeable {
    private final ExportFolder folder;
    private final LineFormat format;
    private final ExportOptions options;
    private OutputStream out;
    private int files;
    private long bytes;

    PageFiles(ExportFolder folder, LineFormat format, ExportOptions options) throws IOException {
      this.folder = folder;
      this.format = format;
      this.options = options;
      next();
    }

    void write(byte[] record) throws IOException {
      if (bytes > header() && bytes + record.length > options.maxBytes()) {
        out.close();
        next();
      }
      out.write(record);
      bytes += record.length;
    }

    private int header() {
      return utf8(format.header()).length;
    }

    private void next() throws IOException {
      String name = String.format(Locale.ROOT, "pages-%05d.%s", files++, format.extension());
      out = folder.create(options.gzip() ? name + ".gz" : name);
      out.write(utf8(format.header()));
      bytes = header();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
