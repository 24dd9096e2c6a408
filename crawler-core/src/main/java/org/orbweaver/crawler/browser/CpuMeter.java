package org.orbweaver.crawler.browser;

import java.util.function.LongSupplier;

/** Shares out the processor time of a browser among the pages that are in it at the time. */
final class CpuMeter {
  private final LongSupplier total;
  private long last;
  private double share;
  private int users;

  /**
   * Makes one.
   *
   * @param total time that was used so far, milliseconds
   */
  CpuMeter(LongSupplier total) {
    this.total = total;
    this.last = total.getAsLong();
  }

  /** The part of one page. */
  final class Use {
    private final double before;

    private Use(double before) {
      this.before = before;
    }

    /** Milliseconds since its begin. */
    long millis() {
      synchronized (CpuMeter.this) {
        read();
        return Math.round(share - before);
      }
    }

    /** Takes no more part. */
    void end() {
      synchronized (CpuMeter.this) {
        read();
        users--;
      }
    }
  }

  /** Takes part from now on. */
  synchronized Use begin() {
    read();
    users++;
    return new Use(share);
  }

  private void read() {
    // It falls when a process disappears without its parent having noted its time.
    long now = Math.max(last, total.getAsLong());
    if (users > 0) {
      share += (double) (now - last) / users;
    }
    last = now;
  }
}
