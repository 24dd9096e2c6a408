package org.orbweaver.common.text;

import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Progress of one piece of work: on a terminal, one line that is rewritten; elsewhere a plain line
 * every ten seconds, after a minute one a minute, so that a log stays readable.
 */
public final class Progress implements AutoCloseable {
  private static final long TERMINAL_INTERVAL_NANOS = Duration.ofMillis(200).toNanos();
  private static final long FIRST_INTERVAL_NANOS = Duration.ofSeconds(10).toNanos();
  private static final long LATER_INTERVAL_NANOS = Duration.ofMinutes(1).toNanos();

  private final Console console;
  private final String label;
  private final LongSupplier clock;
  private final long start;
  private long lastShown;
  private boolean rewritten;
  private boolean closed;

  Progress(Console console, String label) {
    this(console, label, System::nanoTime);
  }

  Progress(Console console, String label, LongSupplier clock) {
    this.console = console;
    this.label = label;
    this.clock = clock;
    start = clock.getAsLong();
    lastShown = start;
  }

  /** True if the next state is due; check it before computing an expensive state. */
  public synchronized boolean isDue() {
    return !closed && clock.getAsLong() - lastShown >= interval();
  }

  private long interval() {
    if (console.isTerminal()) {
      return TERMINAL_INTERVAL_NANOS;
    }
    boolean first = lastShown - start < LATER_INTERVAL_NANOS;
    return first ? FIRST_INTERVAL_NANOS : LATER_INTERVAL_NANOS;
  }

  /** Shows the state if it is due; cheap otherwise. */
  public synchronized void update(String state) {
    if (!isDue()) {
      return;
    }
    long now = clock.getAsLong();
    lastShown = now;
    rewritten = console.isTerminal();
    console.state(label + ": " + state + " (" + elapsed(now) + ")");
  }

  /** Ends the work with a line that states its outcome. */
  public synchronized void done(String outcome) {
    if (closed) {
      return;
    }
    clear();
    closed = true;
    console.info(label + ": " + outcome + " (" + elapsed(clock.getAsLong()) + ")");
  }

  /** Ends the work without a line, if it has not ended. */
  @Override
  public synchronized void close() {
    if (!closed) {
      clear();
      closed = true;
    }
  }

  private void clear() {
    if (rewritten) {
      console.rewrite("");
    }
  }

  private String elapsed(long now) {
    long seconds = (now - start) / 1_000_000_000L;
    if (seconds < 60) {
      return String.format(Locale.ROOT, "%.1f s", (now - start) / 1e9);
    }
    return String.format(
        Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }
}
