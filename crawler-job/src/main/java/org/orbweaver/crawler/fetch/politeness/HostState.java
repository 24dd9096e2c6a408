package org.orbweaver.crawler.fetch.politeness;

import java.util.HashSet;
import java.util.Set;
import org.orbweaver.crawler.hosts.HostContact;

/**
 * The state of a host in a task, or of another group that one thread at a time may contact. Only
 * the thread that leases the host changes its state, so it needs no lock: the dispatcher's lock
 * passes it from one thread to the next.
 *
 * <p>Times are of the monotonic clock, in nanoseconds. Times from an earlier round or for a later
 * one are of the wall clock, which may have been set in between: no converted wait exceeds the
 * host's delay, or the longest wait.
 */
public final class HostState {
  private static final long NANOS = 1_000_000;

  /** A wait this much beyond the longest is too long, however the clocks round. */
  private static final long TOO_LONG_MS = 1000;

  private final PolitenessDelay delay;
  private final long firstContact;
  private boolean contacted;
  private long lastEnd;
  private long lastEndWall;
  private long responseMs;
  private long crawlDelayMs;
  private boolean crawlDelayNoted;
  private long leaveAloneUntil;
  private long leaveAloneWall;
  private int failures;
  private int strain;
  private Set<String> served = Set.of();
  private boolean servedBefore;

  /**
   * A host that this task has not contacted.
   *
   * @param before its last contact in an earlier round, or null
   * @param contactedUntil the time until which it may have been contacted since, milliseconds since
   *     1970
   * @param now the time on the monotonic clock
   * @param nowWall the same moment in milliseconds since 1970
   * @param maxWaitMs the longest wait that the host can have asked for
   */
  public HostState(
      PolitenessDelay delay,
      HostContact before,
      long contactedUntil,
      long now,
      long nowWall,
      long maxWaitMs) {
    this.delay = delay;
    if (before != null) {
      crawlDelayMs = before.crawlDelayMs();
      responseMs = before.responseMs();
      strain = before.failures();
      lastEndWall = before.lastEnd();
    }
    long delayMs = delayMs();
    long wait = Math.min(delayMs, Math.max(lastEndWall, contactedUntil) + delayMs - nowWall);
    if (before != null && before.notBefore() > nowWall) {
      leaveAloneWall = before.notBefore();
      wait = Math.max(wait, Math.min(maxWaitMs + TOO_LONG_MS, leaveAloneWall - nowWall));
    }
    firstContact = now + Math.max(0, wait) * NANOS;
  }

  /**
   * Notes that the earlier contact it was made from belongs to the same fetch: the last one before
   * its queue ran empty.
   */
  public void resume() {
    crawlDelayNoted = true;
    servedBefore = strain == 0;
  }

  /** Notes the end of a request. */
  public void contactEnded(long now, long nowWall, long tookMs) {
    contacted = true;
    lastEnd = now;
    lastEndWall = nowWall;
    responseMs = tookMs;
  }

  /** Whether this task has contacted it. */
  public boolean isContacted() {
    return contacted;
  }

  /**
   * Notes the Crawl-delay of one of the host's robots.txt files; the longest counts. The first one
   * noted replaces that of an earlier round.
   */
  public void crawlDelay(long ms) {
    crawlDelayMs = crawlDelayNoted ? Math.max(crawlDelayMs, ms) : ms;
    crawlDelayNoted = true;
  }

  /**
   * Notes how long the host asked to be left alone, from the end of its last request. Any number is
   * accepted; {@link HostContact#LONGEST_WISH} is the most that is granted.
   */
  public void leaveAlone(long ms) {
    long granted = Math.min(ms, HostContact.LONGEST_WISH.toMillis());
    leaveAloneUntil = lastEnd + granted * NANOS;
    leaveAloneWall = lastEndWall + granted;
  }

  /**
   * Notes an answer, or the lack of one.
   *
   * @param failed whether there was none, or the host said that it was overloaded
   * @param strained whether it failed, or the status is that of a server error
   */
  public void answered(boolean failed, boolean strained) {
    failures = failed ? failures + 1 : 0;
    strain = strained ? strain + 1 : 0;
    if (!failed) {
      leaveAloneWall = 0;
    }
  }

  /**
   * Notes that one of the host's origins answered.
   *
   * @return whether it did so for the first time in this task
   */
  public boolean serves(String origin) {
    if (served.contains(origin)) {
      return false;
    }
    Set<String> more = new HashSet<>(served);
    more.add(origin);
    served = more;
    return true;
  }

  /** Whether any of the host's origins answered in this fetch. */
  public boolean hasServed() {
    return servedBefore || !served.isEmpty();
  }

  /** Whether its last request failed, or brought a server error. */
  public boolean isStrained() {
    return strain > 0;
  }

  /** Consecutive failures. */
  public int failures() {
    return failures;
  }

  /** The politeness delay in force, milliseconds. */
  public long delayMs() {
    return delay.afterMs(crawlDelayMs, responseMs, strain);
  }

  /**
   * The least that the delay can become: after a slow answer or an error, the next answer may be
   * fast.
   */
  public long leastDelayMs() {
    return delay.afterMs(crawlDelayMs, 0, 0);
  }

  /**
   * The reason why it waits now, and for how long from the end of its last request: "Crawl-delay 10
   * s".
   */
  public String why(long now) {
    long delayEnd = lastEnd + delayMs() * NANOS;
    boolean asked =
        leaveAloneWall != 0 && leaveAloneUntil - delayEnd > 0 && leaveAloneUntil - now > 0;
    return asked
        ? PolitenessDelay.Reason.RETRY_AFTER.of((leaveAloneUntil - lastEnd) / NANOS)
        : delay.reason(crawlDelayMs, responseMs, strain).of(delayMs());
  }

  /** The current time from one request to the next, milliseconds. */
  public long paceMs() {
    return delayMs() + responseMs;
  }

  /** The earliest time at which the host may be contacted. */
  public long notBefore() {
    if (!contacted) {
      return firstContact;
    }
    long next = lastEnd + delayMs() * NANOS;
    return leaveAloneWall != 0 && leaveAloneUntil - next > 0 ? leaveAloneUntil : next;
  }

  /** The contact record for later rounds. */
  public HostContact contact() {
    return new HostContact(lastEndWall, responseMs, strain, crawlDelayMs, leaveAloneWall);
  }
}
