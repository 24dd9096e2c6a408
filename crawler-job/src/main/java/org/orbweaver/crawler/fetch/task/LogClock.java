package org.orbweaver.crawler.fetch.task;

import java.time.Clock;
import java.time.Instant;

/**
 * The times in a task's fetch log: those of its monotonic clock, as milliseconds since 1970 by one
 * look at the wall clock, and all rounded down.
 *
 * <p>So what one request was after another by the monotonic clock it is in the log: where {@code b}
 * is at least {@code n} whole milliseconds after {@code a}, so is {@code millis(b)} after {@code
 * millis(a)}, and where it is not, it is not. Neither rounding nor a wall clock that is set during
 * the task makes a delay look shorter than it was.
 */
public final class LogClock {
  private static final long NANOS = 1_000_000;

  /** From the monotonic clock's zero to 1970's. */
  private final long shift;

  /**
   * Looks at both clocks.
   *
   * @param nanoTime the time on the monotonic clock
   */
  public LogClock(long nanoTime, Clock wallClock) {
    Instant now = wallClock.instant();
    shift =
        Math.addExact(Math.multiplyExact(now.getEpochSecond(), 1000 * NANOS), now.getNano())
            - nanoTime;
  }

  /** Milliseconds since 1970 for a time of the monotonic clock. */
  public long millis(long nanoTime) {
    return Math.floorDiv(nanoTime + shift, NANOS);
  }
}
