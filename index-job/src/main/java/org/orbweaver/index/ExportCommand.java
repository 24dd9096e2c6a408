package org.orbweaver.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Progress;
import org.orbweaver.crawler.corpus.CorpusRecipe;
import org.orbweaver.crawler.corpus.Preset;
import org.orbweaver.index.export.ExportFormat;
import org.orbweaver.index.export.IndexExport;
import org.orbweaver.index.export.ShardPages;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.search.SearchIndex;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code export DIR}: writes the index, or the fetched pages, in formats of other programs. */
@Command(
    name = "export",
    description = {
      "Export the pages of the newest index to OpenSearch, Solr, research engines or spreadsheets.",
      "Writes a new folder, whole or not at all: files of pages and a mapping or schema, or the"
          + " postings as one CIFF file.",
      "With markdown and markdown-jsonl: write the main content of each page of the index as"
          + " Markdown, from the newest version that was fetched: a file HOST/PATH.md with front"
          + " matter, or a line of JSON.",
      "With corpus: write the main content as plain text for language models, a line of JSON for each"
          + " page that the preset, languages, duplicates, sample and owners let through; counts.json"
          + " says how many were left out, and why. Pages whose owners disallow ai-train are.",
      "With warc and wacz: export what was fetched, all segments, as web archives with an index.",
      "With parquet: export tables for DuckDB, Spark or data frames: the URL index in Common"
          + " Crawl's columns, pages, links and hosts.",
      "With owi: write a day shard in the form of OpenWebSearch.eu: for each language metadata as"
          + " Parquet and the postings as CIFF, of the same pages.",
      "With hbase: write the same to a table of HBase, each fetch as a version of its page's row;"
          + " HBASE_HOME says where HBase is installed."
    },
    footer = {
      "  orb export crawl --format opensearch --out crawl-opensearch",
      "  orb export crawl --format solr --out crawl-solr --usage ai-train --usage tdm",
      "  orb export crawl --format tsv --out crawl-tsv --gzip",
      "  orb export crawl --format csv --out crawl-csv --columns url,title,price   chosen columns",
      "  orb export crawl --format ciff --out crawl-ciff --zone title,anchor",
      "  orb export crawl --format markdown --out crawl-md    a file of Markdown for each page",
      "  orb export crawl --format markdown-jsonl --out crawl-md --usage ai-train --gzip",
      "  orb export crawl --format corpus --out corpus --preset fineweb --lang en --sample 0.1",
      "  orb export crawl --format warc --out crawl-warc      WARC files and a CDXJ index",
      "  orb export crawl --format warc --out crawl-text --wet --wat --zipnum   and WET, WAT, ZipNum",
      "  orb export crawl --format wacz --out crawl-wacz      the same as one file, for replay",
      "  orb export crawl --format parquet --out crawl-tables --warc crawl-warc",
      "  orb export crawl --format owi --out crawl-owi --usage ai-train   a day shard",
      "  orb export crawl --format hbase --out webtable       a table of HBase"
    })
final class ExportCommand extends CrawlDirCommand {
  private static final long MEGABYTE = 1_000_000;

  /** Formats whose readers want all columns. */
  private static final List<String> WHOLE = List.of("opensearch", "solr");

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      required = true,
      description =
          "opensearch (also Elasticsearch), solr, jsonl, csv, tsv, ciff (Common Index File Format),"
              + " markdown, markdown-jsonl, corpus, warc, wacz, parquet, owi, hbase, or the format of a"
              + " plugin.",
      completionCandidates = Formats.class)
  private String formatName;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      required = true,
      description =
          "The folder to create, local or on HDFS. With hbase: the table, NAME or NAMESPACE:NAME,"
              + " which is created if it is missing.")
  private String out;

  @Option(names = "--build", paramLabel = "BUILD", description = "Index build (default: newest).")
  private String build;

  @Option(
      names = "--usage",
      paramLabel = "USE",
      split = ",",
      description =
          "Omit pages whose owner disallows this use: search, ai-train, ai-input, ai-image or tdm;"
              + " repeatable.")
  private List<String> usage = List.of();

  @Option(
      names = "--public",
      description = "Omit pages that were fetched with the login of a site.")
  private boolean publicOnly;

  @Option(
      names = "--columns",
      paramLabel = "NAME",
      split = ",",
      description =
          "With csv, jsonl, tsv and formats of plugins: write these columns, in this order; fields of"
              + " sites and plugins are columns, too; repeatable (default: all).")
  private List<String> columns = List.of();

  @Option(
      names = "--preset",
      paramLabel = "PRESET",
      description =
          "With corpus: keep the texts that published rules of quality keep: gopher, c4, fineweb,"
              + " refinedweb or none (default: none, all texts).")
  private Preset preset = Preset.NONE;

  @Option(
      names = "--lang",
      paramLabel = "TAG",
      split = ",",
      description =
          "With corpus: keep pages in these languages, such as en or pt-BR; repeatable (default:"
              + " all).")
  private List<String> languages = List.of();

  @Option(
      names = "--sample",
      paramLabel = "SHARE",
      description =
          "With corpus: keep this share of the URLs, from 0 to 1. The same URLs each time; a larger"
              + " share has those of a smaller one (default: 1).")
  private double sample = 1;

  @Option(
      names = "--near-duplicates",
      description = "With corpus: keep all near-duplicates, not one page of each group.")
  private boolean nearDuplicates;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      split = ",",
      description =
          "With ciff and owi: zones whose words are exported, their frequencies added up: title, headings,"
              + " meta, author, main, body, prominent, anchor or url_parts; repeatable (default:"
              + " title,main,body, the whole text).")
  private List<IndexField> zones = List.of();

  @Option(names = "--gzip", description = "Compress the files of pages or postings.")
  private boolean gzip;

  @Option(
      names = "--max-file-mb",
      paramLabel = "N",
      description =
          "Maximum size of a file of pages before compression, in megabytes (default: 100); of a"
              + " WARC file, compressed (default: 1000).")
  @Range(from = 1, to = 1_000_000)
  private Integer maxFileMb;

  @Option(
      names = "--warc",
      paramLabel = "FOLDER",
      description =
          "With parquet and owi: a folder of this crawl by --format warc; the tables then say in"
              + " which of its files each response is.")
  private String warc;

  @Option(
      names = "--wet",
      description = "With warc: write the texts of parsed pages beside, as WET files.")
  private boolean wet;

  @Option(
      names = "--wat",
      description =
          "With warc: write descriptions of the records beside, with links, as WAT files.")
  private boolean wat;

  @Option(
      names = "--zipnum",
      description =
          "With warc: write the index as a ZipNum cluster (cluster.idx, cdx-00000.gz), not as"
              + " index.cdxj.")
  private boolean zipnum;

  @Option(
      names = "--zstd",
      description = "With warc: compress by zstd (.warc.zst), which fewer programs read.")
  private boolean zstd;

  private final ArchiveExport archives;
  private final TableExport tables;
  private final MarkdownExporter markdown;
  private final ShardExport shards;
  private ExportFormat format;

  /** Those that need no plugin. */
  static final class Formats extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    Formats() {
      super(
          List.of(
              "opensearch",
              "solr",
              "jsonl",
              "csv",
              "tsv",
              "ciff",
              "markdown",
              "markdown-jsonl",
              "corpus",
              "warc",
              "wacz",
              "parquet",
              "owi",
              "hbase"));
    }
  }

  ExportCommand(
      ArchiveExport archives, MarkdownExporter markdown, TableExport tables, ShardExport shards) {
    this.shards = shards;
    this.archives = archives;
    this.markdown = markdown;
    this.tables = tables;
  }

  @Override
  protected int run() throws Exception {
    format = ExportFormat.of(conf(), formatName);
    boolean hasRecipe =
        preset != Preset.NONE || !languages.isEmpty() || sample != 1 || nearDuplicates;
    boolean isCorpus = format.equals(ExportFormat.CORPUS);
    if (hasRecipe && !isCorpus) {
      throw OrbException.usage(
          "--preset, --lang, --sample and --near-duplicates require --format corpus");
    }
    if (!(sample > 0 && sample <= 1)) {
      throw OrbException.usage("--sample: expected a share above 0 and up to 1, got " + sample);
    }
    if (!columns.isEmpty() && (format.rows() == null || WHOLE.contains(format.name()))) {
      throw OrbException.usage("--columns requires --format csv, jsonl, tsv or one of a plugin");
    }
    if (format.equals(ExportFormat.PARQUET)) {
      return exportTables();
    }
    if (warc != null && !format.equals(ExportFormat.OWI)) {
      throw OrbException.usage("--warc requires --format parquet or owi");
    }
    if (format.isArchive()) {
      return exportArchive();
    }
    checkArchiveOptions();
    IndexExport.ExportOptions options =
        new IndexExport.ExportOptions(
            format,
            disallowed(),
            publicOnly,
            columns,
            zones(),
            gzip,
            MEGABYTE * (maxFileMb == null ? 100 : maxFileMb),
            isCorpus ? new CorpusRecipe(preset, languages, nearDuplicates, sample) : null);
    if (format.equals(ExportFormat.CIFF) && maxFileMb != null) {
      throw OrbException.usage("--max-file-mb does not apply to ciff, which is one file");
    }
    if (format.equals(ExportFormat.OWI) && (maxFileMb != null || gzip)) {
      throw OrbException.usage(
          "--max-file-mb and --gzip do not apply to owi, which compresses its files");
    }
    if (format.equals(ExportFormat.MARKDOWN) && (maxFileMb != null || gzip)) {
      throw OrbException.usage(
          "--max-file-mb and --gzip do not apply to markdown, which writes a file for each page");
    }
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    try (SearchIndex index = open(crawl);
        Progress progress = console().progress("export")) {
      IndexExport.ExportSummary result =
          format.isMarkdown()
              ? exportMarkdown(crawl, index, options)
              : format.equals(ExportFormat.OWI)
                  ? exportShard(crawl, index, options, progress)
                  : IndexExport.run(conf(), index, options, new Path(out), progress);
      if (!format.isMarkdown() && !format.equals(ExportFormat.OWI)) {
        console()
            .linef(
                "%s of index %s exported to %s (%s, %.1f MB)",
                Count.of(result.pages(), "page"),
                index.meta().build(),
                Console.safe(out),
                format,
                result.bytes() / 1e6);
      }
      if (!usage.isEmpty() && !isCorpus) {
        console()
            .linef(
                "%s omitted: their owners disallow %s",
                Count.of(result.disallowed(), "page"), String.join(" or ", usage));
      }
      if (publicOnly && !isCorpus) {
        console().linef("%s omitted: fetched with a login", Count.of(result.withLogin(), "page"));
      }
    }
    return ExitCode.OK.code();
  }

  private SearchIndex open(CrawlDir crawl) throws IOException {
    if (build != null && !crawl.fs().exists(new Path(crawl.indexes(), build))) {
      throw OrbException.failed("no index " + Console.safe(build) + " in " + crawl.indexes());
    }
    return build == null
        ? SearchIndex.openLatest(conf(), crawl)
        : SearchIndex.open(conf(), crawl, new Path(crawl.indexes(), build));
  }

  private int exportTables() throws Exception {
    if (gzip || !zones.isEmpty() || maxFileMb != null) {
      throw OrbException.usage(
          "--gzip, --max-file-mb and --zone do not apply to parquet, which compresses its tables");
    }
    List<String> words = disallowed();
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    boolean isIndexed = build != null || crawl.latest(crawl.indexes()).isPresent();
    try (SearchIndex index = isIndexed ? open(crawl) : null) {
      String summary =
          tables.run(
              conf(),
              crawl,
              new Path(out),
              pages -> {
                if (index != null) {
                  IndexExport.forEachPage(index, pages);
                }
              },
              words,
              publicOnly,
              warc == null ? null : new Path(warc),
              console());
      console().line(summary);
      if (index == null) {
        console().line("no index yet: pages have no titles, languages and scores");
      }
    }
    return ExitCode.OK.code();
  }

  private IndexExport.ExportSummary exportMarkdown(
      CrawlDir crawl, SearchIndex index, IndexExport.ExportOptions options) throws IOException {
    AtomicReference<IndexExport.ExportSummary> result = new AtomicReference<>();
    console()
        .line(
            markdown.run(
                conf(),
                crawl,
                options,
                new Path(out),
                file -> result.set(IndexExport.rows(conf(), index, options, file)),
                console()));
    return result.get();
  }

  private IndexExport.ExportSummary exportShard(
      CrawlDir crawl, SearchIndex index, IndexExport.ExportOptions options, Progress progress)
      throws IOException {
    ShardPages pages = new ShardPages(index, options, progress);
    console()
        .line(
            shards.run(
                conf(),
                crawl,
                new Path(out),
                pages,
                options.disallowed(),
                publicOnly,
                warc == null ? null : new Path(warc),
                console()));
    return new IndexExport.ExportSummary(0, pages.disallowed(), pages.withLogin(), 0);
  }

  private int exportArchive() throws Exception {
    if (build != null || gzip || !zones.isEmpty()) {
      throw OrbException.usage(
          "--build, --gzip and --zone do not apply to " + format + ", which has no index");
    }
    if (format.equals(ExportFormat.HBASE) && !usage.isEmpty()) {
      throw OrbException.usage("--usage does not apply to hbase");
    }
    checkArchiveOptions();
    if (format.equals(ExportFormat.HBASE) && maxFileMb != null) {
      throw OrbException.usage("--max-file-mb does not apply to hbase, which is a table");
    }
    long maxBytes = MEGABYTE * (maxFileMb == null ? 1000 : maxFileMb);
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    ArchiveExport.Options options =
        new ArchiveExport.Options(maxBytes, publicOnly, disallowed(), wet, wat, zipnum, zstd);
    console().line(archives.run(conf(), crawl, format, out, options, console()));
    return ExitCode.OK.code();
  }

  private void checkArchiveOptions() {
    if ((wet || wat || zipnum || zstd) && !format.equals(ExportFormat.WARC)) {
      throw OrbException.usage("--wet, --wat, --zipnum and --zstd require --format warc");
    }
  }

  private List<String> disallowed() {
    List<String> words = new ArrayList<>();
    for (String use : usage) {
      if (!MetadataKeys.USES.contains(use)) {
        throw OrbException.usage(
            "--usage: expected one of "
                + String.join(", ", MetadataKeys.USES)
                + ", got '"
                + Console.safe(use)
                + "'");
      }
      words.add(use + ":n");
    }
    return words;
  }

  private List<IndexField> zones() {
    if (zones.isEmpty()) {
      return IndexExport.TEXT;
    }
    if (!format.equals(ExportFormat.CIFF) && !format.equals(ExportFormat.OWI)) {
      throw OrbException.usage("--zone requires --format ciff or owi");
    }
    for (IndexField field : zones) {
      if (!IndexField.zones().contains(field)) {
        throw OrbException.usage("--zone: " + field.fieldName() + " has no words");
      }
    }
    return zones.stream().distinct().toList();
  }
}
