package org.orbweaver.crawler;

import org.orbweaver.common.AllowForbidden;
import org.orbweaver.common.cli.OrbMain;

/** {@code hadoop jar crawler-job.jar PHASE …}. */
public final class CrawlerMain {
  private CrawlerMain() {}

  /** Runs one command and ends the process with its status. */
  @AllowForbidden("without the libraries there is no console")
  public static void main(String[] args) {
    int status;
    try {
      status =
          OrbMain.run("crawler-job.jar", args, CrawlerCommands.all(), CrawlerCommands.readers());
    } catch (NoClassDefFoundError e) {
      // 'java -jar': the libraries are jars within this jar, which Hadoop unpacks.
      System.err.println(
          "crawler-job.jar needs Hadoop to run: use 'hadoop jar crawler-job.jar ...', or 'orb' without"
              + " Hadoop");
      status = 1;
    }
    System.exit(status);
  }
}
