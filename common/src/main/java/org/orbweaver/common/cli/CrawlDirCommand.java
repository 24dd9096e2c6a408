package org.orbweaver.common.cli;

import java.io.IOException;
import org.orbweaver.common.store.CrawlDir;
import picocli.CommandLine.Parameters;

/** A subcommand whose first argument is a crawl directory that exists. */
public abstract class CrawlDirCommand extends OrbCommand {
  /** The crawl directory, as given. */
  @Parameters(paramLabel = "DIR", description = "The crawl directory.")
  protected String dir;

  /** A directory that is not there is said before settings that a crawl in it would need. */
  @Override
  protected void checkSettings() throws IOException {
    CrawlDir.open(conf(), dir);
    super.checkSettings();
  }
}
