package org.orbweaver.common.job;

import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Listens to Hadoop's local runner, which tells its log and nobody else why a job failed and what
 * its tasks say of their state. Works where slf4j is bound to java.util.logging, as in {@code orb};
 * elsewhere the log says it.
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

  /** What a map task last said of itself; empty if none has. */
  synchronized String status() {
    return status;
  }

  @Override
  public synchronized void publish(LogRecord logged) {
    String said = RunningTasks.ownText(String.valueOf(logged.getMessage()));
    if (!said.isEmpty()) {
      status = said;
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
