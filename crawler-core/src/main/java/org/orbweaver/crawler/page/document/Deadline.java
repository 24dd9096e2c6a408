package org.orbweaver.crawler.page.document;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Optional;
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
      this("it");
    }

    private Passed(String who) {
      super(who + " took too long", null, false, false);
    }
  }

  private final LongSupplier clock;
  private final LongSupplier cpu;
  private volatile long endNanos;
  private long endCpuNanos;

  /** The plugin whose code runs, which need not check; null if none does. */
  private volatile String plugin;

  /** Before this time no CPU time is asked for: the limit cannot be used up. */
  private long nextLookNanos;

  /**
   * @param clock monotonic, in nanoseconds
   * @param cpu the CPU time of the thread that checks, in nanoseconds
   */
  Deadline(long milliseconds, LongSupplier clock, LongSupplier cpu) {
    this.clock = clock;
    this.cpu = cpu;
    restart(milliseconds);
  }

  /** Begins anew: after a parser process, whose time does not count here. */
  public void restart(long milliseconds) {
    long limitNanos = TimeUnit.MILLISECONDS.toNanos(milliseconds);
    long now = clock.getAsLong();
    this.nextLookNanos = now + limitNanos;
    this.endNanos = now + PATIENCE * limitNanos;
    this.endCpuNanos = cpu.getAsLong() + limitNanos;
  }

  /** A deadline for a document that the current thread parses from now on. */
  public static Deadline in(long milliseconds) {
    return new Deadline(milliseconds, System::nanoTime, THREADS::getCurrentThreadCpuTime);
  }

  /** Notes that code of a plugin runs, until {@link #leave}; says whose. */
  public void enter(String origin) {
    plugin = origin;
  }

  /** Notes that no code of a plugin runs. */
  public void leave() {
    plugin = null;
  }

  /** What to tell of a plugin whose code runs past the limit by the clock; for other threads. */
  public Optional<Passed> overrun() {
    String running = plugin;
    return running == null || clock.getAsLong() - endNanos < 0
        ? Optional.empty()
        : Optional.of(new Passed(running));
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
        throw passed();
      }
      nextLookNanos = Math.min(now + left, endNanos);
    }
    if (Thread.currentThread().isInterrupted()) {
      throw passed();
    }
  }

  private Passed passed() {
    return plugin == null ? new Passed() : new Passed(plugin);
  }
}
