package org.orbweaver.crawler.fetch.task;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.apache.nutch.protocol.ProtocolStatus;
import org.orbweaver.common.job.UserThreads;
import org.orbweaver.crawler.crawldb.SiteMark;
import org.orbweaver.crawler.fetch.politeness.HostGate;
import org.orbweaver.crawler.fetch.politeness.PolitenessRules;
import org.orbweaver.crawler.frontier.Frontier;
import org.orbweaver.crawler.hosts.RobotsCache;
import org.orbweaver.crawler.hosts.UnknownPaths;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Truncation;
import org.orbweaver.crawler.recrawl.Refusal;
import org.orbweaver.crawler.site.FormLogin;
import org.orbweaver.crawler.site.SiteBlock;
import org.orbweaver.crawler.url.Hosts;
import org.orbweaver.crawler.url.SourceUrl;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches one list. Each of the policy's threads takes a due host from the frontier, makes one
 * request to it, gives it back, and takes the next.
 *
 * <p>Every URL of the list, and every redirect target that is followed, gets exactly one record in
 * any case. No URL is requested twice; no host is contacted by two threads at once, or sooner than
 * its delay after the end of the previous request; requests for robots.txt count like any other.
 * {@link PolitenessRules#contactedUntil} and the table of hosts account for requests made before
 * the task began.
 */
public final class FetchTask {
  private static final Logger LOG = LoggerFactory.getLogger(FetchTask.class);

  private final FetchPolicy policy;
  private final FetchTools tools;
  private final Requests requests;
  private final Redirects redirects;
  private final RobotsGate robots;
  private final NonContentGate nonContent;
  private final CookieChains chains;
  private final ListUrls list;
  private final Dispatcher dispatcher;
  private final SlowestHosts slowest;
  private final HostGate gate;

  /** Targets of resumed redirects, taken before the list. */
  private final Queue<Frontier.Entry> resumed = new ArrayDeque<>();

  private final Set<String> failedLogins = ConcurrentHashMap.newKeySet();
  private final AtomicReference<Outcome> ended = new AtomicReference<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /** A task that has not started. */
  public FetchTask(FetchPolicy policy, FetchTools tools, ListUrls list, Frontier.Limits limits) {
    this.policy = policy;
    this.tools = tools;
    this.gate = new HostGate(policy.politeness(), tools.hosts(), tools.wallClock(), tools.clock());
    this.requests = new Requests(policy, tools, gate);
    this.redirects = new Redirects(policy, tools, list);
    this.robots = new RobotsGate(policy, tools, requests, redirects);
    this.nonContent = new NonContentGate(tools, requests, redirects, robots);
    this.chains = new CookieChains(policy, tools, list, redirects, robots);
    this.list = list;
    Frontier frontier = new Frontier(limits);
    frontier.onRetire(gate::retire);
    this.dispatcher = new Dispatcher(frontier, tools.clock());
    this.slowest = new SlowestHosts(dispatcher, gate, robots, policy.politeness());
  }

  private long now() {
    return tools.clock().getAsLong();
  }

  /** Resumes a redirect that an earlier attempt was to follow; call it before the task begins. */
  public void resume(Redirects.Recorded redirect) throws IOException {
    try {
      FetchItem.PageItem target = redirects.resume(redirect);
      if (target != null) {
        resumed.add(entry(target, Records.datum(target.datum())));
      }
    } catch (RuntimeException | StackOverflowError e) {
      LOG.warn("{}: internal error; not following its redirect", redirect.from(), e);
    }
  }

  private Frontier.Entry entry(FetchItem.PageItem page, CrawlDatum datum) throws IOException {
    String group = policy.politeness().groupOf(page.url(), datum);
    return new Frontier.Entry(group, datum.getScore(), page.encode());
  }

  /** The next URL of the list that can be requested; a URL that cannot gets its record at once. */
  private Frontier.Entry next() throws IOException {
    if (!resumed.isEmpty()) {
      return resumed.remove();
    }
    for (ListUrls.Url next = list.next(); next != null; next = list.next()) {
      byte[] datum = Records.bytes(next.datum());
      FetchItem.PageItem page = new FetchItem.PageItem(next.url(), datum, 0, "", false);
      Frontier.Entry entry = entry(page, next.datum());
      if (!entry.group().isEmpty()) {
        return entry;
      }
      String why = "not an http or https URL with a host";
      record(page, Outcome.denied(ProtocolStatus.PROTO_NOT_FOUND, why, FetchCounter.SKIPPED_URL));
    }
    return null;
  }

  /** The current state of the frontier. */
  public Dispatcher.State state() {
    return dispatcher.state();
  }

  /** The hosts that take longest. */
  public SlowestHosts.Remaining slowest() throws IOException {
    SlowestHosts.Remaining remaining = slowest.remaining();
    long left = gate.leftMs().orElse(Long.MAX_VALUE);
    return new SlowestHosts.Remaining(remaining.text(), Math.min(remaining.leastMs(), left));
  }

  /**
   * Ends the task early: all URLs not yet requested get this outcome, and running requests finish.
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

  /** Ends the task if its time is over. */
  public void checkTime() throws IOException {
    if (gate.isOver()) {
      end(Outcome.overTime());
    }
  }

  /**
   * Fetches until every URL has its record.
   *
   * @throws IOException if a record cannot be written; the task must then fail
   */
  public void run() throws IOException, InterruptedException {
    ThreadFactory factory = UserThreads.named("fetch");
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < policy.threads(); i++) {
      threads.add(factory.newThread(this::work));
    }
    Thread reader = UserThreads.named("fetch-list").newThread(this::readList);
    threads.forEach(Thread::start);
    reader.start();
    try {
      for (Thread thread : threads) {
        thread.join();
      }
      if (failure.get() != null) {
        // It may wait for a list that grows.
        reader.interrupt();
      }
      reader.join();
    } finally {
      dispatcher.close();
      threads.forEach(Thread::interrupt);
      reader.interrupt();
    }
    Throwable thrown = failure.get();
    if (thrown != null) {
      throw new IOException("fetching stopped: " + thrown.getMessage(), thrown);
    }
  }

  /** Reads the list as far as the frontier has room. */
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
   * Makes at most one request to the leased host; returns the time when it may be leased again. It
   * checks {@link HostGate.LeasedHost#clearance} before each request, so that URLs that need no
   * request need not wait.
   */
  private long contact(Frontier.Lease lease) throws IOException, InterruptedException {
    FetchItem item = FetchItem.decode(lease.item());
    FetchItem.PageItem page = item instanceof FetchItem.PageItem listed ? listed : null;
    Outcome over = ended.get();
    if (over != null) {
      if (page != null) {
        record(page, over);
      }
      return now();
    }
    // A robots.txt may be requested from a host that is not in the list.
    HostGate.LeasedHost host = gate.host(lease.group(), page == null);
    LeasedPage leased = new LeasedPage(lease, host, page);
    try {
      return page != null ? page(leased) : robots(lease, host, (FetchItem.RobotsItem) item);
    } catch (Requests.StoppedException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      LOG.warn("{}: internal error; the other URLs go on", item.url(), e);
      if (item instanceof FetchItem.RobotsItem file) {
        dispatcher.change((frontier, now) -> frontier.unpark(file.waiting(), now));
      } else if (!leased.settled) {
        record(leased, Outcome.failed(Outcome.internalError(e)));
      }
      return host.leaseAgain();
    }
  }

  /** A page whose group is leased. */
  private static final class LeasedPage {
    private final Frontier.Lease lease;
    private final HostGate.LeasedHost host;
    private final FetchItem.PageItem page;

    /** Whether the page has its record, or is back in the frontier. */
    private boolean settled;

    LeasedPage(Frontier.Lease lease, HostGate.LeasedHost host, FetchItem.PageItem page) {
      this.lease = lease;
      this.host = host;
      this.page = page;
    }
  }

  private long robots(Frontier.Lease lease, HostGate.LeasedHost host, FetchItem.RobotsItem file)
      throws IOException, InterruptedException {
    String group = lease.group();
    long notBefore = now();
    if (!robots.isKnown(file.url()) && gate.givenUp(group, file.url()) == null) {
      HostGate.Clearance clearance = host.clearance();
      if (clearance instanceof HostGate.WaitUntil wait) {
        dispatcher.change((frontier, now) -> frontier.addUrgent(group, lease.item(), now));
        return wait.time();
      }
      if (clearance instanceof HostGate.AskNow) {
        askRobots(host, file.url());
        notBefore = host.leaseAgain();
      }
    }
    // If no answer came, the waiting URLs find that out themselves.
    dispatcher.change((frontier, now) -> frontier.unpark(file.waiting(), now));
    return notBefore;
  }

  private long page(LeasedPage leased) throws IOException, InterruptedException {
    HostGate.LeasedHost host = leased.host;
    String url = leased.page.url();
    String group = leased.lease.group();
    Outcome known = Outcome.of(gate.givenUp(group, url));
    RobotsCache.RobotsState answer = known == null ? robots.lookUp(url) : null;
    if (known == null) {
      known = byRobots(host, url, answer);
    }
    HostGate.Clearance clearance = known == null ? host.clearance() : null;
    if (clearance instanceof HostGate.GiveUp because) {
      known = Outcome.of(because);
    }
    if (known != null) {
      return done(leased, known);
    }
    String robotsFile = answer instanceof RobotsCache.Wanted wanted ? wanted.url() : null;
    if (robotsFile != null && !Hosts.host(robotsFile).equals(Hosts.host(url))) {
      String asked = tools.addresses().groupOf(robotsFile);
      if (!asked.equals(group)) {
        Outcome none = Outcome.of(gate.givenUp(asked, robotsFile));
        if (none != null) {
          return done(leased, Outcome.withoutRobots(robotsFile, none));
        }
        dispatcher.park(leased.lease, asked, new FetchItem.RobotsItem(robotsFile, group).encode());
        leased.settled = true;
        return now();
      }
    }
    String tdmRep = null;
    String unknownPath = null;
    if (answer instanceof RobotsCache.Ready ready && !SourceUrl.is(url)) {
      tdmRep = tools.files().tdmRep().wanted(Hosts.origin(url), ready.rules());
      unknownPath = tools.files().unknownPaths().wanted(url, ready.rules());
    }
    if (clearance instanceof HostGate.WaitUntil wait) {
      putBack(leased, leased.page);
      return wait.time();
    }
    if (robotsFile != null) {
      askRobots(host, robotsFile);
      robots.noteCrawlDelay(host, robots.lookUp(url));
      putBack(leased, leased.page);
    } else if (tdmRep != null) {
      String file = tdmRep;
      Requests.guarded(
          file,
          () -> robots.askTdmRep(host, file),
          why -> tools.files().tdmRep().completeFailed(file, why));
      putBack(leased, leased.page);
    } else if (unknownPath != null) {
      String path = unknownPath;
      Requests.guarded(
          path,
          () -> nonContent.ask(host, path),
          why ->
              tools
                  .files()
                  .unknownPaths()
                  .complete(path, UnknownPaths.UnknownPathAnswer.UNANSWERED, ""));
      host.giveUpIfFailing();
      putBack(leased, leased.page);
    } else {
      ask(leased, (RobotsCache.Ready) answer);
    }
    return host.leaseAgain();
  }

  private long done(LeasedPage leased, Outcome outcome) throws IOException {
    record(leased, outcome);
    return now();
  }

  /**
   * Puts a page back at the head of its group, for another request or for its GET after its HEAD.
   */
  private void putBack(LeasedPage leased, FetchItem.PageItem page) throws IOException {
    byte[] item = page.encode();
    dispatcher.change((frontier, now) -> frontier.addFirst(leased.lease, item));
    leased.settled = true;
  }

  /** The outcome of a URL that robots.txt, or the lack of one, keeps from being requested. */
  private Outcome byRobots(HostGate.LeasedHost host, String url, RobotsCache.RobotsState answer)
      throws IOException {
    if (answer instanceof RobotsCache.Unreachable unreachable) {
      gate.originFailed(url, unreachable.why());
    }
    if (!(answer instanceof RobotsCache.Ready ready)) {
      return Outcome.withoutRobots(answer);
    }
    Outcome denied = robots.denied(url, ready);
    if (denied == null) {
      robots.noteCrawlDelay(host, answer);
    } else if (host.serves(url)) {
      return denied.asProbe();
    }
    return denied;
  }

  private void askRobots(HostGate.LeasedHost host, String url)
      throws IOException, InterruptedException {
    Requests.guarded(
        url, () -> robots.ask(host, url), why -> tools.files().robots().completeFailed(url, why));
  }

  private void ask(LeasedPage leased, RobotsCache.Ready ready)
      throws IOException, InterruptedException {
    HostGate.LeasedHost host = leased.host;
    String url = leased.page.url();
    CrawlDatum datum = Records.datum(leased.page.datum());
    CookieChains.Chain chain = chains.of(url);
    String asked = chain == null ? url : chain.url();
    PageLogin login =
        PageLogin.of(asked, tools.sessions().login(asked), requests, host, failedLogins);
    if (login.failure() != null) {
      record(leased, login.failure());
      return;
    }
    if (login.contacted()) {
      putBack(leased, leased.page);
      return;
    }
    boolean head =
        chain == null && !leased.page.headed() && policy.requests().headFirst().concerns(url);
    FetchedPage answer;
    try {
      FetchRequest page = requests.page(url, datum);
      FetchRequest request = head ? page.head() : chain == null ? page : chain.request(page);
      answer = requests.askForPage(host, request, chain == null ? leased.page.from() : url);
    } catch (IOException e) {
      host.pageFailed(url, e);
      record(leased, Outcome.failed(e));
      return;
    }
    host.pageAnswered(url, answer.status());
    if (head) {
      judgeHead(leased, answer);
      return;
    }
    tools.sink().count(FetchCounter.BYTES, answer.body().length);
    FormLogin.Session state = login.judge(answer);
    if (state == FormLogin.Session.REFUSED) {
      record(leased, login.refused(answer));
      return;
    }
    if (state == FormLogin.Session.EXPIRED || chains.goOn(url, asked, datum, answer)) {
      putBack(leased, leased.page);
      return;
    }
    Outcome none = nonContent.outcome(asked, answer);
    if (none != null) {
      record(leased, none);
    } else if (Redirects.is(answer)) {
      redirect(leased, datum, redirects.take(leased.page, datum, answer, asked));
    } else {
      arrive(leased, datum, answer, ready, chain);
    }
  }

  /** Keeps the answer at the end of a chain, which may be another URL than the page's. */
  private void arrive(
      LeasedPage leased,
      CrawlDatum datum,
      FetchedPage answer,
      RobotsCache.Ready ready,
      CookieChains.Chain chain)
      throws IOException {
    String url = leased.page.url();
    String end = chain == null ? url : redirects.resolve(url, chain.url());
    if (url.equals(end)) {
      keep(leased, datum, answer, ready);
      return;
    }
    Redirects.RedirectResult result =
        redirects.take(leased.page, datum, Outcome.redirect(chain.isPermanent(), end), end);
    record(leased, datum, result.outcome(), null, tools.wallClock().millis());
    if (result.next() != null) {
      LeasedPage last = new LeasedPage(leased.lease, leased.host, result.next());
      keep(last, Records.datum(result.next().datum()), answer, ready);
    }
  }

  private void judgeHead(LeasedPage leased, FetchedPage head) throws IOException {
    String refusal = policy.requests().headFirst().refusal(head);
    if (refusal == null) {
      putBack(leased, leased.page.withHead());
    } else {
      record(leased, Outcome.refused(Refusal.Cause.HEAD, refusal));
    }
  }

  private void redirect(LeasedPage leased, CrawlDatum datum, Redirects.RedirectResult result)
      throws IOException {
    if (result.next() != null) {
      byte[] next = result.next().encode();
      dispatcher.change((frontier, now) -> frontier.add(leased.lease, next));
    }
    record(leased, datum, result.outcome(), null, tools.wallClock().millis());
  }

  private void keep(
      LeasedPage leased, CrawlDatum datum, FetchedPage answer, RobotsCache.Ready ready)
      throws IOException {
    String url = leased.page.url();
    Truncation missing = answer.truncation();
    if (answer.body().length == 0
        && (missing == Truncation.DISCONNECT || missing == Truncation.TIME)) {
      record(leased, Outcome.withoutBody(answer.status()));
      return;
    }
    Outcome outcome =
        SourceUrl.is(url) ? Outcome.ofFile(answer) : Outcome.ofStatus(answer.status());
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
      SiteMark.removeFrom(datum);
      Optional<SiteBlock> site = tools.sessions().of(url).privateBlock(url);
      if (site.isPresent()) {
        SiteMark.putOn(datum, site.get().name());
        SiteMark.putOn(content.getMetadata(), site.get().name());
      }
    }
    record(leased, datum, outcome, content, time);
  }

  private void record(LeasedPage leased, Outcome outcome) throws IOException {
    record(leased.page, outcome);
    leased.settled = true;
  }

  private void record(
      LeasedPage leased, CrawlDatum datum, Outcome outcome, Content content, long time)
      throws IOException {
    record(leased.page, datum, outcome, content, time);
    leased.settled = true;
  }

  private void record(FetchItem.PageItem page, Outcome outcome) throws IOException {
    long time = tools.wallClock().millis();
    record(page, Records.datum(page.datum()), outcome, null, time);
  }

  private void record(
      FetchItem.PageItem page, CrawlDatum datum, Outcome outcome, Content content, long time)
      throws IOException {
    chains.end(page.url());
    Records.finish(datum, outcome, time, policy.fingerprints());
    tools.sink().add(page.url(), datum, content, outcome.counter());
    if (!page.from().isEmpty()) {
      tools.sink().count(FetchCounter.REDIRECTS_FOLLOWED, 1);
    }
  }
}
