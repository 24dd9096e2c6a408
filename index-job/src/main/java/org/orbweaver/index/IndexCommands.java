package org.orbweaver.index;

import java.util.List;
import org.orbweaver.common.cli.BaseCommand;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.why.WhySource;
import org.orbweaver.index.serve.CrawlPages;

/** The commands of this module. */
public final class IndexCommands {
  private IndexCommands() {}

  /**
   * All commands: {@code index}, {@code search}, {@code serve}, {@code evaluate}, {@code tune} and
   * {@code export}.
   */
  public static List<BaseCommand> all() {
    return all(
        (conf, crawl, format, out, options, console) -> {
          throw OrbException.usage(format + ": use 'orb export'; index-job.jar lacks it");
        },
        (conf, crawl, options, out, rows, console) -> {
          throw OrbException.usage(options.format() + ": use 'orb export'; index-job.jar lacks it");
        },
        (conf, crawl, out, indexed, disallowed, publicOnly, warc, console) -> {
          throw OrbException.usage("parquet: use 'orb export'; index-job.jar lacks it");
        },
        (conf, crawl, out, indexed, disallowed, publicOnly, warc, console) -> {
          throw OrbException.usage("owi: use 'orb export'; index-job.jar lacks it");
        },
        null);
  }

  /**
   * The same.
   *
   * @param archives the exporter of web archives
   * @param markdown the exporter of Markdown
   * @param tables the exporter of tables
   * @param shards the exporter of day shards
   * @param pages the crawl pages of {@code serve}; null for none
   */
  public static List<BaseCommand> all(
      ArchiveExport archives,
      MarkdownExporter markdown,
      TableExport tables,
      ShardExport shards,
      CrawlPages.Factory pages) {
    return List.of(
        new IndexCommand(),
        new SearchCommand(),
        new ServeCommand(pages),
        new EvaluateCommand(),
        new TuneCommand(),
        new ExportCommand(archives, markdown, tables, shards));
  }

  /** The subcommands of {@code read}. */
  public static List<BaseCommand> readers() {
    return List.of(new ReadIndexCommand());
  }

  /** The sources of {@code orb why} in this module. */
  public static List<WhySource> why() {
    return List.of(new IndexWhy());
  }
}
