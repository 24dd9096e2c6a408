package org.orbweaver.orb.crawl;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.common.text.Progress;
import org.orbweaver.crawler.hbase.HBaseExport;
import org.orbweaver.crawler.markdown.MarkdownExport;
import org.orbweaver.crawler.table.OwiExport;
import org.orbweaver.crawler.table.ParquetExport;
import org.orbweaver.crawler.warc.ArchiveOptions;
import org.orbweaver.crawler.warc.WarcExport;
import org.orbweaver.index.export.ExportFormat;
import org.orbweaver.index.export.ExportOptions;
import org.orbweaver.index.export.IndexExport;
import org.orbweaver.index.export.ShardPages;
import org.orbweaver.index.search.SearchIndex;

/** Connects the index, which knows the pages, and the crawler, which has their content. */
public final class Exports {
  private Exports() {}

  /**
   * Exports in a format that takes more than an index.
   *
   * @param index null if the format takes none, or the crawl has none
   * @param out a folder that does not exist, or a table of HBase
   * @return lines for people
   */
  public static String run(
      Configuration conf,
      CrawlDir crawl,
      SearchIndex index,
      ExportOptions options,
      String out,
      Console console)
      throws IOException {
    ExportFormat format = options.format();
    if (format.equals(ExportFormat.HBASE)) {
      return HBaseExport.run(conf, crawl, out, options.disallowed(), options.publicOnly(), console);
    }
    Path folder = new Path(out);
    if (format.isArchive()) {
      return WarcExport.run(conf, crawl, folder, archive(options), console);
    } else if (format.isMarkdown()) {
      return markdown(conf, crawl, index, options, folder, console);
    }
    Path warc = options.warc() == null ? null : new Path(options.warc());
    if (format.equals(ExportFormat.PARQUET)) {
      String said =
          ParquetExport.run(
              conf,
              crawl,
              folder,
              pages -> {
                if (index != null) {
                  IndexExport.forEachPage(index, pages);
                }
              },
              options.disallowed(),
              options.publicOnly(),
              warc,
              console);
      return index == null
          ? said + "\nno index yet: pages have no titles, languages and scores"
          : said;
    }
    try (Progress progress = console.progress("export")) {
      ShardPages pages = new ShardPages(index, options, progress);
      return OwiExport.run(
              conf, crawl, folder, pages, options.disallowed(), options.publicOnly(), warc, console)
          + pages.omitted();
    }
  }

  private static ArchiveOptions archive(ExportOptions options) {
    ExportOptions.Beside beside = options.beside();
    boolean isPacked = options.format().equals(ExportFormat.WACZ);
    return new ArchiveOptions(
        isPacked,
        options.maxBytes(),
        options.publicOnly(),
        options.disallowed(),
        beside.wet() && !isPacked,
        beside.wat() && !isPacked,
        beside.zipnum() && !isPacked,
        beside.zstd() && !isPacked);
  }

  private static String markdown(
      Configuration conf,
      CrawlDir crawl,
      SearchIndex index,
      ExportOptions options,
      Path folder,
      Console console)
      throws IOException {
    boolean isCorpus = options.format().equals(ExportFormat.CORPUS);
    var form =
        new MarkdownExport.MarkdownOptions(
            !options.format().equals(ExportFormat.MARKDOWN),
            options.disallowed(),
            options.publicOnly(),
            options.gzip(),
            options.maxBytes(),
            isCorpus ? options.corpus() : null);
    AtomicReference<String> omitted = new AtomicReference<>("");
    String said =
        MarkdownExport.run(
            conf,
            crawl,
            folder,
            form,
            file -> omitted.set(IndexExport.rows(conf, index, options, file)),
            console);
    return isCorpus ? said : said + omitted;
  }
}
