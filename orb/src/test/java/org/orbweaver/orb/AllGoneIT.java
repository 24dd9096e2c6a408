package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.Response;

/** Pages that are all gone are no longer found, whichever command learned of it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AllGoneIT {
  private static final long MONTHS_SECONDS = 100L * 86_400;

  private Path crawled;
  private TestSite site;
  private String dir;

  @BeforeAll
  void crawlTwoPages(@TempDir Path tmp) {
    crawled = tmp.resolve("crawl");
    site = new TestSite(FakeWeb.start(), tmp);
    site.web().page("a.test", "/", "<title>A</title>zebra <a href=/b>b</a>");
    site.web().page("a.test", "/b", "<title>B</title>zebra and okapi");
    dir = crawled.toString();
    orb(0, "crawl", site.web().url("a.test", "/"), dir, "--rounds", "2");
    assertEquals(2, found());
  }

  @BeforeEach
  void removeThePages(@TempDir Path tmp) throws Exception {
    dir = tmp.resolve("crawl").toString();
    TestSite.copy(crawled, Path.of(dir));
    site.web().on("a.test", "/", Response.status(410)).on("a.test", "/b", Response.status(404));
    laterBy(MONTHS_SECONDS);
  }

  @AfterEach
  void stop() {
    System.clearProperty(WallClock.OFFSET_PROPERTY);
  }

  @AfterAll
  void close() {
    site.close();
  }

  private static void laterBy(long seconds) {
    System.setProperty(WallClock.OFFSET_PROPERTY, Long.toString(seconds));
  }

  private String orb(int status, String... words) {
    return site.orb(status, words);
  }

  private int found() {
    String out = orb(0, "search", dir, "zebra", "--json");
    return (int) out.lines().filter(line -> line.startsWith("{")).count();
  }

  @Test
  void recrawlLeavesAnEmptyIndexAndPagesComeBack() {
    String said = orb(0, "recrawl", dir);
    assertTrue(said.contains("2 gone"), said);
    assertEquals(0, found());
    orb(0, "read", "index", dir);
    orb(3, "recrawl", dir);

    site.web().page("a.test", "/", "<title>A</title>zebra again");
    laterBy(2 * MONTHS_SECONDS);
    orb(0, "recrawl", dir);
    assertEquals(1, found());
  }

  @Test
  void crawlLeavesAnEmptyIndex() {
    orb(0, "crawl", dir, "--more", "1");
    assertEquals(0, found());
  }

  @Test
  void phasesByHandLeaveAnEmptyIndex() {
    orb(0, "generate", dir);
    orb(1, "fetch", dir);
    for (String phase : List.of("parse", "update", "index")) {
      orb(0, phase, dir);
    }
    assertEquals(0, found());
  }
}
