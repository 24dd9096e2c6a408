package org.orbweaver.webgraph;

import org.orbweaver.common.cli.OrbMain;

/** {@code hadoop jar webgraph-job.jar graph …}. */
public final class WebGraphMain {
  private WebGraphMain() {}

  /** Runs one command and ends the process with its status. */
  public static void main(String[] args) {
    System.exit(
        OrbMain.run("webgraph-job.jar", args, WebGraphCommands.all(), WebGraphCommands.readers()));
  }
}
