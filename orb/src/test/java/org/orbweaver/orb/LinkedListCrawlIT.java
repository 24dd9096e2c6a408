package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.DirectLocalFileSystem;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.testkit.Differences;
import org.orbweaver.testkit.LinkedListWeb;
import org.orbweaver.testkit.TestSeed;
import org.orbweaver.testkit.disk.Fault;
import org.orbweaver.testkit.disk.FaultyDisk;
import org.orbweaver.testkit.disk.FaultyFileSystem;

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

  private static final int FAULTS = 20;
  private static final int LAST_CHANGE = 300;

  /** What a crawl may have fetched and not saved when it is interrupted. */
  private static final Duration UNSAVED = Duration.ofSeconds(2);

  /** The local file system over a disk with a fault. */
  public static final class FaultyLocalFileSystem extends DirectLocalFileSystem {
    /** For Hadoop, which creates it by reflection. */
    public FaultyLocalFileSystem() {
      super(new FaultyFileSystem());
    }

    @Override
    protected void sync(org.apache.hadoop.fs.Path file) throws IOException {
      ((FaultyFileSystem) getRawFileSystem()).sync(file);
    }
  }

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

  /**
   * The process crashes, loses power, or finds the disk full or broken, each time at a change that
   * the seed decides, and the same command continues.
   */
  @Test
  void faultsOfTheDiskLoseNothing() throws IOException {
    Random random = new Random(seed);
    List<Fault> faults = List.of(Fault.values());
    List<LinkedListWeb.Interruption> interruptions = new ArrayList<>();
    List<String> crawl = List.of("crawl", seeds(), site.dir(), "--until-done", "--no-index");
    TestSite faulty =
        new TestSite(
            web.web(),
            folder,
            "fetcher.server.delay=" + DELAY.toMillis() / 1000.0,
            "orbweaver.fetch.retry.delay.sec=0",
            "fs.file.impl=" + FaultyLocalFileSystem.class.getName());
    for (int i = 0; i < FAULTS; i++) {
      Fault fault = faults.get(random.nextInt(faults.size()));
      FileSystem.closeAll();
      FaultyDisk disk = FaultyDisk.begin(1 + random.nextInt(LAST_CHANGE), fault, random.nextLong());
      try {
        TestSite.Run run = faulty.orb(crawl);
        if (!disk.isStruck()) {
          requireFine(run);
          continue;
        }
        assertFalse(run.err().contains("\tat "), () -> fault + "\n" + run + repeat());
      } finally {
        FileSystem.closeAll();
        FaultyDisk.begin();
      }
      interruptions.add(new LinkedListWeb.Interruption(System.nanoTime(), UNSAVED));
    }
    assertTrue(interruptions.size() >= FAULTS / 4, () -> interruptions + repeat());
    requireFine(site.orb(crawl));
    finish(0);
    requireWhole(interruptions.toArray(LinkedListWeb.Interruption[]::new));
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

  private void requireWhole(LinkedListWeb.Interruption... interruptions) throws IOException {
    crawl(0, "links", site.dir());
    require(web.comparePages(CrawlContents.statuses(site.dir())));
    require(web.compareLinks(CrawlContents.inlinks(site.dir())));
    require(web.compareRequests(DELAY, interruptions));
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
