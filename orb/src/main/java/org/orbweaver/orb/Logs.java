package org.orbweaver.orb;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.UUID;
import java.util.logging.ErrorManager;
import java.util.logging.FileHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Sends the log, including Hadoop's messages, to files {@code orb.*.log} in the folder that {@code
 * scripts/orb} names, so that the output of commands stays readable.
 */
public final class Logs {
  private static final int FILE_BYTES = 10 << 20;
  private static final int FILES = 3;

  private Logs() {}

  /** Sets up logging; if the folder cannot be written, there is no log, and the command runs on. */
  public static void toFile() {
    LogManager.getLogManager().reset();
    String folder = System.getProperty("orbweaver.log.dir");
    if (folder == null) {
      return;
    }
    try {
      Files.createDirectories(Path.of(folder));
      Handler file = new FileHandler(folder + "/orb.%u.%g.log", FILE_BYTES, FILES, true);
      file.setFormatter(new OneLine());
      file.setErrorManager(new Silence());
      file.setLevel(Level.INFO);
      Logger root = Logger.getLogger("");
      root.setLevel(Level.INFO);
      root.addHandler(file);
      System.setProperty("orbweaver.log.file", fileOf(file, Path.of(folder)).toString());
    } catch (IOException e) {
      System.clearProperty("orbweaver.log.file");
    }
  }

  /**
   * The file of a handler, which has no getter for it; concurrent commands have different files.
   */
  private static Path fileOf(Handler handler, Path folder) throws IOException {
    String mark = "process " + ProcessHandle.current().pid() + " " + UUID.randomUUID();
    handler.publish(new LogRecord(Level.INFO, mark));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "orb.*.0.log")) {
      for (Path file : files) {
        if (endsWith(file, mark + "\n")) {
          return file;
        }
      }
    }
    return folder;
  }

  private static boolean endsWith(Path file, String text) throws IOException {
    byte[] end = text.getBytes(StandardCharsets.UTF_8);
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      in.seek(Math.max(0, in.length() - end.length));
      byte[] last = new byte[end.length];
      return in.read(last) == last.length && Arrays.equals(last, end);
    }
  }

  /**
   * By default a stack trace would be printed if the log's disk is full. The command goes on, or
   * says itself what is wrong.
   */
  private static final class Silence extends ErrorManager {
    @Override
    public void error(String message, Exception exception, int code) {
      // Nothing to say.
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
