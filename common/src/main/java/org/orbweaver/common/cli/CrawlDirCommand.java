package org.orbweaver.common.cli;

import picocli.CommandLine.Parameters;

/** A subcommand whose first argument is the crawl directory. */
public abstract class CrawlDirCommand extends OrbCommand {
  /** The crawl directory, as given. */
  @Parameters(paramLabel = "DIR", description = "The crawl directory.")
  protected String dir;
}
