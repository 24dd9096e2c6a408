package org.orbweaver.crawler.fetch;

import it.unimi.dsi.fastutil.objects.ObjectOpenHashSet;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.protocol.Content;
import org.apache.nutch.protocol.ProtocolStatus;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Truncation;
import org.orbweaver.crawler.http.Fetcher;
import org.orbweaver.crawler.http.HttpDates;
import org.orbweaver.crawler.http.RefusedAddressException;
import org.orbweaver.crawler.robots.RobotsCache;
import org.orbweaver.crawler.robots.RobotsRules;
import org.orbweaver.crawler.url.Hosts;

/**
 * Fetches one list: as many threads as the policy says take a host that is due from the back
 * queues, make one request to it, give it back, and take the next.
 *
 * <p>Every URL of the list, and every redirect target that is followed, gets one record, whatever
 * happens. No URL is asked for twice, no host by two threads at once or sooner than its delay after
 * the end of the request before; requests for robots.txt count like any other. What was asked
 * before the task began is respected by {@link FetchPolicy#firstContactMs}. Not seen to yet: an
 * attempt that is cut off from the cluster may go on asking beside its replacement.
 */
final class FetchTask {
  /** Where the records go. */
  @FunctionalInterface
  interface Sink {
    void add(String url, CrawlDatum datum, Content content) throws IOException;
  }

  private final FetchPolicy policy;
  private final Fetcher fetcher;
  private final RobotsCache robots;
  private final RedirectTargets targets;
  private final KnownUrls known;
  private final Sink sink;
  private final Clock wallClock;
  private final LongSupplier clock;
  private final FetchStats stats;
  private final Dispatcher<Contact> dispatcher;
  private final long firstContact;
  private final AtomicLong longestCrawlDelayMs = new AtomicLong();
  private final ConcurrentHashMap<String, HostRecord> hosts = new ConcurrentHashMap<>();
  private final Set<String> seen = new ObjectOpenHashSet<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /**
   * A task without URLs.
   *
   * @param wallClock for the time of a fetch
   * @param clock for delays: monotonic, in nanoseconds
   */
  FetchTask(
      FetchPolicy policy,
      Fetcher fetcher,
      RobotsCache robots,
      RedirectTargets targets,
      KnownUrls known,
      Sink sink,
      Clock wallClock,
      LongSupplier clock,
      FetchStats stats) {
    this.policy = policy;
    this.fetcher = fetcher;
    this.robots = robots;
    this.targets = targets;
    this.known = known;
    this.sink = sink;
    this.wallClock = wallClock;
    this.clock = clock;
    this.stats = stats;
    this.dispatcher = new Dispatcher<>(clock);
    this.firstContact = clock.getAsLong() + policy.firstContactMs() * 1_000_000;
  }

  /** Adds a URL of the list; all are added before {@link #run}. */
  void add(String url, CrawlDatum datum) throws IOException {
    if (!seen.add(url)) {
      return;
    }
    String host = Hosts.host(url);
    if (host.isEmpty()) {
      String why = "not an http or https URL with a host";
      Outcome refused =
          Outcome.denied(ProtocolStatus.PROTO_NOT_FOUND, why, FetchCounter.SKIPPED_REFUSED);
      record(url, datum, refused, null);
      return;
    }
    Contact page = new Contact.Page(url, Records.bytes(datum), 0);
    dispatcher.change((queues, now) -> queues.add(host, page, now));
  }

  /** Where the task stands. */
  Dispatcher.State state() {
    return dispatcher.state();
  }

  /**
   * Fetches until every URL has its record.
   *
   * @throws IOException when a record cannot be written; the task is to fail then
   */
  void run() throws IOException, InterruptedException {
    long queued = dispatcher.state().waiting();
    int count = (int) Math.max(1, Math.min(policy.threads(), queued));
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Thread thread = new Thread(this::work, "fetch-" + i);
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } finally {
      dispatcher.close();
      threads.forEach(Thread::interrupt);
    }
    Throwable thrown = failure.get();
    if (thrown != null) {
      throw new IOException("fetching stopped: " + thrown, thrown);
    }
  }

  private void work() {
    try {
      BackQueues.Lease<Contact> lease = dispatcher.next(null, 0);
      while (lease != null) {
        long notBefore = contact(lease);
        lease = dispatcher.next(lease, notBefore);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException | Error e) {
      failure.compareAndSet(null, e);
      dispatcher.close();
    }
  }

  /**
   * Makes at most one request to the leased host; returns when it may be leased again. Each request
   * is preceded by a look at {@link HostRecord#notBefore}, so that URLs that need no request need
   * not wait either.
   */
  private long contact(BackQueues.Lease<Contact> lease) throws IOException {
    HostRecord host = hosts.computeIfAbsent(lease.host(), h -> new HostRecord(firstContact));
    if (lease.item() instanceof Contact.Page page) {
      return page(lease.host(), host, page);
    }
    Contact.Robots ask = (Contact.Robots) lease.item();
    long notBefore = clock.getAsLong();
    if (!robots.isKnown(ask.url())) {
      if (isTooEarly(host)) {
        dispatcher.change((queues, now) -> queues.addUrgent(lease.host(), ask, now));
        return notBefore(host);
      }
      askRobots(ask.url(), host);
      notBefore = notBefore(host);
    }
    dispatcher.change((queues, now) -> queues.unpark(ask.waiting()));
    return notBefore;
  }

  private boolean isTooEarly(HostRecord host) {
    long now = clock.getAsLong();
    return host.notBefore(policy.delayMs(), now) - now > 0;
  }

  private long notBefore(HostRecord host) {
    return host.notBefore(policy.delayMs(), clock.getAsLong());
  }

  private long page(String name, HostRecord host, Contact.Page page) throws IOException {
    if (host.dropped() != null) {
      record(page, host.dropped());
      return clock.getAsLong();
    }
    String origin = origin(page.url());
    RobotsCache.Answer answer = robots.lookUp(origin);
    if (answer instanceof RobotsCache.Unreachable unreachable) {
      record(page, Outcome.later(unreachable.why(), FetchCounter.SKIPPED_ROBOTS_UNREACHABLE));
      return clock.getAsLong();
    }
    if (answer instanceof RobotsCache.Ready ready) {
      Outcome denied = denied(page.url(), ready.rules());
      if (denied != null) {
        record(page, denied);
        return clock.getAsLong();
      }
      noteCrawlDelay(host, answer);
    }
    if (answer instanceof RobotsCache.Ask ask && !Hosts.host(ask.url()).equals(name)) {
      String asked = Hosts.host(ask.url());
      dispatcher.change(
          (queues, now) -> {
            queues.addFirst(name, page, now);
            queues.park(name, now);
            queues.addUrgent(asked, new Contact.Robots(ask.url(), name), now);
          });
      return clock.getAsLong();
    }
    if (isTooEarly(host)) {
      dispatcher.change((queues, now) -> queues.addFirst(name, page, now));
      return notBefore(host);
    }
    if (answer instanceof RobotsCache.Ask ask) {
      dispatcher.change((queues, now) -> queues.addFirst(name, page, now));
      askRobots(ask.url(), host);
      noteCrawlDelay(host, robots.lookUp(origin));
    } else {
      ask(host, page);
    }
    return notBefore(host);
  }

  private void noteCrawlDelay(HostRecord host, RobotsCache.Answer answer) {
    if (answer instanceof RobotsCache.Ready ready && !exceedsMax(ready.rules())) {
      host.crawlDelay(ready.rules().crawlDelayMs());
      longestCrawlDelayMs.accumulateAndGet(ready.rules().crawlDelayMs(), Math::max);
    }
  }

  /** The longest Crawl-delay that held for any host so far. */
  long longestCrawlDelayMs() {
    return longestCrawlDelayMs.get();
  }

  private boolean exceedsMax(RobotsRules rules) {
    return policy.maxCrawlDelayMs() >= 0 && rules.crawlDelayMs() > policy.maxCrawlDelayMs();
  }

  /** Why robots.txt keeps the URL from being asked for, or null. */
  private Outcome denied(String url, RobotsRules rules) {
    if (!rules.allows(url)) {
      return Outcome.denied(
          ProtocolStatus.ROBOTS_DENIED,
          rules.decidingRule(url).orElse(""),
          FetchCounter.SKIPPED_ROBOTS_DENIED);
    }
    if (exceedsMax(rules)) {
      return Outcome.denied(
          ProtocolStatus.ROBOTS_DENIED,
          "Crawl-delay of " + rules.crawlDelayMs() + " ms exceeds fetcher.max.crawl.delay",
          FetchCounter.SKIPPED_ROBOTS_DENIED);
    }
    return null;
  }

  private static String origin(String url) {
    int start = url.indexOf("://") + 3;
    int end = start;
    // A foreign crawldb may hold http://host?query, whose robots.txt is not at ?query/robots.txt.
    while (end < url.length() && "/?#".indexOf(url.charAt(end)) < 0) {
      end++;
    }
    return url.substring(0, end);
  }

  private void askRobots(String url, HostRecord host) {
    stats.add(FetchCounter.ROBOTS_REQUESTS);
    try {
      FetchedPage answer = request(host, url, null, RobotsRules.MAX_BYTES + 1);
      Optional<String> location = location(answer);
      if (location.isPresent()) {
        String target = targets.resolve(url, location.get());
        if (target == null) {
          robots.completeFailed(url, "redirects to no http URL");
        } else {
          robots.completeMoved(url, target);
        }
      } else if (answer.truncation() != Truncation.NONE
          && answer.truncation() != Truncation.LENGTH) {
        // Half a file is no permission: rules may stand in the other half.
        robots.completeFailed(url, "its end is missing: " + answer.truncation());
      } else {
        robots.complete(url, answer.status(), answer.body());
      }
    } catch (RefusedAddressException e) {
      robots.completeFailed(url, e.getMessage());
      host.drop(refused(e));
    } catch (IOException e) {
      robots.completeFailed(url, describe(e));
    }
  }

  private static Outcome refused(RefusedAddressException e) {
    return Outcome.denied(
        ProtocolStatus.ACCESS_DENIED, e.getMessage(), FetchCounter.SKIPPED_REFUSED);
  }

  /** One request, with its end and its success noted. */
  private FetchedPage request(HostRecord host, String url, String since, int maxBytes)
      throws IOException {
    if (!host.isContacted()) {
      stats.add(FetchCounter.HOSTS);
    }
    try {
      FetchedPage answer = fetcher.fetch(url, since, maxBytes);
      host.contactEnded(clock.getAsLong());
      boolean overloaded = answer.status() == 429 || answer.status() == 503;
      host.answered(!overloaded);
      if (overloaded) {
        backOff(host, answer);
      }
      return answer;
    } catch (IOException e) {
      host.contactEnded(clock.getAsLong());
      host.answered(false);
      throw e;
    }
  }

  /** Retry-After, RFC 9110 section 10.2.3: seconds, or a date. */
  private void backOff(HostRecord host, FetchedPage answer) {
    long ms = answer.header("Retry-After").map(this::retryAfterMs).orElse(0L);
    if (policy.maxCrawlDelayMs() >= 0 && ms > policy.maxCrawlDelayMs()) {
      host.drop(
          Outcome.later(
              "the host asks to be left alone for " + ms / 1000 + " s",
              FetchCounter.SKIPPED_HOST_FAILED));
    } else {
      host.backOff(ms);
    }
  }

  private long retryAfterMs(String value) {
    String text = value.strip();
    if (text.matches("[0-9]{1,9}")) {
      return Long.parseLong(text) * 1000;
    }
    return HttpDates.parse(text)
        .map(until -> Math.max(0, until.toEpochMilli() - wallClock.millis()))
        .orElse(0L);
  }

  private void ask(HostRecord host, Contact.Page page) throws IOException {
    CrawlDatum datum = Records.datum(page.datum());
    FetchedPage answer;
    try {
      answer = request(host, page.url(), condition(datum), Fetcher.CONTENT_LIMIT);
    } catch (RefusedAddressException e) {
      host.drop(refused(e));
      record(page.url(), datum, host.dropped(), null);
      return;
    } catch (IOException e) {
      giveUpIfHopeless(host);
      record(page.url(), datum, Outcome.failed(describe(e)), null);
      return;
    }
    giveUpIfHopeless(host);
    stats.add(FetchCounter.BYTES, answer.body().length);
    if (answer.status() >= 300 && answer.status() < 400 && answer.status() != 304) {
      redirect(page, datum, answer);
      return;
    }
    boolean cut =
        answer.truncation() == Truncation.DISCONNECT || answer.truncation() == Truncation.TIME;
    if (cut && answer.body().length == 0) {
      String why = "HTTP status " + answer.status() + ", but nothing of the body came";
      record(page.url(), datum, Outcome.failed(why), null);
      return;
    }
    Outcome outcome = Outcome.ofStatus(answer.status());
    Content content = null;
    if (outcome.status() == CrawlDatum.STATUS_FETCH_SUCCESS) {
      if (answer.truncation() != Truncation.NONE) {
        stats.add(FetchCounter.TRUNCATED);
      }
      content = Records.content(page.url(), answer, datum, outcome.status(), policy.segment());
      datum.setModifiedTime(Records.modifiedTime(answer, wallClock.millis()));
      if (!content.getContentType().isEmpty()) {
        datum
            .getMetaData()
            .put(new Text(Metadata.CONTENT_TYPE), new Text(content.getContentType()));
      }
    }
    record(page.url(), datum, outcome, content);
  }

  private String condition(CrawlDatum datum) {
    boolean had =
        datum.getStatus() == CrawlDatum.STATUS_DB_FETCHED
            || datum.getStatus() == CrawlDatum.STATUS_DB_NOTMODIFIED;
    return policy.conditional() && had && datum.getModifiedTime() > 0
        ? HttpDates.format(Instant.ofEpochMilli(datum.getModifiedTime()))
        : null;
  }

  private void giveUpIfHopeless(HostRecord host) {
    if (policy.maxFailures() >= 0 && host.failures() >= Math.max(1, policy.maxFailures())) {
      host.drop(
          Outcome.later(
              "the host failed " + host.failures() + " times in a row",
              FetchCounter.SKIPPED_HOST_FAILED));
    }
  }

  private static String describe(IOException e) {
    return e.getClass().getSimpleName() + ": " + e.getMessage();
  }

  private static Optional<String> location(FetchedPage answer) {
    boolean redirects = answer.status() >= 300 && answer.status() < 400 && answer.status() != 304;
    return redirects ? answer.header("Location") : Optional.empty();
  }

  private void redirect(Contact.Page page, CrawlDatum datum, FetchedPage answer)
      throws IOException {
    String location = location(answer).orElse("");
    String target = location.isEmpty() ? null : targets.resolve(page.url(), location);
    if (target == null) {
      String why = "HTTP status " + answer.status() + " leads to no http URL: " + location;
      record(page.url(), datum, Outcome.gone(ProtocolStatus.GONE, why), null);
      return;
    }
    boolean permanent = answer.status() == 300 || answer.status() == 301 || answer.status() == 308;
    if (targets.mayFollow(page.url(), target)) {
      follow(page, datum, target);
    }
    record(page.url(), datum, Outcome.redirect(permanent, target), null);
  }

  /**
   * Queues a redirect's target that is on the same host; records another for a later round. What is
   * followed so does not depend on how the list was divided among tasks, and no other task's host
   * is contacted.
   */
  private void follow(Contact.Page page, CrawlDatum source, String target) throws IOException {
    String host = Hosts.host(target);
    if (host.equals(Hosts.host(page.url())) && page.hops() < policy.maxRedirects()) {
      synchronized (seen) {
        if (!seen.add(target)) {
          return;
        }
      }
      Optional<CrawlDatum> entry = known.find(target);
      if (entry.isEmpty() || isWanted(entry.get())) {
        CrawlDatum datum =
            entry.orElseGet(() -> Records.target(source, CrawlDatum.STATUS_DB_UNFETCHED));
        Contact next = new Contact.Page(target, Records.bytes(datum), page.hops() + 1);
        dispatcher.change((queues, now) -> queues.add(host, next, now));
        return;
      }
    }
    stats.add(FetchCounter.REDIRECTS_LEFT);
    CrawlDatum later = Records.target(source, CrawlDatum.STATUS_LINKED);
    later.setFetchTime(wallClock.millis());
    sink.add(target, later, null);
  }

  private boolean isWanted(CrawlDatum entry) {
    return entry.getStatus() == CrawlDatum.STATUS_DB_UNFETCHED
        && entry.getFetchTime() <= wallClock.millis();
  }

  private void record(Contact.Page page, Outcome outcome) throws IOException {
    record(page.url(), Records.datum(page.datum()), outcome, null);
  }

  private void record(String url, CrawlDatum datum, Outcome outcome, Content content)
      throws IOException {
    Records.finish(datum, outcome, wallClock.millis());
    sink.add(url, datum, content);
    stats.add(FetchCounter.FETCHED);
    stats.add(outcome.counter());
    if (outcome.isSkipped()) {
      stats.add(FetchCounter.SKIPPED);
    }
  }
}
