package org.orbweaver.crawler.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.fetch.task.Bandwidth;

class SlowTailTest {
  private static final long SECOND = 1_000_000_000L;

  /** The second in which a task with this rate is given up; -1: never. */
  private static int end(
      FetchProgress.SlowTail rule, int fastSeconds, double fast, double slow, int seconds) {
    double pages = 0;
    for (int t = 0; t < seconds; t++) {
      pages += t < fastSeconds ? fast : slow;
      if (rule.isTooSlow((long) pages, t * SECOND)) {
        return t;
      }
    }
    return -1;
  }

  @Test
  void slowTailIsGivenUp() {
    assertEquals(-1, end(new FetchProgress.SlowTail(-1, 0), 10, 100, 0, 10_000));
    assertEquals(-1, end(new FetchProgress.SlowTail(1, 0), 0, 0, 1.5, 10_000));
    int end = end(new FetchProgress.SlowTail(1, 300), 600, 100, 0.5, 10_000);
    assertTrue(end >= 660 && end <= 721, "at " + end);
  }

  @Test
  void beginningIsNotJudged() {
    assertEquals(360, end(new FetchProgress.SlowTail(1, 300), 0, 0, 0.1, 10_000));
  }

  @Test
  void bandwidthIsKeptOnAverage() {
    Bandwidth bandwidth = new Bandwidth(1000, 0);
    assertEquals(0, bandwidth.waitNanos(0));
    bandwidth.received(500, 0);
    bandwidth.received(2000, 0);
    assertEquals(2 * SECOND + SECOND / 2, bandwidth.waitNanos(0));
    assertEquals(SECOND / 2, bandwidth.waitNanos(2 * SECOND));
    // Unused bandwidth is not saved up.
    assertEquals(0, bandwidth.waitNanos(100 * SECOND));
    bandwidth.received(1000, 100 * SECOND);
    assertEquals(SECOND, bandwidth.waitNanos(100 * SECOND));
    Bandwidth free = new Bandwidth(0, 0);
    free.received(1L << 40, 0);
    assertEquals(0, free.waitNanos(0));
    assertFalse(new FetchProgress.SlowTail(-1, 0).isTooSlow(0, 0));
  }
}
