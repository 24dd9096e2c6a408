package org.orbweaver.webgraph;

import org.orbweaver.common.AllowForbidden;
import org.orbweaver.common.cli.OrbMain;

/** {@code hadoop jar webgraph-job.jar graph …}. */
public final class WebGraphMain {
  private WebGraphMain() {}

  /** Runs one command and ends the process with its status. */
  @AllowForbidden("without the libraries there is no console")
  public static void main(String[] args) {
    int status;
    try {
      status =
          OrbMain.run("webgraph-job.jar", args, WebGraphCommands.all(), WebGraphCommands.readers());
    } catch (NoClassDefFoundError e) {
      // Started by 'java -jar': the libraries are jars within this jar, which Hadoop unpacks.
      System.err.println(
          "webgraph-job.jar needs Hadoop to run: use 'hadoop jar webgraph-job.jar ...', or 'orb'"
              + " without Hadoop");
      status = 1;
    }
    System.exit(status);
  }
}
