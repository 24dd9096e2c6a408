package org.orbweaver.index;

import org.orbweaver.common.cli.OrbMain;

/** The main class of the job jar: {@code hadoop jar index-job.jar index DIR}. */
public final class IndexMain {
  private IndexMain() {}

  /** Runs a command of this module and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(OrbMain.run("index-job.jar", args, IndexCommands.all(), IndexCommands.readers()));
  }
}
