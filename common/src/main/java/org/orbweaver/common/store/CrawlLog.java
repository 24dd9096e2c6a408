package org.orbweaver.common.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.zip.CRC32;
import org.orbweaver.common.text.Console;

/**
 * The log of a crawl: {@code DIR/logs/crawl.*.log} receives the log lines of its writers, Hadoop's
 * and ours, in addition to the program's log. For a crawl on a remote file system it stays on this
 * machine, in a folder of the program's own logs.
 *
 * <p>It begins with the session and ends with the process, because the cause of a command's death
 * is logged last, or with a session on another crawl. If the program keeps no log, or the folder
 * cannot be written, there is none.
 */
final class CrawlLog {
  private static final org.slf4j.Logger LOG = org.slf4j.LoggerFactory.getLogger(CrawlLog.class);
  private static final Logger ROOT = Logger.getLogger("");
  private static final int FILE_BYTES = 10 << 20;
  private static final int FILES = 5;

  /** The property with the log's path, for messages. */
  private static final String FILE = "orbweaver.log.file";

  static final String FOLDER = "logs";

  private static FileHandler current;

  /** The value of the property while no crawl has a log. */
  private static String programs;

  private CrawlLog() {}

  /** Starts the log of a crawl whose lock the caller holds. */
  static synchronized void attach(CrawlDir dir, String command, Console console) {
    FileHandler program = programLog();
    if (program == null) {
      return;
    }
    detach();
    boolean local = dir.root().toUri().getScheme().equals("file");
    Path folder = local ? Path.of(dir.root().toUri().getPath(), FOLDER) : remote(dir);
    try {
      Files.createDirectories(folder);
      current = new FileHandler(pattern(folder) + "/crawl.%g.log", FILE_BYTES, FILES, true);
      current.setFormatter(program.getFormatter());
      current.setErrorManager(program.getErrorManager());
      current.setEncoding(StandardCharsets.UTF_8.name());
      current.setLevel(Level.INFO);
      ROOT.addHandler(current);
      programs = System.getProperty(FILE);
      System.setProperty(FILE, folder.resolve("crawl.0.log").toString());
      if (!local) {
        console.info("log: " + folder);
      }
      LOG.info("{} on {}", command, dir);
    } catch (IOException | SecurityException e) {
      LOG.warn("no log in {}", folder, e);
    }
  }

  /** Ends the log of a crawl. */
  static synchronized void detach() {
    if (current == null) {
      return;
    }
    ROOT.removeHandler(current);
    current.close();
    current = null;
    if (programs != null) {
      System.setProperty(FILE, programs);
    }
  }

  /** The program's own log; null if it keeps none. */
  private static FileHandler programLog() {
    for (Handler handler : ROOT.getHandlers()) {
      if (handler instanceof FileHandler file && file != current) {
        return file;
      }
    }
    return null;
  }

  /**
   * Named after the crawl, with a checksum of the whole path to separate crawls of the same name.
   */
  private static Path remote(CrawlDir dir) {
    CRC32 sum = new CRC32();
    sum.update(dir.root().toString().getBytes(StandardCharsets.UTF_8));
    return Path.of(
        System.getProperty("orbweaver.log.dir", "logs"),
        String.format(Locale.ROOT, "%s-%08x", dir.root().getName(), sum.getValue()));
  }

  /** Escapes the percent sign, which begins FileHandler's placeholders. */
  private static String pattern(Path folder) {
    return folder.toString().replace("%", "%%");
  }
}
