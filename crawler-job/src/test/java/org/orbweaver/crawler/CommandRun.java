package org.orbweaver.crawler;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.cli.OrbMain;
import org.orbweaver.common.text.Console;

/** The exit status and the output of a command of the crawler. */
public record CommandRun(int status, String out, String err) {
  /** Runs a command as from a shell. */
  public static CommandRun of(Configuration conf, String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console = new Console(out, err, false);
    int status =
        OrbMain.run("orb", words, CrawlerCommands.all(), CrawlerCommands.readers(), console, conf);
    console.flush();
    return new CommandRun(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
