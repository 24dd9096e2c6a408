package org.orbweaver.common.job;

import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Catches why a local job failed: Hadoop's local runner tells it to its log and to nobody else.
 * Works where slf4j is bound to java.util.logging, as in {@code orb}; elsewhere the log says it.
 */
final class LocalFailures extends Handler implements AutoCloseable {
  private static final Logger RUNNER = Logger.getLogger("org.apache.hadoop.mapred.LocalJobRunner");

  private final boolean active;
  private volatile Throwable first;

  LocalFailures(boolean active) {
    this.active = active;
    if (active) {
      RUNNER.addHandler(this);
    }
  }

  /** The first error since this was made, or null. */
  Throwable first() {
    return first;
  }

  @Override
  public synchronized void publish(LogRecord logged) {
    if (first == null && logged.getThrown() != null) {
      first = logged.getThrown();
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
