package org.orbweaver.orb;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.logging.FileHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Sends the log, Hadoop's chatter with it, to files {@code orb.*.log} in the folder that {@code
 * scripts/orb} names: what a command prints stays readable.
 */
final class Logs {
  private static final int FILE_BYTES = 10 << 20;
  private static final int FILES = 3;

  private Logs() {}

  /** Sets logging up; where the folder cannot be written, there is no log, and the work goes on. */
  static void toFile() {
    LogManager.getLogManager().reset();
    String folder = System.getProperty("orbweaver.log.dir");
    if (folder == null) {
      return;
    }
    try {
      Files.createDirectories(Path.of(folder));
      Handler file = new FileHandler(folder + "/orb.%u.%g.log", FILE_BYTES, FILES, true);
      file.setFormatter(new OneLine());
      file.setLevel(Level.INFO);
      Logger root = Logger.getLogger("");
      root.setLevel(Level.INFO);
      root.addHandler(file);
      System.setProperty("orbweaver.log.file", folder + "/orb.0.0.log");
    } catch (IOException e) {
      System.clearProperty("orbweaver.log.file");
    }
  }

  /** {@code time level logger message}, and a stack trace below it. */
  private static final class OneLine extends Formatter {
    @Override
    public String format(LogRecord logged) {
      StringWriter text = new StringWriter();
      text.append(Instant.ofEpochMilli(logged.getMillis()).truncatedTo(ChronoUnit.MILLIS) + " ")
          .append(logged.getLevel() + " ")
          .append(logged.getLoggerName() + " ")
          .append(formatMessage(logged))
          .append("\n");
      if (logged.getThrown() != null) {
        logged.getThrown().printStackTrace(new PrintWriter(text, true));
      }
      return text.toString();
    }
  }
}
