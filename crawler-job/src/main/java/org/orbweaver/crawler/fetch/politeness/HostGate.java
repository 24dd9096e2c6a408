package org.orbweaver.crawler.fetch.politeness;

import java.io.IOException;
import java.time.Clock;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.hosts.HostContact;
import org.orbweaver.crawler.hosts.HostOutage;
import org.orbweaver.crawler.hosts.HostTable;
import org.orbweaver.crawler.http.FailureKind;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.HostMovedException;
import org.orbweaver.crawler.http.HttpDates;
import org.orbweaver.crawler.http.RateLimit;
import org.orbweaver.crawler.http.RefusedAddressException;
import org.orbweaver.crawler.url.Hosts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides when a fetch task may contact a host, if at all: {@link AskNow}, {@link WaitUntil} or
 * {@link GiveUp}. It owns all that the task knows about its hosts' politeness. A host here is a
 * group that one thread at a time may contact: a host, a registered domain or an address.
 *
 * <p>The life of a host in a task:
 *
 * <ol>
 *   <li><b>Lease.</b> A thread leases the host from the frontier, which knows only names and times.
 *       {@link #host} loads its last contact from the table of hosts, if an earlier round or
 *       attempt left one. Only the thread with the lease changes a {@link LeasedHost}, so it needs
 *       no lock: the frontier's passes it from one thread to the next.
 *   <li><b>Robots.</b> The task finds the robots.txt for a URL; its Crawl-delay counts from then
 *       on. If the file is unreachable, the origin has an outage.
 *   <li><b>Delay.</b> Before each request, for whatever file, {@link LeasedHost#clearance} is
 *       asked. After the request, {@link LeasedHost#requestEnded} begins the next delay ({@link
 *       PolitenessDelay}) and stores the contact for later attempts and rounds.
 *   <li><b>Back-off.</b> Without an answer, after a 429, a 503, a challenge or another server
 *       error, the delay doubles. A <b>Retry-After</b>, or the time until an exhausted
 *       <b>RateLimit</b> is renewed, is granted for {@link HostContact#LONGEST_WISH} at most.
 *   <li><b>Given up.</b> After too many consecutive failures, or if the next request would have to
 *       wait too long or for later than the task's end, the host is <i>dropped</i> for this round.
 *       If its address is not allowed or no longer the one noted, its name is <i>refused</i>.
 *   <li><b>Outage.</b> An origin that served nothing in this task gets an outage in the table of
 *       hosts, and thereby a back-off over rounds; the first answer ends it.
 *   <li><b>Retired.</b> A host without URLs loses its state here, since the table has it, unless it
 *       is failing or given up.
 * </ol>
 *
 * <p>Times are of the monotonic clock, in nanoseconds. Times from an earlier round or for a later
 * one are of the wall clock, which may have been set in between: no converted wait exceeds the
 * host's delay, or the longest wait.
 *
 * <p>Progress reports read hosts without a lease: their figures may be a moment old.
 */
public final class HostGate {
  private static final Logger LOG = LoggerFactory.getLogger(HostGate.class);
  private static final long NANOS = 1_000_000;

  /** A wait this much beyond the longest is too long, however the clocks round. */
  private static final long TOO_LONG_MS = 1000;

  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNAVAILABLE = 503;
  private static final int SERVER_ERROR = 500;

  /** The answer to the question whether a host may be contacted. */
  public sealed interface Clearance permits AskNow, WaitUntil, GiveUp {}

  /** A request may be made at once. */
  public record AskNow() implements Clearance {}

  /** A request may be made at this time, nanoseconds of the monotonic clock. */
  public record WaitUntil(long time) implements Clearance {}

  /**
   * No request is made in this round.
   *
   * @param why one line for people
   */
  public record GiveUp(GiveUpCause cause, String why) implements Clearance {}

  /** The cause of a {@link GiveUp}. */
  public enum GiveUpCause {
    /** Too many consecutive failures. */
    FAILURES,
    /** Too long a wait. */
    LONG_WAIT,
    /** The task's time is over before the host may be contacted. */
    TIME_LIMIT,
    /** Its address is not allowed. */
    ADDRESS,
    /** It no longer has the address at which it was to be contacted. */
    MOVED
  }

  /** The end of a task's time. */
  public static final GiveUp TIME_OVER =
      new GiveUp(GiveUpCause.TIME_LIMIT, "the time limit was reached (fetcher.timelimit.mins)");

  private static final AskNow NOW = new AskNow();

  private final PolitenessRules rules;
  private final HostTable table;
  private final Clock wallClock;
  private final LongSupplier clock;
  private final long deadline;
  private final ConcurrentHashMap<String, LeasedHost> hosts = new ConcurrentHashMap<>();

  /** Host names that are not contacted, whatever their group. */
  private final ConcurrentHashMap<String, GiveUp> refused = new ConcurrentHashMap<>();

  /**
   * The gate of a task that begins now.
   *
   * @param table for the records of hosts
   * @param clock monotonic, in nanoseconds
   */
  public HostGate(PolitenessRules rules, HostTable table, Clock wallClock, LongSupplier clock) {
    this.rules = rules;
    this.table = table;
    this.wallClock = wallClock;
    this.clock = clock;
    this.deadline = clock.getAsLong() + rules.timeLimitMs() * NANOS;
  }

  /**
   * A leased host, loaded from the table of hosts when the task first meets it.
   *
   * @param anywhere whether it may be missing from the list, because a robots.txt is requested from
   *     it
   */
  public LeasedHost host(String group, boolean anywhere) throws IOException {
    LeasedHost known = hosts.get(group);
    if (known == null) {
      known = load(group, anywhere);
      hosts.put(group, known);
    }
    return known;
  }

  /** The host as {@link #host} gives it, if the task has met it. */
  public Optional<LeasedHost> find(String group) {
    return Optional.ofNullable(hosts.get(group));
  }

  /** A host as the table of hosts has it, for one look. */
  public LeasedHost load(String group, boolean anywhere) throws IOException {
    HostContact before = null;
    byte[] record = anywhere ? table.findAnywhere(group) : table.find(group);
    if (record != null) {
      try {
        before = HostContact.decode(record);
      } catch (IOException e) {
        LOG.warn("cannot read the data of host {}; treating it as new", group, e);
      }
    }
    return new LeasedHost(group, before, before != null && table.isFound(group));
  }

  /** Forgets a host without URLs, unless it has a state that the table of hosts lacks. */
  public void retire(String group) {
    hosts.computeIfPresent(
        group, (name, host) -> host.strain > 0 || host.dropped != null ? host : null);
  }

  /** The reason why nothing more is requested from a URL's group or host, or null. */
  public GiveUp givenUp(String group, String url) {
    LeasedHost host = hosts.get(group);
    GiveUp dropped = host == null ? null : host.dropped;
    return dropped == null && !refused.isEmpty() ? refused.get(Hosts.host(url)) : dropped;
  }

  /** Notes a failed request, which may mean that the host of its URL must not be contacted. */
  public void requestFailed(String url, IOException failure) {
    boolean moved = failure instanceof HostMovedException;
    if (moved || (failure instanceof RefusedAddressException e && e.concernsWholeHost())) {
      GiveUpCause cause = moved ? GiveUpCause.MOVED : GiveUpCause.ADDRESS;
      refused.put(Hosts.host(url), new GiveUp(cause, failure.getMessage()));
    }
  }

  /** Whether the task's time is over. */
  public boolean isOver() {
    return isOver(clock.getAsLong());
  }

  private boolean isOver(long time) {
    return rules.timeLimitMs() >= 0 && time - deadline >= 0;
  }

  /** The time left until the time limit, milliseconds; empty without a limit. */
  public Optional<Long> leftMs() {
    return rules.timeLimitMs() < 0
        ? Optional.empty()
        : Optional.of(Math.max(0, (deadline - clock.getAsLong()) / NANOS));
  }

  /** Notes an outage of a URL's origin, for a reason that holds for all its URLs. */
  public void originFailed(String url, String why) throws IOException {
    if (rules.sources().isFile(url)) {
      return; // A file system is no stranger's host: its files are tried again when they are due.
    }
    String origin = Hosts.origin(url);
    HostOutage before = outage(origin);
    HostOutage after = rules.backOff().failed(before, wallClock.millis(), why);
    if (!after.equals(before)) {
      table.put(origin, after.encode());
    }
  }

  private void originServes(String origin) throws IOException {
    HostOutage before = outage(origin);
    if (before != null && before.failures() > 0) {
      table.put(origin, HostOutage.over(wallClock.millis()).encode());
    }
  }

  private HostOutage outage(String origin) throws IOException {
    byte[] record = table.find(origin);
    return record == null ? null : HostOutage.read(record);
  }

  /** Retry-After, RFC 9110 section 10.2.3: seconds, or a date. */
  private static Optional<Long> retryAfterMs(String value, long now) {
    String text = value.strip();
    if (text.matches("[0-9]+")) {
      return Optional.of(text.length() > 9 ? Long.MAX_VALUE : Long.parseLong(text) * 1000);
    }
    return HttpDates.parse(text).map(until -> Math.max(0, until.toEpochMilli() - now));
  }

  /** The state of a host, or of another group, in a task. */
  public final class LeasedHost {
    private final String group;
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
    private PolitenessDelay.DelayReason leaveAloneReason = PolitenessDelay.DelayReason.RETRY_AFTER;
    private int failures;
    private int strain;
    private final boolean servedBefore;
    private Set<String> served = Set.of();

    /** Threads with another host's lease read it, too. */
    private volatile GiveUp dropped;

    /**
     * A host that this task has not contacted, or not since it lost its back queue.
     *
     * @param before its last contact, or null
     * @param sameFetch whether that was in this fetch, whose Crawl-delay and success count on
     */
    private LeasedHost(String group, HostContact before, boolean sameFetch) {
      this.group = group;
      this.delay = rules.delay(group);
      if (before != null) {
        crawlDelayMs = before.crawlDelayMs();
        responseMs = before.responseMs();
        strain = before.failures();
        lastEndWall = before.lastEnd();
      }
      crawlDelayNoted = sameFetch;
      servedBefore = sameFetch && strain == 0;
      long nowWall = wallClock.millis();
      long delayMs = delayMs();
      long end = Math.max(lastEndWall, rules.contactedUntil());
      long wait = Math.min(delayMs, end + delayMs - nowWall);
      if (before != null && before.notBefore() > nowWall) {
        leaveAloneWall = before.notBefore();
        wait = Math.max(wait, Math.min(rules.maxWaitMs() + TOO_LONG_MS, leaveAloneWall - nowWall));
      }
      firstContact = clock.getAsLong() + Math.max(0, wait) * NANOS;
    }

    /** The name of its group. */
    public String group() {
      return group;
    }

    /** Whether it may be contacted; once given up, it remains so in this task. */
    public Clearance clearance() {
      long now = clock.getAsLong();
      long next = notBefore();
      long waitMs = (next - now) / NANOS;
      if (waitMs > rules.maxWaitMs()) {
        drop(
            GiveUpCause.LONG_WAIT,
            "the host must not be contacted for "
                + (waitMs + 999) / 1000
                + " s, longer than orbweaver.fetch.wait.max.ms");
      } else if (dropped == null && isOver(next - now > 0 ? next : now)) {
        dropped = TIME_OVER;
      }
      return dropped != null ? dropped : next - now > 0 ? new WaitUntil(next) : NOW;
    }

    private void drop(GiveUpCause cause, String why) {
      if (dropped == null) {
        dropped = new GiveUp(cause, why);
      }
    }

    /** When it may be leased again: at once if it gets no more requests. */
    public long leaseAgain() {
      return clearance() instanceof WaitUntil wait ? wait.time() : clock.getAsLong();
    }

    /**
     * Notes the end of a request, whatever it was for, and stores the contact.
     *
     * @param endWall the end in milliseconds since 1970
     * @param answer null if none came
     * @param challenged whether the answer is a challenge to bots
     * @return whether it was the first request to the host in this fetch
     */
    public boolean requestEnded(
        long end, long endWall, long tookMs, FetchedPage answer, boolean challenged) {
      contacted = true;
      lastEnd = end;
      lastEndWall = endWall;
      responseMs = tookMs;
      int status = answer == null ? 0 : answer.status();
      boolean overloaded = challenged || status == TOO_MANY_REQUESTS || status == UNAVAILABLE;
      boolean failed = answer == null || overloaded;
      failures = failed ? failures + 1 : 0;
      strain = failed || status >= SERVER_ERROR ? strain + 1 : 0;
      Optional<Long> retryAfter =
          failed && answer != null
              ? answer.header("Retry-After").flatMap(value -> retryAfterMs(value, endWall))
              : Optional.empty();
      Optional<RateLimit> quota = quota(answer, endWall);
      if (retryAfter.isPresent()) {
        leaveAlone(retryAfter.get(), PolitenessDelay.DelayReason.RETRY_AFTER);
      } else if (quota.isPresent()) {
        leaveAlone(waitFor(quota.get()), PolitenessDelay.DelayReason.RATE_LIMIT);
      } else if (!failed) {
        leaveAloneWall = 0;
      }
      boolean first = !table.isFound(group);
      store();
      return first;
    }

    private static Optional<RateLimit> quota(FetchedPage answer, long endWall) {
      try {
        return answer == null ? Optional.empty() : RateLimit.of(answer, endWall);
      } catch (RuntimeException e) {
        // The contact must be noted in any case; the caller meets the same fault.
        return Optional.empty();
      }
    }

    /** Spreading what is left of a quota gives no host up: only an exhausted one does. */
    private long waitFor(RateLimit quota) {
      return quota.remaining() == 0 ? quota.resetMs() : Math.min(quota.waitMs(), rules.maxWaitMs());
    }

    private void leaveAlone(long ms, PolitenessDelay.DelayReason reason) {
      leaveAloneReason = reason;
      long granted = Math.min(ms, HostContact.LONGEST_WISH.toMillis());
      leaveAloneUntil = lastEnd + granted * NANOS;
      leaveAloneWall = lastEndWall + granted;
    }

    private void store() {
      table.put(
          group,
          new HostContact(lastEndWall, responseMs, strain, crawlDelayMs, leaveAloneWall).encode());
    }

    /**
     * Notes the Crawl-delay of one of the host's robots.txt files; the longest counts. The first
     * one noted replaces that of an earlier round. One that excludes the host has no effect here.
     */
    public void crawlDelay(long ms) {
      if (delay.excludes(ms)) {
        return;
      }
      long before = delayMs();
      crawlDelayMs = crawlDelayNoted ? Math.max(crawlDelayMs, ms) : ms;
      crawlDelayNoted = true;
      if (contacted && delayMs() > before) {
        // An attempt that comes after this one needs it, too.
        store();
      }
    }

    /** Gives the host up if its requests have failed too often in a row. */
    public void giveUpIfFailing() {
      if (isFailing()) {
        drop(GiveUpCause.FAILURES, "the host had " + Count.of(failures, "consecutive failure"));
      }
    }

    private boolean isFailing() {
      return rules.maxFailures() >= 0 && failures >= Math.max(1, rules.maxFailures());
    }

    /** Notes that a request for a page got no answer. */
    public void pageFailed(String url, IOException failure) throws IOException {
      if (failure instanceof RefusedAddressException || failure instanceof HostMovedException) {
        // The host was not asked, by our own decision.
        return;
      }
      giveUpIfFailing();
      if (isFailing() || !(servedBefore || !served.isEmpty())) {
        originFailed(url, FailureKind.describe(failure));
      }
    }

    /** Notes the status of the answer to a request for a page. */
    public void pageAnswered(String url, int status) throws IOException {
      giveUpIfFailing();
      if (isFailing()) {
        originFailed(url, "HTTP status " + status);
      } else if (failures == 0 && status < SERVER_ERROR) {
        serves(url);
      }
    }

    /**
     * Notes that a page's origin serves something.
     *
     * @return whether the task learns that for the first time
     */
    public boolean serves(String url) throws IOException {
      String origin = Hosts.origin(url);
      if (served.contains(origin)) {
        return false;
      }
      Set<String> more = new HashSet<>(served);
      more.add(origin);
      served = more;
      originServes(origin);
      return true;
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

    /** The current time from one request to the next, milliseconds. */
    public long paceMs() {
      return delayMs() + responseMs;
    }

    /** The time until it may be contacted, milliseconds. */
    public long waitMs() {
      return waitMs(clock.getAsLong());
    }

    /**
     * The time from {@code now}, of the monotonic clock, until it may be contacted, milliseconds.
     */
    public long waitMs(long now) {
      return Math.max(0, notBefore() - now) / NANOS;
    }

    /** The time before which it asked not to be contacted, milliseconds since 1970, or 0. */
    public long askedUntil() {
      return leaveAloneWall;
    }

    /**
     * The reason why it waits now, and for how long from the end of its last request: "Crawl-delay
     * 10 s".
     */
    public String why() {
      long delayMs = delayMs();
      boolean asked =
          leaveAloneWall != 0
              && leaveAloneUntil - lastEnd > delayMs * NANOS
              && leaveAloneUntil - clock.getAsLong() > 0;
      return asked
          ? leaveAloneReason.of((leaveAloneUntil - lastEnd) / NANOS)
          : delay.reason(crawlDelayMs, responseMs, strain).of(delayMs);
    }

    private long notBefore() {
      if (!contacted) {
        return firstContact;
      }
      long next = lastEnd + delayMs() * NANOS;
      return leaveAloneWall != 0 && leaveAloneUntil - next > 0 ? leaveAloneUntil : next;
    }
  }
}
