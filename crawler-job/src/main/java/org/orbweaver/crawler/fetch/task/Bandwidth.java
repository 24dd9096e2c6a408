package org.orbweaver.crawler.fetch.task;

import java.util.concurrent.TimeUnit;

/**
 * Keeps the average rate of bytes that a task receives within a limit: a thread waits before a
 * request until the bytes received before are paid for. Safe for use by many threads.
 */
public final class Bandwidth {
  private final long bytesPerSecond;

  /** When all bytes received are paid for, on the monotonic clock. */
  private long paidAt;

  /**
   * A rate.
   *
   * @param bytesPerSecond 0: without limit
   */
  public Bandwidth(long bytesPerSecond, long now) {
    this.bytesPerSecond = bytesPerSecond;
    this.paidAt = now;
  }

  /** How long to wait before a request, nanoseconds. */
  public synchronized long waitNanos(long now) {
    return bytesPerSecond == 0 ? 0 : Math.max(0, paidAt - now);
  }

  /** Waits until there is bandwidth. */
  void await(long now) throws InterruptedException {
    long nanos = waitNanos(now);
    if (nanos > 0) {
      TimeUnit.NANOSECONDS.sleep(nanos);
    }
  }

  /** Notes received bytes. */
  public synchronized void received(long bytes, long now) {
    if (bytesPerSecond > 0) {
      long from = paidAt - now > 0 ? paidAt : now;
      paidAt = from + Math.round(1e9 * bytes / bytesPerSecond);
    }
  }
}
