package org.orbweaver.common.cli;

import java.io.IOException;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.CrawlDir;
import picocli.CommandLine.Parameters;

/** A subcommand whose first argument is a crawl directory, which most need to exist. */
public abstract class CrawlDirCommand extends OrbCommand {
  /** The crawl directory, as given. */
  @Parameters(paramLabel = "DIR", description = "The crawl directory.")
  protected String dir;

  /** Whether the command makes the directory where there is none. */
  protected boolean makesCrawl() {
    return false;
  }

  /** A directory that is missing is said rather than settings that a crawl in it would need. */
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
