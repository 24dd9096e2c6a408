package org.orbweaver.crawler;

import org.orbweaver.common.cli.OrbMain;

/** {@code hadoop jar crawler-job.jar PHASE …}. */
public final class CrawlerMain {
  private CrawlerMain() {}

  /** Runs one command and ends the process with its status. */
  public static void main(String[] args) {
    System.exit(
        OrbMain.run("crawler-job.jar", args, CrawlerCommands.all(), CrawlerCommands.readers()));
  }
}
