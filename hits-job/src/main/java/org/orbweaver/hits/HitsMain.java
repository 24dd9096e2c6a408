package org.orbweaver.hits;

import org.orbweaver.common.cli.OrbMain;

/** {@code hadoop jar hits-job.jar hits DIR}. */
public final class HitsMain {

  private HitsMain() {}

  /** Runs a phase and exits with its status. */
  public static void main(String[] args) {
    System.exit(OrbMain.run("hits-job.jar", args, HitsCommands.all(), HitsCommands.readers()));
  }
}
