package org.orbweaver.index.export;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.IOSupplier;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.ExportFolder;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;
import org.orbweaver.common.text.Progress;
import org.orbweaver.common.text.Similar;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.PageFields;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.plugin.RowFormat;
import org.orbweaver.plugin.loader.PluginException;
import org.orbweaver.plugin.loader.Provided;

/** Writes an index to a folder in a format of another program; see the package. */
public final class IndexExport {
  private static final Set<String> STORED =
      Stream.concat(
              Arrays.stream(ExportField.values()).map(ExportField::fieldName),
              Stream.of(IndexField.FIELDS.fieldName()))
          .collect(Collectors.toUnmodifiableSet());

  private static final Set<String> WITHOUT_TEXTS =
      Arrays.stream(ExportField.values())
          .filter(field -> field.compareTo(ExportField.ANCHOR) < 0)
          .map(ExportField::fieldName)
          .collect(Collectors.toUnmodifiableSet());

  /** The zones of the whole text. */
  public static final List<IndexField> TEXT =
      List.of(IndexField.TITLE, IndexField.MAIN, IndexField.BODY);

  /** Large fields that say nothing about a page but what it says. */
  private static final List<ExportField> TEXTS =
      List.of(ExportField.ANCHOR, ExportField.META, ExportField.MAIN, ExportField.BODY);

  private IndexExport() {}

  /**
   * Exports an index.
   *
   * @param folder must not exist
   * @return lines for people
   * @throws OrbException (failed) if it does, or if a plugin throws
   */
  public static String run(
      Configuration conf, SearchIndex index, ExportOptions options, Path folder, Progress progress)
      throws IOException {
    try (ExportFolder out = new ExportFolder(conf, folder)) {
      LivePages pages = new LivePages(index.reader(), options.disallowed(), options.publicOnly());
      if (options.format().equals(ExportFormat.CIFF)) {
        ciff(index, pages, options, out, progress);
      } else {
        rows(index, pages, options, out, progress);
      }
      return String.format(
              Locale.ROOT,
              "%s of index %s exported to %s (%s, %.1f MB)",
              Count.of(pages.count(), "page"),
              index.meta().build(),
              Console.safe(folder.toString()),
              options.format(),
              out.commit() / 1e6)
          + omitted(options, pages);
    }
  }

  /** Further lines for people: what the options left out. */
  static String omitted(ExportOptions options, LivePages pages) {
    StringBuilder lines = new StringBuilder();
    if (!options.disallowed().isEmpty()) {
      lines
          .append('\n')
          .append(Count.of(pages.disallowed(), "page"))
          .append(" omitted: their owners disallow ")
          .append(
              pages.disallowedByTerm().entrySet().stream()
                  .map(one -> one.getKey().replace(":n", "") + " (" + one.getValue() + ")")
                  .collect(Collectors.joining(" or ")));
    }
    if (options.publicOnly()) {
      lines
          .append('\n')
          .append(Count.of(pages.withLogin(), "page"))
          .append(" omitted: fetched with a login");
    }
    return lines.toString();
  }

  /**
   * Passes all pages of an index to a consumer: what it knows about them but their text, and {@code
   * fields}, a map of lists. Owners' preferences and logins are in them; nothing is left out.
   */
  public static void forEachPage(
      SearchIndex index, ConsumerRaisingIOE<Map<String, Object>> consumer) throws IOException {
    Map<ExportField, NumericDocValues> numbers = ExportField.columns(index.reader());
    Set<String> names = new HashSet<>(STORED);
    TEXTS.forEach(field -> names.remove(field.fieldName()));
    new LivePages(index.reader(), List.of(), false)
        .forEach(
            names,
            (doc, stored) ->
                consumer.accept(
                    ExportField.of(stored, doc, numbers)
                        .with("fields", PageFields.stored(stored))));
  }

  /**
   * Writes the pages of an index, without their texts, to a sequence file: URL, and the fields of
   * {@link ExportField} as JSON. Of a corpus all pages are, since its counts have those left out.
   *
   * @return further lines for people, as of {@link #run}
   */
  public static String rows(Configuration conf, SearchIndex index, ExportOptions options, Path file)
      throws IOException {
    boolean isCorpus = options.format().equals(ExportFormat.CORPUS);
    LivePages pages =
        new LivePages(
            index.reader(),
            isCorpus ? List.of() : options.disallowed(),
            !isCorpus && options.publicOnly());
    Map<ExportField, NumericDocValues> numbers = ExportField.columns(index.reader());
    Text key = new Text();
    Text json = new Text();
    try (SequenceFile.Writer out = StoreFiles.sequenceFile(conf, file, Text.class)) {
      pages.forEach(
          WITHOUT_TEXTS,
          (doc, stored) -> {
            key.set(stored.get(ExportField.URL.fieldName()));
            json.set(Json.line(ExportField.of(stored, doc, numbers)));
            out.append(key, json);
          });
    }
    return omitted(options, pages);
  }

  private static void rows(
      SearchIndex index,
      LivePages pages,
      ExportOptions options,
      ExportFolder out,
      Progress progress)
      throws IOException {
    Provided<RowFormat> format = options.format().rows();
    List<RowFormat.Column> columns = columns(index, options.columns());
    Map<ExportField, NumericDocValues> numbers = ExportField.columns(index.reader());
    int[] done = new int[1];
    try (PageFiles files = new PageFiles(out, format, columns, options)) {
      Map<String, byte[]> sides = files.call(() -> format.part().sideFiles(columns));
      for (Map.Entry<String, byte[]> side : sides.entrySet()) {
        try (OutputStream file = out.create(side.getKey())) {
          file.write(side.getValue());
        }
      }
      files.begin();
      pages.forEach(
          STORED,
          (doc, stored) -> {
            files.at = stored.get(ExportField.URL.fieldName());
            Fields row = ExportField.of(stored, doc, numbers);
            row.putAll(PageFields.stored(stored));
            files.write(row);
            progress.update(++done[0] + " of " + pages.count() + " pages");
          });
      files.end();
    }
  }

  private static List<RowFormat.Column> columns(SearchIndex index, List<String> chosen) {
    Map<String, RowFormat.Column> all = new LinkedHashMap<>();
    Stream.concat(
            Arrays.stream(ExportField.values()).map(ExportField::column),
            index.meta().pageFields().stream()
                .map(name -> new RowFormat.Column(name, RowFormat.Type.KEYWORD, true)))
        .forEach(column -> all.put(column.name(), column));
    for (String name : chosen) {
      if (!all.containsKey(name)) {
        throw OrbException.usage(
            "--columns: expected some of "
                + String.join(", ", all.keySet())
                + ", got '"
                + Console.safe(name)
                + "'"
                + Similar.hint(name, all.keySet()));
      }
    }
    return chosen.isEmpty()
        ? List.copyOf(all.values())
        : chosen.stream().distinct().map(all::get).toList();
  }

  private static void ciff(
      SearchIndex index,
      LivePages pages,
      ExportOptions options,
      ExportFolder out,
      Progress progress)
      throws IOException {
    try (OutputStream file = out.create(options.gzip() ? "index.ciff.gz" : "index.ciff")) {
      CiffWriter writer = new CiffWriter(index.reader(), options.zones(), progress);
      writer.add(pages, file);
      writer.write(description(index, options.zones()), url -> url);
    }
  }

  /** What a CIFF file says about itself. */
  static String description(SearchIndex index, List<IndexField> zones) {
    return String.format(
        Locale.ROOT,
        "Orbweaver index %s, Lucene %s; zones: %s; terms in lower case without accents, stop"
            + " words kept, English words also as their Porter stems",
        index.meta().build(),
        index.meta().lucene(),
        zones.stream().map(IndexField::fieldName).collect(Collectors.joining(" ")));
  }

  /** The names of the stored fields of a page that {@link ExportField} reads. */
  static Set<String> stored(boolean texts) {
    return texts ? STORED : WITHOUT_TEXTS;
  }

  /** {@code pages-00000}, {@code pages-00001}, … of bounded size; at least one. */
  private static final class PageFiles implements Closeable {
    private final ExportFolder folder;
    private final Provided<RowFormat> format;
    private final List<RowFormat.Column> columns;
    private final ExportOptions options;

    /** Where in the index, for messages. */
    private String at = "its beginning";

    private OutputStream out;
    private int files;
    private byte[] footer;

    /** Of the current file, without and with pages. */
    private long empty;

    private long size;

    PageFiles(
        ExportFolder folder,
        Provided<RowFormat> format,
        List<RowFormat.Column> columns,
        ExportOptions options) {
      this.folder = folder;
      this.format = format;
      this.columns = columns;
      this.options = options;
    }

    /** Calls the format, so that a plugin's failure is told as such. */
    <T> T call(IOSupplier<T> part) throws IOException {
      try {
        return Objects.requireNonNull(part.get(), "it gave null");
      } catch (IOException | RuntimeException | LinkageError | StackOverflowError e) {
        if (format.isOwn()) {
          throw e;
        }
        throw OrbException.failed(
            String.format(
                Locale.ROOT,
                "plugin %s: its format %s failed at %s: %s; nothing was exported",
                format.plugin(),
                options.format(),
                Console.safe(at),
                PluginException.reason(e)),
            e);
      }
    }

    void begin() throws IOException {
      String extension = call(() -> format.part().extension());
      byte[] header = call(() -> format.part().header(columns));
      footer = call(() -> format.part().footer(columns));
      String name = String.format(Locale.ROOT, "pages-%05d.%s", files++, extension);
      out = folder.create(options.gzip() ? name + ".gz" : name);
      out.write(header);
      empty = (long) header.length + footer.length;
      size = empty;
    }

    void write(Map<String, Object> row) throws IOException {
      byte[] bytes = call(() -> format.part().row(row, columns));
      if (size > empty && size + bytes.length > options.maxBytes()) {
        end();
        begin();
      }
      out.write(bytes);
      size += bytes.length;
    }

    void end() throws IOException {
      out.write(footer);
      out.close();
    }

    /** Closes what a failure has left open. */
    @Override
    public void close() throws IOException {
      if (out != null) {
        out.close();
      }
    }
  }
}
