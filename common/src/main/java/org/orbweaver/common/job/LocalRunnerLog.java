package org.orbweaver.common.job;

import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Listens to the log of Hadoop's local runner, the only place where it records the cause of a job's
 * failure and the status of its tasks. Works if slf4j is bound to java.util.logging, as in {@code
 * orb}; otherwise these appear in the log only.
 */
final class LocalRunnerLog extends Handler implements AutoCloseable {
  private static final Logger RUNNER = Logger.getLogger("org.apache.hadoop.mapred.LocalJobRunner");

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final boolean active;
  private Throwable first;
  private String status = "";

  LocalRunnerLog(boolean active) {
    this.active = active;
    if (active) {
      RUNNER.addHandler(this);
    }
  }

  /**
   * The first error since construction, or null. The runner marks its job as failed before it logs
   * the cause, so this waits briefly for an error that is not there yet.
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

  /** The last status of a map task; empty if there is none. */
  synchronized String status() {
    return status;
  }

  @Override
  public synchronized void publish(LogRecord logged) {
    String text = RunningTasks.ownText(String.valueOf(logged.getMessage()));
    if (!text.isEmpty()) {
      status = text;
    }
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
