package org.orbweaver.pagerank;

import org.orbweaver.common.cli.OrbMain;

/** {@code hadoop jar pagerank-job.jar pagerank DIR}. */
public final class PageRankMain {

  private PageRankMain() {}

  /** Runs a phase and exits with its status. */
  public static void main(String[] args) {
    System.exit(
        OrbMain.run("pagerank-job.jar", args, PageRankCommands.all(), PageRankCommands.readers()));
  }
}
