package org.orbweaver.crawler.fetch;

/**
 * When to give up on a task's slow tail: when it has fetched fewer pages a second than a threshold
 * for a while, the rest waits for the next round. A few hosts with much to fetch would otherwise
 * hold up a whole round. Used by one thread.
 */
final class SlowTail {
  /** Over how long the rate is judged. */
  static final long WINDOW_NANOS = 60_000_000_000L;

  private final double pagesPerSecond;
  private final long afterNanos;
  private long windowStart;
  private long windowPages;

  /**
   * A rule.
   *
   * @param pagesPerSecond the threshold; negative: there is none
   * @param afterSeconds from the task's beginning, before when it is not judged
   */
  SlowTail(double pagesPerSecond, long afterSeconds) {
    this.pagesPerSecond = pagesPerSecond;
    this.afterNanos = afterSeconds * 1_000_000_000L;
    this.windowStart = afterNanos;
  }

  /** Judges; to be called every second or so. */
  boolean isTooSlow(long pages, long sinceStartNanos) {
    if (pagesPerSecond < 0 || sinceStartNanos < afterNanos) {
      windowPages = pages;
      return false;
    }
    long window = sinceStartNanos - windowStart;
    if (window < WINDOW_NANOS) {
      return false;
    }
    boolean slow = (pages - windowPages) / (window / 1e9) < pagesPerSecond;
    windowStart = sinceStartNanos;
    windowPages = pages;
    return slow;
  }

  static Outcome outcome() {
    return Outcome.deferred(
        "the task had become slower than fetcher.throughput.threshold.pages",
        FetchCounter.SKIPPED_TIME);
  }
}
