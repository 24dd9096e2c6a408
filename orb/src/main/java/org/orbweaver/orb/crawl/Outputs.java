package org.orbweaver.orb.crawl;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Progress;
import org.orbweaver.crawler.table.ParquetExport;
import org.orbweaver.crawler.warc.ArchiveOptions;
import org.orbweaver.crawler.warc.WarcExport;
import org.orbweaver.index.export.ExportFormat;
import org.orbweaver.index.export.IndexExport;
import org.orbweaver.index.search.SearchIndex;

/** The exports that follow a new index. */
record Outputs(List<Output> all) {
  /** The size of a WARC file, and of a file of pages before compression. */
  private static final long MOST_BYTES = 1_000_000_000;

  private static final long MOST_BYTES_OF_PAGES = 100_000_000;

  /** The name of a format, and the folder in which each export is a folder. */
  record Output(String format, String folder) {}

  /**
   * Reads the setting.
   *
   * @throws IllegalArgumentException naming the fault
   */
  static Outputs of(String lines) {
    List<Output> outputs = new ArrayList<>();
    for (String line : CrawlKeys.lines(lines)) {
      int space = line.indexOf(' ');
      String word = line.substring(0, Math.max(0, space));
      if (space < 0 || word.equals(ExportFormat.HBASE.name())) {
        throw new IllegalArgumentException("'" + line + "'");
      }
      Path folder = new Path(line.substring(space + 1).strip());
      outputs.add(new Output(word, folder.toString()));
    }
    return new Outputs(outputs);
  }

  /**
   * Those of a crawl.
   *
   * @throws OrbException (usage) if there is no such format
   */
  static Outputs of(Configuration conf) {
    Outputs outputs = of(CrawlKeys.OUTPUTS.get(conf));
    outputs.all.forEach(output -> ExportFormat.of(conf, output.format));
    return outputs;
  }

  /**
   * Writes those of the newest index that are not there yet.
   *
   * @return whether any was missing
   */
  boolean write(Session session) throws IOException {
    Optional<Path> build = session.dir().latest(session.dir().indexes());
    boolean worked = false;
    for (Output output : build.isPresent() ? all : List.<Output>of()) {
      String name = output.format + "-" + build.get().getName();
      Path folder = new Path(output.folder, name);
      if (!folder.getFileSystem(session.conf()).exists(folder)) {
        session.console().info("  export: " + write(session, output.format, folder));
        worked = true;
      }
    }
    return worked;
  }

  private static String write(Session session, String name, Path folder) throws IOException {
    Configuration conf = session.conf();
    ExportFormat format = ExportFormat.of(conf, name);
    CrawlDir crawl = session.dir();
    if (format.isArchive()) {
      boolean isPacked = format.equals(ExportFormat.WACZ);
      ArchiveOptions options = ArchiveOptions.of(isPacked, MOST_BYTES, false);
      return WarcExport.run(conf, crawl, folder, options, session.console());
    }
    if (format.equals(ExportFormat.PARQUET)) {
      try (SearchIndex index = SearchIndex.openLatest(conf, crawl)) {
        return ParquetExport.run(
            conf,
            crawl,
            folder,
            pages -> IndexExport.forEachPage(index, pages),
            List.of(),
            false,
            null,
            session.console());
      }
    }
    IndexExport.ExportOptions options = IndexExport.ExportOptions.of(format, MOST_BYTES_OF_PAGES);
    try (SearchIndex index = SearchIndex.openLatest(conf, crawl);
        Progress progress = session.console().progress("export")) {
      if (format.isMarkdown()) {
        return MarkdownExports.run(
            conf,
            crawl,
            options,
            folder,
            file -> IndexExport.rows(conf, index, options, file),
            session.console());
      }
      long pages = IndexExport.run(conf, index, options, folder, progress).pages();
      return Count.of(pages, "page") + " to " + folder;
    }
  }
}
