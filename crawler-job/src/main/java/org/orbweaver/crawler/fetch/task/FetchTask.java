package org.orbweaver.crawler.fetch.task;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.apache.nutch.protocol.ProtocolStatus;
import org.orbweaver.common.job.UserThreads;
import org.orbweaver.crawler.crawldb.PageView;
import org.orbweaver.crawler.fetch.politeness.HostAddresses;
import org.orbweaver.crawler.fetch.politeness.HostState;
import org.orbweaver.crawler.fetch.politeness.Outages;
import org.orbweaver.crawler.frontier.Frontier;
import org.orbweaver.crawler.hosts.HostContact;
import org.orbweaver.crawler.hosts.HostTable;
import org.orbweaver.crawler.hosts.RobotsCache;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Truncation;
import org.orbweaver.crawler.http.HostMovedException;
import org.orbweaver.crawler.http.HttpDates;
import org.orbweaver.crawler.http.RefusedAddressException;
import org.orbweaver.crawler.schedule.Refusal;
import org.orbweaver.crawler.url.HostMode;
import org.orbweaver.crawler.url.Hosts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches one list: as many threads as the policy says take a host that is due from the frontier,
 * make one request to it, give it back, and take the next.
 *
 * <p>Every URL of the list, and every redirect target that is followed, gets one record, whatever
 * happens. No URL is requested twice, no host by two threads at once or sooner than its delay after
 * the end of the request before; requests for robots.txt count like any other. What was asked
 * before the task began is respected by {@link FetchPolicy#contactedUntil} and the table of hosts.
 */
public final class FetchTask {
  private static final Logger LOG = LoggerFactory.getLogger(FetchTask.class);

  private final FetchPolicy policy;
  private final FetchTools tools;
  private final Requests requests;
  private final Redirects redirects;
  private final RobotsGate robots;
  private final NonContentGate nonContent;
  private final ListUrls list;
  private final Dispatcher dispatcher;
  private final SlowestHosts slowest;
  private final Outages outages;
  private final long deadline;
  private final ConcurrentHashMap<String, HostState> hosts = new ConcurrentHashMap<>();

  /** Targets of redirects that come before the list. */
  private final Queue<Frontier.Entry> resumed = new ArrayDeque<>();

  /** Groups that are not contacted any more in this round, and hosts that never are. */
  private final ConcurrentHashMap<String, Outcome> dropped = new ConcurrentHashMap<>();

  private final ConcurrentHashMap<String, Outcome> refused = new ConcurrentHashMap<>();
  private final AtomicReference<Outcome> ended = new AtomicReference<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /** A task that has not begun. */
  public FetchTask(FetchPolicy policy, FetchTools tools, ListUrls list, Frontier.Limits limits) {
    this.policy = policy;
    this.tools = tools;
    this.requests = new Requests(policy, tools);
    this.redirects = new Redirects(policy, tools, list);
    this.robots = new RobotsGate(policy, tools, requests, redirects);
    this.nonContent = new NonContentGate(tools, requests, redirects, robots);
    this.list = list;
    this.outages = new Outages(tools.hosts(), policy.backOff(), tools.wallClock());
    this.deadline = now() + policy.timeLimitMs() * 1_000_000;
    Frontier frontier = new Frontier(limits);
    // Requests are noted in the table of hosts, from which a host is loaded again; its consecutive
    // failures are not.
    frontier.onRetire(
        group -> hosts.computeIfPresent(group, (name, host) -> host.isStrained() ? host : null));
    this.dispatcher = new Dispatcher(frontier, tools.clock());
    this.slowest = new SlowestHosts(dispatcher, hosts, robots, policy, tools.clock());
  }

  private long now() {
    return tools.clock().getAsLong();
  }

  /** Takes up a redirect that an earlier attempt was to follow, before the task begins. */
  public void resume(Redirects.Recorded redirect) throws IOException {
    Contact.Page target = redirects.resume(redirect);
    if (target != null) {
      resumed.add(entry(target, Records.datum(target.datum())));
    }
  }

  private Frontier.Entry entry(Contact.Page page, CrawlDatum datum) throws IOException {
    String group = HostAddresses.groupOf(policy.groupBy(), page.url(), datum);
    return new Frontier.Entry(group, datum.getScore(), page.encode());
  }

  /** The next URL of the list that can be requested; those that cannot get their record at once. */
  private Frontier.Entry next() throws IOException {
    if (!resumed.isEmpty()) {
      return resumed.remove();
    }
    for (ListUrls.Url next = list.next(); next != null; next = list.next()) {
      byte[] datum = Records.bytes(next.datum());
      Contact.Page page = new Contact.Page(next.url(), datum, 0, "", false);
      Frontier.Entry entry = entry(page, next.datum());
      if (!entry.group().isEmpty()) {
        return entry;
      }
      String why = "not an http or https URL with a host";
      record(page, Outcome.denied(ProtocolStatus.PROTO_NOT_FOUND, why, FetchCounter.SKIPPED_URL));
    }
    return null;
  }

  /** Where the task stands. */
  public Dispatcher.State state() {
    return dispatcher.state();
  }

  /** The hosts that take longest. */
  public SlowestHosts.Look slowest() throws IOException {
    SlowestHosts.Look look = slowest.look();
    long left = (deadline - now()) / 1_000_000;
    return policy.timeLimitMs() < 0 || look.leastMs() <= left
        ? look
        : new SlowestHosts.Look(look.text(), Math.max(0, left));
  }

  /**
   * Ends the task early: all that has not been requested gets this outcome, and requests that run
   * are finished.
   */
  public void end(Outcome outcome) throws IOException {
    if (ended.compareAndSet(null, outcome)) {
      dispatcher.drain();
    }
  }

  /** Ends the task with a failure. */
  public void fail(Throwable cause) {
    failure.compareAndSet(null, cause);
    dispatcher.close();
  }

  /** Ends the task when its time is over. */
  public void checkTime() throws IOException {
    if (isOver(now())) {
      end(Outcome.overTime());
    }
  }

  private boolean isOver(long time) {
    return policy.timeLimitMs() >= 0 && time - deadline >= 0;
  }

  /**
   * Fetches until every URL has its record.
   *
   * @throws IOException when a record cannot be written; the task is to fail then
   */
  public void run() throws IOException, InterruptedException {
    ThreadFactory factory = UserThreads.named("fetch");
    List<Thread> threads = new ArrayList<>();
    threads.add(UserThreads.named("fetch-list").newThread(this::readList));
    for (int i = 0; i < policy.threads(); i++) {
      threads.add(factory.newThread(this::work));
    }
    threads.forEach(Thread::start);
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
      throw new IOException("fetching stopped: " + thrown.getMessage(), thrown);
    }
  }

  /** Reads the list as far as the frontier has room for it. */
  private void readList() {
    try {
      boolean wanted = true;
      while (wanted) {
        wanted = dispatcher.add(next());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException | Error e) {
      fail(e);
    }
  }

  private void work() {
    try {
      Frontier.Lease lease = dispatcher.next(null, 0);
      while (lease != null) {
        long notBefore = contact(lease);
        lease = dispatcher.next(lease, notBefore);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException | Error e) {
      fail(e);
    }
  }

  /**
   * Makes at most one request to the leased host; returns when it may be leased again. Each request
   * is preceded by a look at {@link HostState#notBefore}, so that URLs that need no request need
   * not wait either.
   */
  private long contact(Frontier.Lease lease) throws IOException, InterruptedException {
    Contact contact = Contact.decode(lease.item());
    Contact.Page page = contact instanceof Contact.Page listed ? listed : null;
    Outcome over = ended.get();
    if (over != null) {
      if (page != null) {
        record(page, over);
      }
      return now();
    }
    HostState host = hosts.get(lease.group());
    if (host == null) {
      // A robots.txt may be requested from a host that is not in the list.
      host = load(lease.group(), page == null);
      hosts.put(lease.group(), host);
    }
    return page != null ? page(lease, host, page) : robots(lease, host, (Contact.Robots) contact);
  }

  private long robots(Frontier.Lease lease, HostState host, Contact.Robots file)
      throws IOException, InterruptedException {
    long notBefore = now();
    if (!robots.isKnown(file.url())) {
      if (isTooEarly(host)) {
        dispatcher.change((frontier, now) -> frontier.addUrgent(lease.group(), lease.item(), now));
        return host.notBefore();
      }
      askRobots(lease.group(), file.url(), host);
      notBefore = host.notBefore();
    }
    dispatcher.change((frontier, now) -> frontier.unpark(file.waiting(), now));
    return notBefore;
  }

  private HostState load(String group, boolean anywhere) throws IOException {
    HostContact before = null;
    HostTable known = tools.hosts();
    byte[] record = anywhere ? known.findAnywhere(group) : known.find(group);
    if (record != null) {
      try {
        before = HostContact.decode(record);
      } catch (IOException e) {
        LOG.warn("cannot read the data of host {}; treating it as new", group, e);
      }
    }
    HostState host =
        new HostState(
            policy.delay(),
            before,
            policy.contactedUntil(),
            now(),
            tools.wallClock().millis(),
            policy.maxWaitMs());
    if (before != null && known.isFound(group)) {
      host.resume();
    }
    drop(group, requests.tooLong(host));
    return host;
  }

  private void drop(String group, Outcome outcome) {
    if (outcome != null) {
      dropped.putIfAbsent(group, outcome);
    }
  }

  private boolean isTooEarly(HostState host) {
    return host.notBefore() - now() > 0;
  }

  private long page(Frontier.Lease lease, HostState host, Contact.Page page)
      throws IOException, InterruptedException {
    String group = lease.group();
    Outcome known = dropped.get(group);
    if (known == null && !refused.isEmpty()) {
      known = refused.get(Hosts.host(page.url()));
    }
    RobotsCache.Answer answer = known == null ? robots.lookUp(page.url()) : null;
    if (known == null) {
      known = byRobots(group, host, page.url(), answer);
    }
    if (known != null) {
      record(page, known);
      return now();
    }
    String robotsFile = answer instanceof RobotsCache.Wanted wanted ? wanted.url() : null;
    if (robotsFile != null && !Hosts.host(robotsFile).equals(Hosts.host(page.url()))) {
      String asked = tools.addresses().groupOf(robotsFile);
      if (!asked.equals(group)) {
        byte[] file = new Contact.Robots(robotsFile, group).encode();
        dispatcher.change(
            (frontier, now) -> {
              frontier.addFirst(lease, lease.item());
              frontier.park(lease);
              frontier.addUrgent(asked, file, now);
            });
        return now();
      }
    }
    String tdmRep = null;
    String unknownPath = null;
    if (answer instanceof RobotsCache.Ready ready) {
      tdmRep = tools.tdmRep().wanted(Hosts.origin(page.url()), ready.rules());
      unknownPath = tools.unknownPaths().wanted(page.url(), ready.rules());
    }
    long now = now();
    if (isOver(host.notBefore() - now > 0 ? host.notBefore() : now)) {
      // It cannot be contacted any more within the time: its URLs are deferred now.
      drop(group, Outcome.overTime());
      record(page, dropped.get(group));
      return now;
    }
    boolean tooEarly = isTooEarly(host);
    if (tooEarly || robotsFile != null || tdmRep != null || unknownPath != null) {
      dispatcher.change((frontier, time) -> frontier.addFirst(lease, lease.item()));
    }
    if (tooEarly) {
      return host.notBefore();
    }
    if (robotsFile != null) {
      askRobots(group, robotsFile, host);
      robots.noteCrawlDelay(group, host, robots.lookUp(page.url()));
    } else if (tdmRep != null) {
      robots.askTdmRep(group, tdmRep, host);
      drop(group, requests.tooLong(host));
    } else if (unknownPath != null) {
      nonContent.ask(group, unknownPath, host);
      drop(group, requests.givenUp(host));
    } else {
      ask(lease, host, page, (RobotsCache.Ready) answer);
    }
    return dropped.containsKey(group) ? now() : host.notBefore();
  }

  /** The outcome of a URL that robots.txt, or the lack of one, keeps from being requested. */
  private Outcome byRobots(String group, HostState host, String url, RobotsCache.Answer answer)
      throws IOException {
    String origin = Hosts.origin(url);
    if (answer instanceof RobotsCache.Unreachable unreachable) {
      outages.failed(origin, unreachable.why());
    }
    if (!(answer instanceof RobotsCache.Ready ready)) {
      return Outcome.withoutRobots(answer);
    }
    Outcome denied = robots.denied(url, ready);
    if (denied == null) {
      robots.noteCrawlDelay(group, host, answer);
    } else if (host.serves(origin)) {
      outages.ended(origin);
    }
    return denied;
  }

  private void askRobots(String group, String url, HostState host)
      throws IOException, InterruptedException {
    robots.ask(group, url, host).ifPresent(outcome -> refused.put(Hosts.host(url), outcome));
    drop(group, requests.tooLong(host));
  }

  private void ask(Frontier.Lease lease, HostState host, Contact.Page page, RobotsCache.Ready ready)
      throws IOException, InterruptedException {
    String group = lease.group();
    String url = page.url();
    String origin = Hosts.origin(url);
    CrawlDatum datum = Records.datum(page.datum());
    boolean head = !page.headed() && policy.headFirst().concerns(url);
    FetchedPage answer;
    try {
      FetchRequest request = request(url, datum);
      answer = requests.ask(group, host, head ? request.head() : request, page.from());
    } catch (RefusedAddressException | HostMovedException e) {
      Outcome outcome = Outcome.failed(e);
      if (!(e instanceof RefusedAddressException refusal) || refusal.concernsWholeHost()) {
        refused.put(Hosts.host(url), outcome);
      }
      record(url, datum, outcome, null);
      return;
    } catch (IOException e) {
      drop(group, requests.givenUp(host));
      if (!host.hasServed() || requests.hasFailed(host)) {
        outages.failed(origin, Outcome.describe(e));
      }
      record(url, datum, Outcome.failed(e), null);
      return;
    }
    drop(group, requests.givenUp(host));
    if (requests.hasFailed(host)) {
      outages.failed(origin, "HTTP status " + answer.status());
    } else if (host.failures() == 0 && answer.status() < 500 && host.serves(origin)) {
      outages.ended(origin);
    }
    if (head) {
      judgeHead(lease, page, answer);
      return;
    }
    tools.sink().count(FetchCounter.BYTES, answer.body().length);
    Outcome none = nonContent.outcome(url, answer);
    if (none != null) {
      record(url, datum, none, null);
      return;
    }
    if (Redirects.is(answer)) {
      Redirects.Hop hop = redirects.take(page, datum, answer);
      if (hop.next() != null) {
        byte[] next = hop.next().encode();
        dispatcher.change((frontier, now) -> frontier.add(lease, next));
      }
      record(url, datum, hop.outcome(), null);
      return;
    }
    Truncation missing = answer.truncation();
    if (answer.body().length == 0
        && (missing == Truncation.DISCONNECT || missing == Truncation.TIME)) {
      record(url, datum, Outcome.withoutBody(answer.status()), null);
      return;
    }
    Outcome outcome = Outcome.ofStatus(answer.status());
    long time = tools.wallClock().millis();
    Content content = null;
    if (outcome.status() == CrawlDatum.STATUS_FETCH_SUCCESS) {
      if (missing != Truncation.NONE) {
        tools.sink().count(FetchCounter.TRUNCATED, 1);
      }
      content = Records.content(url, answer, datum, outcome.status(), policy.segment());
      Records.keepUsage(content, robots.usage(url, ready));
      nonContent.keep(url, content);
      Records.update(datum, answer, content, time);
    }
    record(url, datum, outcome, content, time);
  }

  private void judgeHead(Frontier.Lease lease, Contact.Page page, FetchedPage head)
      throws IOException {
    String refusal = policy.headFirst().refusal(head);
    if (refusal == null) {
      byte[] next = page.withHead().encode();
      dispatcher.change((frontier, now) -> frontier.addFirst(lease, next));
    } else {
      record(page, Outcome.refused(Refusal.Cause.HEAD, refusal));
    }
  }

  /** A request, conditional where the page has been fetched before. */
  private FetchRequest request(String url, CrawlDatum datum) {
    // Where the list says that the host is, if the list is divided by addresses.
    String address = policy.groupBy() == HostMode.IP ? HostAddresses.noted(datum) : null;
    FetchRequest request = FetchRequest.get(url).at(address);
    if (!policy.conditional() || !PageView.hasContent(datum)) {
      return request;
    }
    long modified = datum.getModifiedTime();
    return request.conditional(
        Records.etag(datum),
        modified > 0 ? HttpDates.format(Instant.ofEpochMilli(modified)) : null);
  }

  private void record(Contact.Page page, Outcome outcome) throws IOException {
    record(page.url(), Records.datum(page.datum()), outcome, null);
  }

  private void record(String url, CrawlDatum datum, Outcome outcome, Content content)
      throws IOException {
    record(url, datum, outcome, content, tools.wallClock().millis());
  }

  private void record(String url, CrawlDatum datum, Outcome outcome, Content content, long time)
      throws IOException {
    Records.finish(datum, outcome, time, policy.fingerprints());
    tools.sink().add(url, datum, content, outcome.counter());
  }
}
