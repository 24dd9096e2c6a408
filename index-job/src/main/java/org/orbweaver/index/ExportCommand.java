package org.orbweaver.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.CrawlDirCommand;
import org.orbweaver.common.cli.Range;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Progress;
import org.orbweaver.crawler.corpus.CorpusRecipe;
import org.orbweaver.crawler.corpus.Preset;
import org.orbweaver.index.export.ExportFormat;
import org.orbweaver.index.export.ExportOptions;
import org.orbweaver.index.export.IndexExport;
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
      "With hbase: write what was fetched to a table of HBase, each fetch as a version of its page's"
          + " row; HBASE_HOME says where HBase is installed."
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
      "  orb export crawl --format jsonl,markdown,warc --out crawl-all   a folder for each",
      "  orb export crawl --format hbase --out webtable       a table of HBase"
    })
final class ExportCommand extends CrawlDirCommand {
  /** Formats whose readers want all columns. */
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      required = true,
      split = ",",
      description =
          "opensearch (also Elasticsearch), solr, jsonl, csv, tsv, ciff (Common Index File Format),"
              + " markdown, markdown-jsonl, corpus, warc, wacz, parquet, owi, hbase, or the format of a"
              + " plugin. Several are folders of their names in --out.",
      completionCandidates = Formats.class)
  private List<String> formatNames = List.of();

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
              + " repeatable. train-ai and ai-use, the labels of Content-Usage, are ai-train and"
              + " ai-input.")
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

  private final CrawlExport exports;
  private List<ExportFormat> formats;

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

  ExportCommand(CrawlExport exports) {
    this.exports = exports;
  }

  @Override
  protected int run() throws Exception {
    formats = formatNames.stream().distinct().map(name -> ExportFormat.of(conf(), name)).toList();
    checkOptions();
    CrawlDir crawl = CrawlDir.open(conf(), dir);
    try (SearchIndex index = index(crawl)) {
      for (ExportFormat format : formats) {
        String to = formats.size() == 1 ? out : new Path(out, format.name()).toString();
        console().line(export(crawl, index, options(format), to));
      }
    }
    return ExitCode.OK.code();
  }

  /** Null if no format takes one, or tables can do without. */
  private SearchIndex index(CrawlDir crawl) throws IOException {
    boolean isNeeded =
        formats.stream()
            .anyMatch(format -> !format.isArchive() && !format.equals(ExportFormat.PARQUET));
    boolean isWished = build != null || formats.contains(ExportFormat.PARQUET);
    if (!isNeeded && !(isWished && (build != null || crawl.latest(crawl.indexes()).isPresent()))) {
      return null;
    }
    if (build != null && !crawl.fs().exists(new Path(crawl.indexes(), build))) {
      throw OrbException.failed("no index " + Console.safe(build) + " in " + crawl.indexes());
    }
    return build == null
        ? SearchIndex.openLatest(conf(), crawl)
        : SearchIndex.open(conf(), crawl, new Path(crawl.indexes(), build));
  }

  private String export(CrawlDir crawl, SearchIndex index, ExportOptions options, String to)
      throws IOException {
    if (!options.format().isOfIndex()) {
      return exports.run(conf(), crawl, index, options, to, console());
    }
    try (Progress progress = console().progress("export")) {
      return IndexExport.run(conf(), index, options, new Path(to), progress);
    }
  }

  private ExportOptions options(ExportFormat format) {
    return new ExportOptions(
        format,
        usage.stream().map(use -> use + ":n").toList(),
        publicOnly,
        format.hasColumns() ? columns : List.of(),
        zones.isEmpty() ? ExportOptions.TEXT : zones.stream().distinct().toList(),
        gzip,
        maxFileMb == null ? 0 : ExportOptions.MEGABYTE * maxFileMb,
        new CorpusRecipe(preset, languages, nearDuplicates, sample),
        warc,
        new ExportOptions.Beside(wet, wat, zipnum, zstd));
  }

  /** An option applies to one of the formats at least. */
  private void checkOptions() {
    boolean hasRecipe =
        preset != Preset.NONE || !languages.isEmpty() || sample != 1 || nearDuplicates;
    Predicate<ExportFormat> isText =
        format ->
            format.rows() != null
                || format.equals(ExportFormat.MARKDOWN_JSONL)
                || format.equals(ExportFormat.CORPUS);
    require(
        "--preset, --lang, --sample and --near-duplicates require --format corpus",
        hasRecipe,
        ExportFormat.CORPUS::equals);
    require(
        "--columns requires --format csv, jsonl, tsv or one of a plugin",
        !columns.isEmpty(),
        ExportFormat::hasColumns);
    require(
        "--warc requires --format parquet or owi",
        warc != null,
        format -> format.equals(ExportFormat.PARQUET) || format.equals(ExportFormat.OWI));
    require(
        "--wet, --wat, --zipnum and --zstd require --format warc",
        wet || wat || zipnum || zstd,
        ExportFormat.WARC::equals);
    require(
        "--zone requires --format ciff or owi",
        !zones.isEmpty(),
        format -> format.equals(ExportFormat.CIFF) || format.equals(ExportFormat.OWI));
    require("--gzip does not apply to " + named(), gzip, isText.or(ExportFormat.CIFF::equals));
    require(
        "--max-file-mb does not apply to " + named(),
        maxFileMb != null,
        isText.or(ExportFormat.WARC::equals).or(ExportFormat.WACZ::equals));
    require(
        "--build does not apply to " + named() + ", which has no index",
        build != null,
        format -> !format.isArchive());
    if (formats.size() > 1 && formats.contains(ExportFormat.HBASE)) {
      throw OrbException.usage("--format: hbase is a table, so it is exported on its own");
    } else if (!(sample > 0 && sample <= 1)) {
      throw OrbException.usage("--sample: expected a share above 0 and up to 1, got " + sample);
    }
    usage = usage.stream().map(MetadataKeys::use).distinct().toList();
    for (String use : usage) {
      if (!MetadataKeys.USES.contains(use)) {
        throw OrbException.usage(
            "--usage: expected one of "
                + String.join(", ", MetadataKeys.USES)
                + ", got '"
                + Console.safe(use)
                + "'");
      }
    }
    for (IndexField field : zones) {
      if (!IndexField.zones().contains(field)) {
        throw OrbException.usage("--zone: " + field.fieldName() + " has no words");
      }
    }
  }

  private String named() {
    return String.join(" and ", formats.stream().map(ExportFormat::name).toList());
  }

  private void require(String fault, boolean isGiven, Predicate<ExportFormat> takes) {
    if (isGiven && formats.stream().noneMatch(takes)) {
      throw OrbException.usage(fault);
    }
  }
}
