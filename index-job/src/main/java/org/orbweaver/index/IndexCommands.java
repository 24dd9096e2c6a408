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
        (conf, crawl, index, options, out, console) -> {
          throw OrbException.usage(options.format() + ": use 'orb export'; index-job.jar lacks it");
        },
        null);
  }

  /**
   * The same.
   *
   * @param exports the formats that take more than an index
   * @param pages the crawl pages of {@code serve}; null for none
   */
  public static List<BaseCommand> all(CrawlExport exports, CrawlPages.Factory pages) {
    return List.of(
        new IndexCommand(),
        new SearchCommand(),
        new ServeCommand(pages),
        new EvaluateCommand(),
        new TuneCommand(),
        new ExportCommand(exports));
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
