package org.orbweaver.crawler.fetch.politeness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.common.store.WallClock;

/** Tasks that contact the same host. */
class SharedTurnsTest {
  private static final String HOST = "cdn.example";
  private static final long DELAY_MS = 20;
  private static final long LONGEST_MS = 60_000;

  @TempDir java.nio.file.Path tmp;
  private FileSystem fs;

  private record Request(long start, long end) {}

  @BeforeEach
  void open() throws Exception {
    fs = FileSystem.getLocal(new Configuration());
  }

  private SharedTurns task(long longestMs) {
    return new SharedTurns(fs, new Path(tmp.toUri()), longestMs);
  }

  private static List<Request> requests(SharedTurns task, int count) throws Exception {
    List<Request> made = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      task.begin(HOST, DELAY_MS);
      long start = WallClock.clock().millis();
      Thread.sleep(2);
      long end = WallClock.clock().millis();
      task.end(HOST, end);
      made.add(new Request(start, end));
      // Its own delay is the business of the task.
      Thread.sleep(DELAY_MS);
    }
    return made;
  }

  @Test
  void twoTasksContactAHostOneAfterTheOtherAndAfterItsDelay() throws Exception {
    ExecutorService tasks = Executors.newFixedThreadPool(2);
    Future<List<Request>> one = tasks.submit(() -> requests(task(LONGEST_MS), 10));
    Future<List<Request>> two = tasks.submit(() -> requests(task(LONGEST_MS), 10));
    List<Request> all = new ArrayList<>(one.get());
    all.addAll(two.get());
    tasks.shutdown();
    all.sort(Comparator.comparingLong(Request::start));
    assertEquals(20, all.size());
    for (int i = 1; i < all.size(); i++) {
      long gap = all.get(i).start() - all.get(i - 1).end();
      assertTrue(gap >= DELAY_MS, "request " + i + " came after " + gap + " ms");
    }
  }

  /** It may have read a Crawl-delay that the next task does not know of yet. */
  @Test
  void theDelayOfTheLastTaskHoldsForTheNext() throws Exception {
    SharedTurns knows = task(LONGEST_MS);
    knows.begin(HOST, 40 * DELAY_MS);
    long end = WallClock.clock().millis();
    knows.end(HOST, end);
    List<Request> next = requests(task(LONGEST_MS), 1);
    assertTrue(next.get(0).start() - end >= 40 * DELAY_MS, () -> next + " after " + end);
  }

  @Test
  void aTurnWhoseHolderDiedEnds() throws Exception {
    task(LONGEST_MS).begin(HOST, DELAY_MS);
    SharedTurns next = task(30);
    next.begin(HOST, DELAY_MS);
    next.end(HOST, WallClock.clock().millis());
    assertEquals(1, requests(task(LONGEST_MS), 1).size());
  }
}
