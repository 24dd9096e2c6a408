package org.orbweaver.crawler.page.document;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The deadline of a document that its own thread parses: a limit of that thread's CPU time, and
 * {@link #PATIENCE} times as much by the clock, since the thread may have to wait for a processor.
 * Parsers that read or write in small steps check it at each step, so most endless documents end by
 * themselves.
 */
public final class Deadline {
  /** The limit by the clock is this many times that of CPU time. */
  static final int PATIENCE = 4;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Thrown if a parser notices that its time is over or that it was told to stop. */
  public static final class Passed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Passed() {
      super("time limit reached", null, false, false);
    }
  }

  private final LongSupplier clock;
  private final LongSupplier cpu;
  private final long endNanos;
  private final long endCpuNanos;

  /** Before this time no CPU time is asked for: the limit cannot be used up. */
  private long nextLookNanos;

  /**
   * @param clock monotonic, in nanoseconds
   * @param cpu the CPU time of the thread that checks, in nanoseconds
   */
  Deadline(long milliseconds, LongSupplier clock, LongSupplier cpu) {
    long limitNanos = TimeUnit.MILLISECONDS.toNanos(milliseconds);
    long now = clock.getAsLong();
    this.clock = clock;
    this.cpu = cpu;
    this.nextLookNanos = now + limitNanos;
    this.endNanos = now + PATIENCE * limitNanos;
    this.endCpuNanos = cpu.getAsLong() + limitNanos;
  }

  /** A deadline for a document that the current thread parses from now on. */
  public static Deadline in(long milliseconds) {
    return new Deadline(milliseconds, System::nanoTime, THREADS::getCurrentThreadCpuTime);
  }

  /**
   * Returns if there is time left.
   *
   * @throws Passed if there is none, or the thread was interrupted
   */
  public void check() {
    long now = clock.getAsLong();
    if (now - nextLookNanos >= 0) {
      long left = endCpuNanos - cpu.getAsLong();
      if (left <= 0 || now - endNanos >= 0) {
        throw new Passed();
      }
      nextLookNanos = Math.min(now + left, endNanos);
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new Passed();
    }
  }
}
