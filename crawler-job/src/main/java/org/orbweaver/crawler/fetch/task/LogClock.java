package org.orbweaver.crawler.fetch.task;

import java.time.Clock;
import java.time.Instant;

/**
 * The times in a task's fetch log: monotonic times shifted to milliseconds since 1970, by reading
 * the wall clock once, and rounded down.
 *
 * <p>Log times keep the order and the distances of the monotonic clock: {@code millis(b)} is at
 * least {@code n} whole milliseconds after {@code millis(a)} whenever {@code b} is that much after
 * {@code a}. Neither rounding nor setting the wall clock during the task makes a delay look shorter
 * than it was.
 */
public final class LogClock {
  private static final long NANOS = 1_000_000;

  /** From the monotonic clock's zero to 1970's, in nanoseconds. */
  private final long shift;

  /**
   * Reads both clocks.
   *
   * @param nanoTime the time on the monotonic clock
   */
  public LogClock(long nanoTime, Clock wallClock) {
    Instant now = wallClock.instant();
    shift =
        Math.addExact(Math.multiplyExact(now.getEpochSecond(), 1000 * NANOS), now.getNano())
            - nanoTime;
  }

  /** Converts a time of the monotonic clock to milliseconds since 1970. */
  public long millis(long nanoTime) {
    return Math.floorDiv(nanoTime + shift, NANOS);
  }
}
