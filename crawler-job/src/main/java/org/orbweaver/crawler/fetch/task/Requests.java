package org.orbweaver.crawler.fetch.task;

import java.io.IOException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.crawldb.CutMark;
import org.orbweaver.crawler.crawldb.PageView;
import org.orbweaver.crawler.fetch.politeness.HostAddresses;
import org.orbweaver.crawler.fetch.politeness.HostState;
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

  private static final Set<FailureKind> NOT_CONTACTED =
      EnumSet.of(FailureKind.REFUSED, FailureKind.URL, FailureKind.DNS);

  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNAVAILABLE = 503;
  private static final int SERVER_ERROR = 500;

  private final FetchPolicy policy;
  private final FetchTools tools;
  private final Bandwidth bandwidth;
  private final LogClock log;

  Requests(FetchPolicy policy, FetchTools tools) {
    this.policy = policy;
    this.tools = tools;
    this.bandwidth = new Bandwidth(policy.bytesPerSecond(), tools.clock().getAsLong());
    this.log = new LogClock(tools.clock().getAsLong(), tools.wallClock());
  }

  /** A request for a page, conditional if the page was fetched before. */
  FetchRequest page(String url, CrawlDatum datum) {
    // The address noted in the list, if the list is divided by addresses.
    String address = policy.groupBy() == HostMode.IP ? HostAddresses.noted(datum) : null;
    FetchRequest request = FetchRequest.get(url).at(address);
    if (!policy.conditional() || !PageView.hasContent(datum) || CutMark.isOn(datum)) {
      return request;
    }
    long modified = datum.getModifiedTime();
    return request.conditional(
        Records.etag(datum),
        modified > 0 ? HttpDates.format(Instant.ofEpochMilli(modified)) : null);
  }

  /**
   * Makes one request. The caller has made sure that the host is due.
   *
   * @param from why it is made, for the log: the URL that redirected to this one, or empty
   * @throws IOException if no answer came; that has been noted too
   * @throws StoppedException if no host may be contacted any more
   */
  FetchedPage ask(String group, HostState host, FetchRequest request, String from)
      throws IOException, InterruptedException {
    try {
      tools.permit().check();
    } catch (IOException e) {
      throw new StoppedException(e);
    }
    bandwidth.await(tools.clock().getAsLong());
    long delayMs = host.delayMs();
    long start = tools.clock().getAsLong();
    FetchedPage answer = null;
    String outcome = "-";
    try {
      answer = fetch(request);
      outcome = Integer.toString(answer.status());
      return answer;
    } catch (IOException e) {
      FailureKind kind = FailureKind.of(e);
      // Nothing to note: no host was contacted.
      outcome = NOT_CONTACTED.contains(kind) ? null : kind.name();
      throw e;
    } finally {
      if (outcome != null) {
        long end = tools.clock().getAsLong();
        long tookMs = (end - start + 999_999) / 1_000_000;
        // Rounded up: a later task, which has only this time, must not come too early.
        note(host, request.url(), answer, end, log.millis(end) + 1, tookMs);
        if (!tools.hosts().isFound(group)) {
          tools.sink().count(FetchCounter.HOSTS, 1);
        }
        tools.hosts().put(group, host.contact().encode());
        tools.sink().count(FetchCounter.REQUESTS, 1);
        long bytes = answer == null ? 0 : answer.wireBytes();
        bandwidth.received(bytes, end);
        tools
            .sink()
            .log(
                new RequestLine(
                    group,
                    log.millis(start),
                    log.millis(end),
                    delayMs,
                    answer == null || answer.address() == null
                        ? "-"
                        : answer.address().getHostAddress(),
                    outcome,
                    bytes,
                    request.url(),
                    from.isEmpty() ? "-" : from));
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

  private void note(
      HostState host, String url, FetchedPage answer, long end, long endWall, long tookMs) {
    host.contactEnded(end, endWall, tookMs);
    if (answer == null) {
      host.answered(true, true);
      return;
    }
    int status = answer.status();
    boolean overloaded = isOverloaded(url, answer);
    host.answered(overloaded, overloaded || status >= SERVER_ERROR);
    if (overloaded) {
      answer
          .header("Retry-After")
          .flatMap(value -> retryAfterMs(value, endWall))
          .ifPresent(host::leaveAlone);
    }
  }

  private static boolean isOverloaded(String url, FetchedPage answer) {
    int status = answer.status();
    try {
      return status == TOO_MANY_REQUESTS
          || status == UNAVAILABLE
          || NonContentGate.isChallenge(url, answer);
    } catch (RuntimeException | StackOverflowError e) {
      // The contact must be noted in any case; the caller meets the same fault.
      return false;
    }
  }

  /** Retry-After, RFC 9110 section 10.2.3: seconds, or a date. */
  private static Optional<Long> retryAfterMs(String value, long now) {
    String text = value.strip();
    if (text.matches("[0-9]+")) {
      return Optional.of(text.length() > 9 ? Long.MAX_VALUE : Long.parseLong(text) * 1000);
    }
    return HttpDates.parse(text).map(until -> Math.max(0, until.toEpochMilli() - now));
  }

  /** A request for a file on which pages wait. */
  interface FileRequest {
    void make() throws IOException, InterruptedException;
  }

  /** Notes that an answer is unusable. */
  interface FileFailure {
    void note(String why) throws IOException;
  }

  /**
   * Turns an unchecked exception into a failure of the file, so that it is not requested again for
   * each page.
   */
  static void guarded(String url, FileRequest request, FileFailure failure)
      throws IOException, InterruptedException {
    try {
      request.make();
    } catch (Requests.StoppedException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      LOG.warn("{}: internal error; taking it for a failed request", url, e);
      failure.note(Outcome.describe(Outcome.internalError(e)));
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
