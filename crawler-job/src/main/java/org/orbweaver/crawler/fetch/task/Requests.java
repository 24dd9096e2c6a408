package org.orbweaver.crawler.fetch.task;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.crawldb.CutMark;
import org.orbweaver.crawler.crawldb.PageView;
import org.orbweaver.crawler.fetch.politeness.HostAddresses;
import org.orbweaver.crawler.fetch.politeness.HostGate;
import org.orbweaver.crawler.http.FailureKind;
import org.orbweaver.crawler.http.FetchRequest;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.HttpDates;
import org.orbweaver.crawler.url.HostMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a task's requests, and notes for each the facts that politeness needs. */
public final class Requests {
  private static final Logger LOG = LoggerFactory.getLogger(Requests.class);

  /** Replaces the referring URL in the log of requests. */
  private static final String LOGIN = "login";

  private final FetchPolicy policy;
  private final FetchTools tools;
  private final HostGate gate;
  private final Bandwidth bandwidth;
  private final LogClock log;

  /** When the hosts that logins led to were last contacted, by the task's clock. */
  private final Map<String, Long> elsewhere = new HashMap<>();

  Requests(FetchPolicy policy, FetchTools tools, HostGate gate) {
    this.policy = policy;
    this.tools = tools;
    this.gate = gate;
    this.bandwidth = new Bandwidth(policy.requests().bytesPerSecond(), tools.clock().getAsLong());
    this.log = new LogClock(tools.clock().getAsLong(), tools.wallClock());
  }

  /** A request for a page, conditional if the page was fetched before. */
  FetchRequest page(String url, CrawlDatum datum) {
    // The address noted in the list, if the list is divided by addresses.
    String address =
        policy.politeness().groupBy() == HostMode.IP ? HostAddresses.noted(datum) : null;
    FetchRequest request = FetchRequest.get(url).at(address);
    if (!policy.requests().conditional() || !PageView.hasContent(datum) || CutMark.isOn(datum)) {
      return request;
    }
    long modified = datum.getModifiedTime();
    return request.conditional(
        Records.etag(datum),
        modified > 0 ? HttpDates.format(Instant.ofEpochMilli(modified)) : null);
  }

  /**
   * Makes one request of a login by a form, when its host may be contacted. A login may lead to
   * another host, which is contacted beside its own queue, with the delay of this one.
   */
  FetchedPage askForLogin(HostGate.LeasedHost host, FetchRequest request)
      throws IOException, InterruptedException {
    boolean isHere = tools.addresses().groupOf(request.url()).equals(host.group());
    while (isHere && host.clearance() instanceof HostGate.WaitUntil wait) {
      TimeUnit.NANOSECONDS.sleep(wait.time() - tools.clock().getAsLong());
    }
    if (isHere && host.clearance() instanceof HostGate.GiveUp because) {
      throw new IOException(because.why());
    }
    if (isHere) {
      return ask(host, request, LOGIN);
    }
    synchronized (elsewhere) {
      return askElsewhere(request, host.delayMs());
    }
  }

  /** One at a time, so that each host has its delay, however many sites log in at it. */
  private FetchedPage askElsewhere(FetchRequest request, long delayMs)
      throws IOException, InterruptedException {
    String group = tools.addresses().groupOf(request.url());
    if (gate.isOver()) {
      throw new IOException(HostGate.TIME_OVER.why());
    }
    permitted(group, delayMs);
    long sinceNanos = tools.clock().getAsLong() - elsewhere.getOrDefault(group, Long.MIN_VALUE / 2);
    TimeUnit.NANOSECONDS.sleep(delayMs * 1_000_000 - sinceNanos);
    long start = tools.clock().getAsLong();
    FetchedPage answer = null;
    boolean isSigned = false;
    try {
      answer = fetch(request.repeatedAfter(delayMs));
      isSigned = answer.transfer().isSigned();
      return answer;
    } catch (IOException e) {
      isSigned = FailureKind.isSigned(e);
      throw e;
    } finally {
      long end = tools.clock().getAsLong();
      elsewhere.put(group, end);
      ended(group, end);
      log(
          group,
          request,
          start,
          end,
          delayMs,
          answer,
          answer == null ? "-" : "" + answer.status(),
          LOGIN,
          isSigned,
          false);
    }
  }

  /** Counts and logs a request. */
  private void log(
      String group,
      FetchRequest request,
      long start,
      long end,
      long delayMs,
      FetchedPage answer,
      String outcome,
      String from,
      boolean isSigned,
      boolean challenged)
      throws IOException {
    tools.sink().count(FetchCounter.REQUESTS, 1);
    long bytes = answer == null ? 0 : answer.transfer().wireBytes();
    bandwidth.received(bytes, end);
    InetAddress address = answer == null ? null : answer.transfer().address();
    tools
        .sink()
        .log(
            new RequestLine(
                group,
                log.millis(start),
                log.millis(end),
                delayMs,
                address == null ? "-" : address.getHostAddress(),
                outcome,
                bytes,
                request.shownUrl(),
                from.isEmpty() ? "-" : from,
                isSigned,
                challenged));
  }

  /** Waits for the task's turn at a group; {@link #ended} must follow. */
  private void permitted(String group, long delayMs) throws InterruptedException {
    try {
      tools.turns().begin(group, delayMs);
    } catch (IOException e) {
      throw new StoppedException(e);
    }
    try {
      tools.permit().apply();
    } catch (IOException e) {
      ended(group, tools.clock().getAsLong());
      throw new StoppedException(e);
    }
  }

  private void ended(String group, long end) {
    try {
      // Rounded up, as for later tasks of this group.
      tools.turns().end(group, log.millis(end) + 1);
    } catch (IOException e) {
      throw new StoppedException(e);
    }
  }

  /** Makes a request for a page, as {@link #ask} does, and keeps the heads of a GET. */
  FetchedPage askForPage(HostGate.LeasedHost host, FetchRequest request, String from)
      throws IOException, InterruptedException {
    boolean keeps = policy.requests().heads() && request.method() == FetchRequest.Method.GET;
    return ask(host, request, from, keeps);
  }

  /**
   * Makes one request. The caller has made sure that the host is due.
   *
   * @param from why it is made, for the log: the URL that redirected to this one, or empty
   * @throws IOException if no answer came; that has been noted too
   * @throws StoppedException if no host may be contacted any more
   */
  FetchedPage ask(HostGate.LeasedHost host, FetchRequest request, String from)
      throws IOException, InterruptedException {
    return ask(host, request, from, false);
  }

  private FetchedPage ask(
      HostGate.LeasedHost host, FetchRequest request, String from, boolean keepsHeads)
      throws IOException, InterruptedException {
    bandwidth.await(tools.clock().getAsLong());
    long delayMs = host.delayMs();
    permitted(host.group(), delayMs);
    long start = tools.clock().getAsLong();
    FetchedPage answer = null;
    String outcome = "-";
    boolean isSigned = false;
    try {
      answer = fetch(request.repeatedAfter(delayMs));
      isSigned = answer.transfer().isSigned();
      outcome = Integer.toString(answer.status());
      return answer;
    } catch (IOException e) {
      gate.requestFailed(request.url(), e);
      FailureKind kind = FailureKind.of(e);
      isSigned = FailureKind.isSigned(e);
      // Nothing to note: no host was contacted.
      outcome = kind.hasContact() ? kind.name() : null;
      throw e;
    } finally {
      long end = tools.clock().getAsLong();
      ended(host.group(), end);
      if (outcome != null) {
        long tookMs = (end - start + 999_999) / 1_000_000;
        // Rounded up: a later task, which has only this time, must not come too early.
        boolean challenged = isChallenge(request.url(), answer);
        if (host.requestEnded(end, log.millis(end) + 1, tookMs, answer, challenged)) {
          tools.sink().count(FetchCounter.HOSTS, 1);
        }
        log(
            host.group(),
            request,
            start,
            end,
            delayMs,
            answer,
            outcome,
            from,
            isSigned,
            challenged);
        if (keepsHeads && answer != null && answer.heads() != null) {
          RecordedHeads heads = new RecordedHeads(log.millis(start), answer.heads());
          tools.sink().keep(request.url(), heads);
        }
      }
    }
  }

  /** Limits the damage of an odd answer to its URL. */
  private FetchedPage fetch(FetchRequest request) throws IOException {
    try {
      return tools.fetcher().fetch(request);
    } catch (RuntimeException | StackOverflowError e) {
      throw Outcome.internalError(e);
    }
  }

  private static boolean isChallenge(String url, FetchedPage answer) {
    try {
      return answer != null && NonContentGate.isChallenge(url, answer);
    } catch (RuntimeException | StackOverflowError e) {
      // The contact must be noted in any case; the caller meets the same fault.
      return false;
    }
  }

  /** A request for a file on which pages wait. */
  interface FileRequest {
    void make() throws IOException, InterruptedException;
  }

  /**
   * Turns an unchecked exception into a failure of the file, so that it is not requested again for
   * each page.
   */
  static void guarded(String url, FileRequest request, ConsumerRaisingIOE<String> failure)
      throws IOException, InterruptedException {
    try {
      request.make();
    } catch (Requests.StoppedException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      LOG.warn("{}: internal error; taking it for a failed request", url, e);
      failure.accept(FailureKind.describe(Outcome.internalError(e)));
    }
  }

  /** Thrown if the task must not contact hosts any more. */
  static final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoppedException(IOException cause) {
      super(cause.getMessage(), cause);
    }
  }
}
