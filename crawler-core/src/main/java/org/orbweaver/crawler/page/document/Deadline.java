package org.orbweaver.crawler.page.document;

import java.util.concurrent.TimeUnit;

/**
 * The deadline of a document, on the monotonic clock. Parsers that read or write in small steps
 * check it at each step, so most endless documents end by themselves.
 */
public final class Deadline {

  /** Thrown if a parser notices that its time is over or that it was told to stop. */
  public static final class Passed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Passed() {
      super("time limit reached", null, false, false);
    }
  }

  private final long endNanos;

  private Deadline(long endNanos) {
    this.endNanos = endNanos;
  }

  public static Deadline in(long milliseconds) {
    return new Deadline(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds));
  }

  public long remainingNanos() {
    return endNanos - System.nanoTime();
  }

  /**
   * Returns if there is time left.
   *
   * @throws Passed if there is none, or the thread was interrupted
   */
  public void check() {
    if (remainingNanos() <= 0 || Thread.currentThread().isInterrupted()) {
      throw new Passed();
    }
  }
}
