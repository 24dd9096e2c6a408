package org.orbweaver.pagerank;

import org.orbweaver.common.AllowForbidden;
import org.orbweaver.common.cli.OrbMain;
import org.orbweaver.pagerank.cli.PageRankCommands;

/** {@code hadoop jar pagerank-job.jar pagerank DIR}. */
public final class PageRankMain {

  private PageRankMain() {}

  /** Runs a phase and exits with its status. */
  @AllowForbidden("without the libraries there is no console")
  public static void main(String[] args) {
    int status;
    try {
      status =
          OrbMain.run("pagerank-job.jar", args, PageRankCommands.all(), PageRankCommands.readers());
    } catch (NoClassDefFoundError e) {
      // Started by 'java -jar': the libraries are jars within this jar, which Hadoop unpacks.
      System.err.println(
          "pagerank-job.jar needs Hadoop to run: use 'hadoop jar pagerank-job.jar ...', or 'orb'"
              + " without Hadoop");
      status = 1;
    }
    System.exit(status);
  }
}
