package org.orbweaver.crawler.fetch;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.protocol.Content;
import org.apache.nutch.protocol.ProtocolStatus;
import org.orbweaver.common.job.UserThreads;
import org.orbweaver.crawler.crawldb.PageView;
import org.orbweaver.crawler.crawldb.SitemapMark;
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
final class FetchTask {
  private static final Logger LOG = LoggerFactory.getLogger(FetchTask.class);

  private final FetchPolicy policy;
  private final FetchTools tools;
  private final Requests requests;
  private final RobotsGate robots;
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
  FetchTask(FetchPolicy policy, FetchTools tools, ListUrls list, Frontier.Limits limits) {
    this.policy = policy;
    this.tools = tools;
    this.requests = new Requests(policy, tools);
    this.robots = new RobotsGate(policy, tools, requests);
    this.list = list;
    this.outages = new Outages(tools.hosts(), policy.backOff(), tools.wallClock());
    long now = tools.clock().getAsLong();
    this.deadline = now + policy.timeLimitMs() * 1_000_000;
    Frontier frontier = new Frontier(limits);
    // Requests are noted in the table of hosts, from which a host is loaded again; its consecutive
    // failures are not.
    frontier.onRetire(
        group -> hosts.computeIfPresent(group, (name, host) -> host.isStrained() ? host : null));
    this.dispatcher = new Dispatcher(frontier, tools.clock());
    this.slowest = new SlowestHosts(dispatcher, hosts, robots, policy, tools.clock());
  }

  /**
   * Takes up a redirect whose target an earlier attempt was to request, before the task begins. How
   * many redirects led there is not known; no more are followed.
   */
  void resume(FetchOutput.Redirect redirect) throws IOException {
    String target = redirect.target();
    if (Hosts.host(target).equals(Hosts.host(redirect.from()))
        && tools.targets().mayFollow(redirect.from(), target, SitemapMark.isOn(redirect.datum()))
        && list.claim(target)) {
      CrawlDatum datum = target(redirect.from(), redirect.datum());
      Contact page =
          new Contact.Page(
              target, Records.bytes(datum), policy.maxRedirects(), redirect.from(), false);
      String group = HostAddresses.groupOf(policy.groupBy(), target, datum);
      resumed.add(new Frontier.Entry(group, datum.getScore(), page.encode()));
    }
  }

  /** The next URL of the list that can be requested; those that cannot get their record at once. */
  private Frontier.Entry next() throws IOException {
    if (!resumed.isEmpty()) {
      return resumed.remove();
    }
    for (ListUrls.Url next = list.next(); next != null; next = list.next()) {
      String group = HostAddresses.groupOf(policy.groupBy(), next.url(), next.datum());
      if (!group.isEmpty()) {
        Contact page = new Contact.Page(next.url(), Records.bytes(next.datum()), 0, "", false);
        return new Frontier.Entry(group, next.datum().getScore(), page.encode());
      }
      String why = "not an http or https URL with a host";
      record(
          next.url(),
          next.datum(),
          Outcome.denied(ProtocolStatus.PROTO_NOT_FOUND, why, FetchCounter.SKIPPED_URL),
          null);
    }
    return null;
  }

  /** Where the task stands. */
  Dispatcher.State state() {
    return dispatcher.state();
  }

  /** The hosts that take longest. */
  SlowestHosts.Look slowest() throws IOException {
    SlowestHosts.Look look = slowest.look();
    long left = (deadline - tools.clock().getAsLong()) / 1_000_000;
    return policy.timeLimitMs() < 0 || look.leastMs() <= left
        ? look
        : new SlowestHosts.Look(look.text(), Math.max(0, left));
  }

  /**
   * Ends the task early: all that has not been requested gets this outcome, and requests that run
   * are finished.
   */
  void end(Outcome outcome) throws IOException {
    if (ended.compareAndSet(null, outcome)) {
      dispatcher.drain();
    }
  }

  /** Ends the task with a failure. */
  void fail(Throwable cause) {
    failure.compareAndSet(null, cause);
    dispatcher.close();
  }

  /** Ends the task when its time is over. */
  void checkTime() throws IOException {
    if (isOver(tools.clock().getAsLong())) {
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
  void run() throws IOException, InterruptedException {
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
    Outcome over = ended.get();
    if (over != null) {
      return drained(contact, over);
    }
    HostState host = hosts.get(lease.group());
    if (host == null) {
      // A robots.txt may be asked for on a host that is not in the list.
      host = load(lease.group(), contact instanceof Contact.Robots);
      hosts.put(lease.group(), host);
    }
    if (contact instanceof Contact.Page page) {
      return page(lease, host, page);
    }
    Contact.Robots ask = (Contact.Robots) contact;
    long notBefore = tools.clock().getAsLong();
    if (!robots.isKnown(ask.url())) {
      if (isTooEarly(host)) {
        dispatcher.change((frontier, now) -> frontier.addUrgent(lease.group(), ask.encode(), now));
        return host.notBefore();
      }
      askRobots(lease.group(), ask.url(), host);
      notBefore = host.notBefore();
    }
    dispatcher.change((frontier, now) -> frontier.unpark(ask.waiting(), now));
    return notBefore;
  }

  private long drained(Contact contact, Outcome over) throws IOException {
    if (contact instanceof Contact.Page page) {
      record(page, over);
    }
    return tools.clock().getAsLong();
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
            tools.clock().getAsLong(),
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
    return host.notBefore() - tools.clock().getAsLong() > 0;
  }

  private long page(Frontier.Lease lease, HostState host, Contact.Page page)
      throws IOException, InterruptedException {
    Outcome given = dropped.get(lease.group());
    if (given == null && !refused.isEmpty()) {
      given = refused.get(Hosts.host(page.url()));
    }
    if (given != null) {
      record(page, given);
      return tools.clock().getAsLong();
    }
    RobotsCache.Answer answer = robots.lookUp(page.url());
    Outcome without = Outcome.withoutRobots(answer);
    if (without != null) {
      if (answer instanceof RobotsCache.Unreachable unreachable) {
        outages.failed(Hosts.origin(page.url()), unreachable.why());
      }
      record(page, without);
      return tools.clock().getAsLong();
    }
    if (answer instanceof RobotsCache.Ready ready) {
      Outcome denied = robots.denied(page.url(), ready);
      if (denied != null) {
        if (host.serves(Hosts.origin(page.url()))) {
          outages.ended(Hosts.origin(page.url()));
        }
        record(page, denied);
        return tools.clock().getAsLong();
      }
      robots.noteCrawlDelay(lease.group(), host, answer);
    }
    if (answer instanceof RobotsCache.Wanted ask) {
      String asked =
          Hosts.host(ask.url()).equals(Hosts.host(page.url()))
              ? lease.group()
              : tools.addresses().groupOf(ask.url());
      if (!asked.equals(lease.group())) {
        dispatcher.change(
            (frontier, now) -> {
              frontier.addFirst(lease, page.encode());
              frontier.park(lease);
              frontier.addUrgent(asked, new Contact.Robots(ask.url(), lease.group()).encode(), now);
            });
        return tools.clock().getAsLong();
      }
    }
    long now = tools.clock().getAsLong();
    if (isOver(host.notBefore() - now > 0 ? host.notBefore() : now)) {
      // It cannot be contacted any more within the time: its URLs are deferred now.
      drop(lease.group(), Outcome.overTime());
      record(page, dropped.get(lease.group()));
      return now;
    }
    if (isTooEarly(host)) {
      dispatcher.change((frontier, time) -> frontier.addFirst(lease, page.encode()));
      return host.notBefore();
    }
    if (answer instanceof RobotsCache.Wanted ask) {
      dispatcher.change((frontier, time) -> frontier.addFirst(lease, page.encode()));
      askRobots(lease.group(), ask.url(), host);
      robots.noteCrawlDelay(lease.group(), host, robots.lookUp(page.url()));
    } else {
      ask(lease, host, page);
    }
    return dropped.containsKey(lease.group()) ? tools.clock().getAsLong() : host.notBefore();
  }

  private void askRobots(String group, String url, HostState host)
      throws IOException, InterruptedException {
    robots.ask(group, url, host).ifPresent(outcome -> refused.put(Hosts.host(url), outcome));
    drop(group, requests.tooLong(host));
  }

  private void ask(Frontier.Lease lease, HostState host, Contact.Page page)
      throws IOException, InterruptedException {
    String group = lease.group();
    CrawlDatum datum = Records.datum(page.datum());
    FetchedPage answer;
    boolean head = !page.headed() && policy.headFirst().concerns(page.url());
    try {
      FetchRequest request = request(page.url(), datum);
      answer = requests.ask(group, host, head ? request.head() : request, page.from());
    } catch (RefusedAddressException e) {
      if (e.concernsWholeHost()) {
        refused.put(Hosts.host(page.url()), Outcome.refused(e));
      }
      record(page.url(), datum, Outcome.refused(e), null);
      return;
    } catch (HostMovedException e) {
      Outcome moved = Outcome.moved(e);
      refused.put(Hosts.host(page.url()), moved);
      record(page.url(), datum, moved, null);
      return;
    } catch (IOException e) {
      drop(group, requests.givenUp(host));
      if (!host.hasServed() || requests.hasFailed(host)) {
        outages.failed(Hosts.origin(page.url()), Outcome.describe(e));
      }
      record(page.url(), datum, Outcome.failed(e), null);
      return;
    }
    drop(group, requests.givenUp(host));
    String origin = Hosts.origin(page.url());
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
    if (answer.status() >= 300 && answer.status() < 400 && answer.status() != 304) {
      redirect(lease, page, datum, answer);
      return;
    }
    boolean cut =
        answer.truncation() == Truncation.DISCONNECT || answer.truncation() == Truncation.TIME;
    if (cut && answer.body().length == 0) {
      record(page.url(), datum, Outcome.withoutBody(answer.status()), null);
      return;
    }
    Outcome outcome = Outcome.ofStatus(answer.status());
    Content content = null;
    if (outcome.status() == CrawlDatum.STATUS_FETCH_SUCCESS) {
      if (answer.truncation() != Truncation.NONE) {
        tools.sink().count(FetchCounter.TRUNCATED, 1);
      }
      content = Records.content(page.url(), answer, datum, outcome.status(), policy.segment());
      Records.setEtag(datum, answer);
      datum.setModifiedTime(Records.modifiedTime(answer, tools.wallClock().millis()));
      if (!content.getContentType().isEmpty()) {
        datum
            .getMetaData()
            .put(new Text(Metadata.CONTENT_TYPE), new Text(content.getContentType()));
      }
    }
    record(page.url(), datum, outcome, content);
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

  /** Asks for a page, where it has been seen before only if it has changed since. */
  private FetchRequest request(String url, CrawlDatum datum) {
    FetchRequest request = FetchRequest.get(url).at(address(datum));
    if (!policy.conditional() || !PageView.hasContent(datum)) {
      return request;
    }
    String since =
        datum.getModifiedTime() > 0
            ? HttpDates.format(Instant.ofEpochMilli(datum.getModifiedTime()))
            : null;
    return request.conditional(Records.etag(datum), since);
  }

  private void redirect(
      Frontier.Lease lease, Contact.Page page, CrawlDatum datum, FetchedPage answer)
      throws IOException {
    String location = Requests.location(answer).orElse("");
    String target = location.isEmpty() ? null : tools.targets().resolve(page.url(), location);
    if (target == null) {
      String why = "HTTP status " + answer.status() + " redirects to an unusable URL: " + location;
      record(page.url(), datum, Outcome.gone(ProtocolStatus.GONE, why), null);
      return;
    }
    boolean permanent = answer.status() == 300 || answer.status() == 301 || answer.status() == 308;
    if (tools.targets().mayFollow(page.url(), target, SitemapMark.isOn(datum))) {
      follow(lease, page, datum, target);
    }
    record(page.url(), datum, Outcome.redirect(permanent, target), null);
  }

  /**
   * Queues a redirect's target that is on the same host; what is followed so does not depend on how
   * the list was divided among tasks, and no other task's host is contacted. A target that the list
   * has comes in its turn. That of a page fetched before has mostly been fetched, too: like one on
   * another host, it is recorded as a link, and update says whether it is new.
   */
  private void follow(Frontier.Lease lease, Contact.Page page, CrawlDatum source, String target)
      throws IOException {
    boolean sameHost = Hosts.host(target).equals(Hosts.host(page.url()));
    if (sameHost && page.hops() < policy.maxRedirects()) {
      if (list.has(target)) {
        return;
      }
      if (source.getStatus() == CrawlDatum.STATUS_DB_UNFETCHED) {
        list.claim(target);
        byte[] datum = Records.bytes(target(page.url(), source));
        Contact next = new Contact.Page(target, datum, page.hops() + 1, page.url(), false);
        dispatcher.change((frontier, now) -> frontier.add(lease, next.encode()));
        return;
      }
    }
    CrawlDatum later = Records.target(source, CrawlDatum.STATUS_LINKED);
    markSitemap(page.url(), source, later);
    later.setFetchTime(tools.wallClock().millis());
    tools.sink().add(target, later, null, FetchCounter.REDIRECTS_LEFT);
  }

  /** The datum of a redirect's target on the same host that is requested in this round. */
  private static CrawlDatum target(String url, CrawlDatum source) {
    CrawlDatum datum = Records.target(source, CrawlDatum.STATUS_DB_UNFETCHED);
    markSitemap(url, source, datum);
    String address = HostAddresses.noted(source);
    if (address != null) {
      datum.getMetaData().put(new Text(HostAddresses.KEY), new Text(address));
    }
    return datum;
  }

  /** Where the list says that the host is, if the list is divided by addresses. */
  private String address(CrawlDatum datum) {
    return policy.groupBy() == HostMode.IP ? HostAddresses.noted(datum) : null;
  }

  /** What a sitemap redirects to is a sitemap. */
  private static void markSitemap(String url, CrawlDatum source, CrawlDatum target) {
    SitemapMark mark = SitemapMark.of(source);
    if (mark != null) {
      mark.redirected(Hosts.host(url)).putOn(target);
    }
  }

  private void record(Contact.Page page, Outcome outcome) throws IOException {
    record(page.url(), Records.datum(page.datum()), outcome, null);
  }

  private void record(String url, CrawlDatum datum, Outcome outcome, Content content)
      throws IOException {
    Records.finish(datum, outcome, tools.wallClock().millis(), policy.fingerprints());
    tools.sink().add(url, datum, content, outcome.counter());
  }
}
