package org.orbweaver.crawler.fetch;

/**
 * What a task has learned about a host. Only the thread that leases the host changes it, so that it
 * needs no lock: the dispatcher's lock passes it from one thread to the next.
 */
final class HostRecord {
  private final long firstContact;
  private boolean contacted;
  private long lastEnd;
  private long crawlDelayMs;
  private long backOffMs;
  private int failures;
  private Outcome dropped;

  /**
   * A host that this task has not contacted.
   *
   * @param firstContact before when it may not, on the clock of {@link #notBefore}
   */
  HostRecord(long firstContact) {
    this.firstContact = firstContact;
  }

  /** Notes the end of a request. */
  void contactEnded(long now) {
    contacted = true;
    lastEnd = now;
  }

  boolean isContacted() {
    return contacted;
  }

  /** Notes the Crawl-delay of one of the host's robots.txt; the longest holds. */
  void crawlDelay(long ms) {
    crawlDelayMs = Math.max(crawlDelayMs, ms);
  }

  /** Notes how long the host asked to be left alone. */
  void backOff(long ms) {
    backOffMs = ms;
  }

  /** Notes an answer, or the lack of one. */
  void answered(boolean well) {
    failures = well ? 0 : failures + 1;
    if (well) {
      backOffMs = 0;
    }
  }

  int failures() {
    return failures;
  }

  /** Ends the host's round: its other URLs get this outcome. */
  void drop(Outcome outcome) {
    if (dropped == null) {
      dropped = outcome;
    }
  }

  /** The outcome of all its URLs, or null. */
  Outcome dropped() {
    return dropped;
  }

  /** The earliest time at which the host may be contacted, on the clock of {@code now}. */
  long notBefore(long delayMs, long now) {
    if (!contacted) {
      return firstContact - now > 0 ? firstContact : now;
    }
    return lastEnd + Math.max(Math.max(delayMs, crawlDelayMs), backOffMs) * 1_000_000;
  }
}
