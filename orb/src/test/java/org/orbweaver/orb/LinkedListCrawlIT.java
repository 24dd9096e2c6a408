package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.testkit.Differences;
import org.orbweaver.testkit.LinkedListWeb;
import org.orbweaver.testkit.TestSeed;

/**
 * A crawl of linked lists, where a page is named by its predecessor alone, on a web that is slow,
 * fails, resets and truncates. The size is the system property {@code orbweaver.test.lists}: lists,
 * pages of each and hosts, such as {@code 200x15x100}.
 */
class LinkedListCrawlIT {
  private static final String SIZE = System.getProperty("orbweaver.test.lists", "8x3x4");
  private static final Duration DELAY = Duration.ofMillis(20);
  private static final int JUMPS = 2;

  /** Seconds after which an unreachable robots.txt is requested again, and more. */
  private static final int ROBOTS_WAIT = 660;

  @TempDir private Path folder;
  private final long seed = TestSeed.current();
  private LinkedListWeb web;
  private TestSite site;

  @BeforeEach
  void start() {
    String[] size = SIZE.split("x", 3);
    web =
        LinkedListWeb.start(
            seed,
            new LinkedListWeb.Size(
                Integer.parseInt(size[0]), Integer.parseInt(size[1]), Integer.parseInt(size[2])),
            LinkedListWeb.Faults.SOME);
    site =
        new TestSite(
            web.web(),
            folder,
            "fetcher.server.delay=" + DELAY.toMillis() / 1000.0,
            "orbweaver.fetch.retry.delay.sec=0");
  }

  @AfterEach
  void stop() {
    System.clearProperty(WallClock.OFFSET_PROPERTY);
    web.close();
  }

  @Test
  void everyPageIsReachedAndEachLinkKnownOnce() throws IOException {
    requireFine(site.orb(List.of("crawl", seeds(), site.dir(), "--until-done", "--no-index")));
    finish(0);
    requireWhole();
  }

  /** Between rounds the clock jumps, by up to a day ahead and back. */
  @Test
  void aClockThatJumpsLosesNothing() throws IOException {
    Random random = new Random(seed);
    requireFine(site.orb(List.of("crawl", seeds(), site.dir(), "--rounds", "1", "--no-index")));
    for (int i = 0; i < JUMPS; i++) {
      jump(random.nextInt(2 * 24 * 3600) - 24 * 3600);
      requireFine(site.orb(List.of("crawl", site.dir(), "--more", "1", "--no-index")));
    }
    finish(24 * 3600);
    requireWhole();
  }

  /** Continues until nothing is due, each time after the wait for an unreachable robots.txt. */
  private void finish(int seconds) {
    for (int time = seconds + ROBOTS_WAIT; ; time += ROBOTS_WAIT) {
      jump(time);
      TestSite.Run run = site.orb(List.of("crawl", site.dir(), "--until-done", "--no-index"));
      if (run.status() == 3) {
        return;
      }
      requireFine(run);
      assertTrue(time < seconds + 86_400, () -> run + "\n" + repeat());
    }
  }

  /** With an earlier clock nothing may be due, and every robots.txt can be unreachable at first. */
  private void requireFine(TestSite.Run run) {
    boolean isFine =
        run.status() == 0
            || run.status() == 3
            || (run.status() == 1 && run.err().contains("orb: nothing fetched, for the reasons"));
    assertTrue(isFine, () -> run + "\n" + repeat());
  }

  private static void jump(int seconds) {
    System.setProperty(WallClock.OFFSET_PROPERTY, Integer.toString(seconds));
  }

  private String seeds() throws IOException {
    return Files.write(folder.resolve("seeds"), web.seeds()).toString();
  }

  private void crawl(int status, String... words) {
    TestSite.Run run = site.orb(List.of(words));
    assertTrue(run.status() == status, () -> run.out() + run.err() + repeat());
  }

  private void requireWhole() throws IOException {
    crawl(0, "links", site.dir());
    require(web.comparePages(CrawlContents.statuses(site.dir())));
    require(web.compareLinks(CrawlContents.inlinks(site.dir())));
    require(web.compareRequests(DELAY));
  }

  private void require(Differences differences) {
    assertTrue(differences.isEmpty(), () -> differences + "\n" + repeat());
  }

  private String repeat() {
    return TestSeed.repeat("orb", LinkedListCrawlIT.class, seed)
        + " -Dorbweaver.test.lists="
        + SIZE;
  }
}
