package org.orbweaver.common.job;

import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Catches why a local job failed: Hadoop's local runner tells it to its log and to nobody else.
 * Works where slf4j is bound to java.util.logging, as in {@code orb}; elsewhere the log says it.
 */
final class LocalFailures extends Handler implements AutoCloseable {
  private static final Logger RUNNER = Logger.getLogger("org.apache.hadoop.mapred.LocalJobRunner");

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final boolean active;
  private Throwable first;

  LocalFailures(boolean active) {
    this.active = active;
    if (active) {
      RUNNER.addHandler(this);
    }
  }

  /**
   * The first error since this was made, or null. The runner marks its job as failed first and logs
   * why after it, so one that is not there yet is given a moment.
   */
  synchronized Throwable first() throws InterruptedException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (active && first == null) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        break;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return first;
  }

  @Override
  public synchronized void publish(LogRecord logged) {
    if (first == null && logged.getThrown() != null) {
      first = logged.getThrown();
      notifyAll();
    }
  }

  @Override
  public void flush() {
    // Nothing is buffered.
  }

  @Override
  public void close() {
    if (active) {
      RUNNER.removeHandler(this);
    }
  }
}
