package org.orbweaver.hits;

import org.orbweaver.common.AllowForbidden;
import org.orbweaver.common.cli.OrbMain;
import org.orbweaver.hits.cli.HitsCommands;

/** {@code hadoop jar hits-job.jar hits DIR}. */
public final class HitsMain {

  private HitsMain() {}

  /** Runs a phase and exits with its status. */
  @AllowForbidden("without the libraries there is no console")
  public static void main(String[] args) {
    int status;
    try {
      status = OrbMain.run("hits-job.jar", args, HitsCommands.all(), HitsCommands.readers());
    } catch (NoClassDefFoundError e) {
      // Started by 'java -jar': the libraries are jars within this jar, which Hadoop unpacks.
      System.err.println(
          "hits-job.jar needs Hadoop to run: use 'hadoop jar hits-job.jar ...', or 'orb' without"
              + " Hadoop");
      status = 1;
    }
    System.exit(status);
  }
}
