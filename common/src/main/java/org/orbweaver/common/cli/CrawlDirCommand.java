package org.orbweaver.common.cli;

import java.io.IOException;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import picocli.CommandLine.Parameters;

/** A subcommand whose first argument is a crawl directory. For most subcommands it has to exist. */
public abstract class CrawlDirCommand extends BaseCommand {
  /** The crawl directory, as given. */
  @Parameters(paramLabel = "DIR", description = "The crawl directory.")
  protected String dir;

  /** True if the command creates a missing directory. */
  protected boolean makesCrawl() {
    return false;
  }

  /** Reports a missing directory before any settings that a crawl in it would need. */
  @Override
  protected void checkSettings() throws IOException {
    try {
      super.checkSettings();
    } catch (OrbException e) {
      if (!makesCrawl()) {
        CrawlDir.open(conf(), dir);
      }
      throw e;
    }
  }
}
