package org.orbweaver.index;

import org.orbweaver.common.AllowForbidden;
import org.orbweaver.common.cli.OrbMain;

/** The main class of the job jar: {@code hadoop jar index-job.jar index DIR}. */
public final class IndexMain {
  private IndexMain() {}

  /** Runs a command of this module and ends the process with its exit code. */
  @AllowForbidden("without the libraries there is no console")
  public static void main(String[] args) {
    int status;
    try {
      status = OrbMain.run("index-job.jar", args, IndexCommands.all(), IndexCommands.readers());
    } catch (NoClassDefFoundError e) {
      // Not with 'java -jar': the libraries are jars within this jar, which Hadoop unpacks.
      System.err.println(
          "index-job.jar needs Hadoop to run: use 'hadoop jar index-job.jar ...', or 'orb' without"
              + " Hadoop");
      status = 1;
    }
    System.exit(status);
  }
}
