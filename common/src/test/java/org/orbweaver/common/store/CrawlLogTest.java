package org.orbweaver.common.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.text.Console;
import org.slf4j.LoggerFactory;

class CrawlLogTest {
  private static final Logger ROOT = Logger.getLogger("");

  @TempDir private Path folder;
  private String before;

  @BeforeEach
  void keepLogs() throws IOException {
    before = System.getProperty("orbweaver.log.file");
    FileHandler program = new FileHandler(folder + "/orb.%g.log");
    program.setFormatter(new SimpleFormatter());
    ROOT.addHandler(program);
  }

  @AfterEach
  void keepNone() {
    for (Handler handler : ROOT.getHandlers()) {
      if (handler instanceof FileHandler) {
        ROOT.removeHandler(handler);
        handler.close();
      }
    }
    if (before == null) {
      System.clearProperty("orbweaver.log.file");
    } else {
      System.setProperty("orbweaver.log.file", before);
    }
  }

  private Session open(String name) throws IOException {
    String dir = folder.resolve(name).toString();
    Session session = Session.create(new Configuration(), dir, Console.silent(), "test");
    if (session.steps().history().isEmpty()) {
      // An unused new crawl leaves nothing behind, its log included.
      session.steps().begin("inject", "x").commit(Map.of());
    }
    return session;
  }

  private String log(String name) throws IOException {
    return Files.readString(folder.resolve(name).resolve("logs/crawl.0.log"));
  }

  @Test
  void eachCrawlHasALogUntilTheNextBegins() throws IOException {
    var log = LoggerFactory.getLogger("probe");
    try (Session session = open("one")) {
      log.info("in the first of {}", session.dir());
    }
    log.error("after its session");
    try (Session session = open("50% two")) {
      log.info("in the second of {}", session.dir());
    }
    assertTrue(log("one").contains("in the first"), log("one"));
    assertTrue(log("one").contains("after its session"), "what a command dies of comes last");
    assertFalse(log("one").contains("in the second"), log("one"));
    assertTrue(log("50% two").contains("in the second"), log("50% two"));
    assertEquals(
        folder.resolve("50% two/logs/crawl.0.log").toString(),
        System.getProperty("orbweaver.log.file"));
    try (Session again = open("one")) {
      log.info("again in {}", again.dir());
    }
    assertTrue(log("one").contains("in the first"), "earlier lines stay");
    assertTrue(log("one").contains("again in"), log("one"));
  }

  @Test
  void readersLeaveNothing() throws IOException {
    try (Session session = open("crawl")) {
      session.steps();
    }
    Path logs = folder.resolve("crawl/logs/crawl.0.log");
    String written = Files.readString(logs);
    CrawlSettings.of(new Configuration(), folder.resolve("crawl").toString());
    CrawlDir.open(new Configuration(), folder.resolve("crawl").toString());
    assertEquals(written, Files.readString(logs));
  }
}
