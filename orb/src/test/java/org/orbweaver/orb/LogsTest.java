package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.ErrorManager;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogsTest {
  private static final String FOLDER = "orbweaver.log.dir";
  private static final String FILE = "orbweaver.log.file";

  @TempDir Path folder;

  private final String folderBefore = System.getProperty(FOLDER);

  @AfterEach
  void restore() {
    LogManager.getLogManager().reset();
    System.clearProperty(FILE);
    if (folderBefore == null) {
      System.clearProperty(FOLDER);
    } else {
      System.setProperty(FOLDER, folderBefore);
    }
  }

  /** As for a command that runs beside another one. */
  @Test
  void namesItsOwnFileWhereTheFirstIsTaken() throws Exception {
    System.setProperty(FOLDER, folder.toString());
    Handler first = new FileHandler(folder + "/orb.%u.%g.log", 1 << 20, 3, true);
    try {
      Logs.toFile();
      Logger.getLogger("test").warning("a line of this command");
      Path named = Path.of(System.getProperty(FILE));
      assertEquals(folder.resolve("orb.1.0.log"), named);
      assertTrue(Files.readString(named).contains("a line of this command"));
    } finally {
      first.close();
    }
  }

  /** As on a full disk. */
  @Test
  void sayNothingWhereTheyCannotBeWritten() {
    System.setProperty(FOLDER, folder.toString());
    Logs.toFile();
    Handler log = Logger.getLogger("").getHandlers()[0];
    PrintStream before = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      log.getErrorManager().error("", new IOException("full"), ErrorManager.FLUSH_FAILURE);
    } finally {
      System.setErr(before);
    }
    assertEquals("", said.toString(StandardCharsets.UTF_8));
  }
}
