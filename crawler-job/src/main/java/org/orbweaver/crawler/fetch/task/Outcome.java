package org.orbweaver.crawler.fetch.task;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.ProtocolStatus;
import org.orbweaver.crawler.crawldb.CrawlDb.RecordedStatus;
import org.orbweaver.crawler.crawldb.NonContentMark;
import org.orbweaver.crawler.fetch.politeness.HostGate;
import org.orbweaver.crawler.hosts.RobotsCache;
import org.orbweaver.crawler.http.FailureKind;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.HostMovedException;
import org.orbweaver.crawler.http.RefusedAddressException;
import org.orbweaver.crawler.page.noncontent.NonContent;
import org.orbweaver.crawler.recrawl.Deferral;
import org.orbweaver.crawler.recrawl.Refusal;
import org.orbweaver.crawler.site.LoginException;

/**
 * The outcome of a URL of a fetch list: a response, a failure, or no request at all.
 *
 * @param status one of CrawlDatum's STATUS_FETCH_…
 * @param protocol the same for Nutch's readers, with the reason
 * @param counter the counter it increments
 * @param refusedBy the setting that forbids requesting it; else null
 * @param probe whether robots.txt forbids it, and its host is tried again with this URL
 */
public record Outcome(
    byte status,
    ProtocolStatus protocol,
    FetchCounter counter,
    Refusal.Cause refusedBy,
    boolean probe) {

  /** The header of an answer about a file that tells why it is not read. */
  public static final String REFUSED = "X-Refused";

  private static final String WITHOUT_BODY = ", but nothing of the body came";
  private static final String TOO_SLOW =
      "the task had become slower than fetcher.throughput.threshold.pages";

  /** The outcome of an HTTP status other than a redirect's, as in Nutch's protocol plugins. */
  public static Outcome ofStatus(int http) {
    if (http >= 200 && http < 300) {
      return of(CrawlDatum.STATUS_FETCH_SUCCESS, ProtocolStatus.SUCCESS, null, FetchCounter.OK);
    }
    String why = "HTTP status " + http;
    return switch (http) {
      case 304 ->
          of(
              CrawlDatum.STATUS_FETCH_NOTMODIFIED,
              ProtocolStatus.NOTMODIFIED,
              null,
              FetchCounter.NOT_MODIFIED);
      case 401, 403 -> denied(ProtocolStatus.ACCESS_DENIED, why, FetchCounter.GONE_DENIED);
      case 404 -> denied(ProtocolStatus.NOTFOUND, why, FetchCounter.GONE_NOT_FOUND);
      case 410 -> denied(ProtocolStatus.GONE, why, FetchCounter.GONE_NOT_FOUND);
      case 408, 425, 429 -> failed(why, FetchCounter.FAILED_STATUS);
      default ->
          http >= 400 && http < 500
              ? gone(ProtocolStatus.GONE, why)
              : failed(why, FetchCounter.FAILED_STATUS);
    };
  }

  /** The outcome of an answer about a file, which tells why it is not read. */
  static Outcome ofFile(FetchedPage answer) {
    return answer
        .header(REFUSED)
        .map(why -> denied(ProtocolStatus.ACCESS_DENIED, why, FetchCounter.GONE_DENIED))
        .orElseGet(() -> ofStatus(answer.status()));
  }

  /**
   * The outcome of a redirect's status.
   *
   * @param location its header, as sent
   * @param target the URL that the header means, or null if it means none
   */
  public static Outcome ofRedirect(int http, String location, String target) {
    return target == null
        ? gone(
            ProtocolStatus.GONE,
            "HTTP status " + http + " redirects to an unusable URL: " + location)
        : redirect(http == 300 || http == 301 || http == 308, target);
  }

  /** A redirect. */
  public static Outcome redirect(boolean permanent, String target) {
    return permanent
        ? of(
            CrawlDatum.STATUS_FETCH_REDIR_PERM,
            ProtocolStatus.MOVED,
            target,
            FetchCounter.REDIRECTED)
        : of(
            CrawlDatum.STATUS_FETCH_REDIR_TEMP,
            ProtocolStatus.TEMP_MOVED,
            target,
            FetchCounter.REDIRECTED);
  }

  static Outcome gone(int protocol, String why) {
    return denied(protocol, why, FetchCounter.GONE_OTHER);
  }

  /** No usable answer; there may be one next time. */
  private static Outcome failed(String why, FetchCounter counter) {
    return of(CrawlDatum.STATUS_FETCH_RETRY, ProtocolStatus.EXCEPTION, why, counter);
  }

  /** No answer, or no request. */
  static Outcome failed(IOException why) {
    if (why instanceof RefusedAddressException refusal) {
      return refused(
          refusal.concernsWholeHost() ? Refusal.Cause.ADDRESS : Refusal.Cause.PORT,
          why.getMessage());
    }
    return why instanceof HostMovedException
        ? deferred(why.getMessage(), FetchCounter.SKIPPED_HOST_FAILED)
        : failed(FailureKind.describe(why), FetchCounter.of(FailureKind.of(why)));
  }

  /** An answer without its body. */
  static Outcome withoutBody(int http) {
    return failed("HTTP status " + http + WITHOUT_BODY, FetchCounter.FAILED_TRUNCATED);
  }

  /**
   * Wraps an unchecked exception that one URL or answer caused, so that it is handled like an I/O
   * error.
   */
  static IOException internalError(Throwable fault) {
    return new IOException("internal error: " + fault, fault);
  }

  /** A setting forbids the request, which is no failure of the URL: {@link Refusal}. */
  static Outcome refused(Refusal.Cause by, String why) {
    return new Outcome(
        CrawlDatum.STATUS_FETCH_RETRY,
        new ProtocolStatus(Deferral.PROTOCOL_STATUS, why),
        FetchCounter.of(by),
        by,
        false);
  }

  /**
   * The outcome of pages whose robots.txt is unreachable; null if it is reachable. A host without
   * an address is a failure of the URL, which may be a misspelt link; any other cause lies with the
   * host.
   */
  static Outcome withoutRobots(RobotsCache.RobotsState answer) {
    if (answer instanceof RobotsCache.Refused refused) {
      return refused(refused.port() ? Refusal.Cause.PORT : Refusal.Cause.ADDRESS, refused.why());
    }
    if (!(answer instanceof RobotsCache.Unreachable unreachable)) {
      return null;
    }
    return unreachable.kind().equals(Optional.of(FailureKind.DNS))
        ? failed(unreachable.failure(), FetchCounter.FAILED_DNS)
        : deferred(unreachable.why(), FetchCounter.of(unreachable));
  }

  /**
   * The outcome of pages whose robots.txt redirects to one that is not requested in this round.
   *
   * @param host why nothing is requested from the host of that one
   */
  static Outcome withoutRobots(String file, Outcome host) {
    return host.counter() == FetchCounter.SKIPPED_TIME
        ? host
        : deferred(
            "robots.txt redirects to " + file + ": " + host.protocol().getArgs()[0],
            FetchCounter.SKIPPED_ROBOTS_UNREACHABLE);
  }

  /** The crawldb's record of the setting that forbids the request, if one does. */
  Optional<Refusal> refusal(Map<Refusal.Cause, String> fingerprints, long time) {
    return refusedBy == null
        ? Optional.empty()
        : Optional.of(
            new Refusal(refusedBy, fingerprints.get(refusedBy), time, protocol.getArgs()[0]));
  }

  /** A final outcome, given by the answer or by robots.txt. */
  static Outcome denied(int protocol, String why, FetchCounter counter) {
    return of(CrawlDatum.STATUS_FETCH_GONE, protocol, why, counter);
  }

  /** The same outcome, marked as a {@link #probe}. */
  Outcome asProbe() {
    return new Outcome(status, protocol, counter, refusedBy, true);
  }

  /** Not requested in this round, which is no failure of the URL: see {@link Deferral}. */
  static Outcome deferred(String why, FetchCounter counter) {
    return of(CrawlDatum.STATUS_FETCH_RETRY, Deferral.PROTOCOL_STATUS, why, counter);
  }

  /** The host answered with a challenge to bots, so nothing is learned about the URL. */
  static Outcome challenge(int http) {
    return deferred("challenge page, HTTP status " + http, FetchCounter.SKIPPED_CHALLENGE);
  }

  /** The URL needs a login, which failed. */
  static Outcome withoutLogin(LoginException failure) {
    return deferred(failure.getMessage(), FetchCounter.SKIPPED_LOGIN);
  }

  /** It redirects to the target of all paths that do not exist. */
  static Outcome soft404(String target) {
    String why = "soft 404: redirects to " + target + ", as unknown paths do";
    return denied(ProtocolStatus.NOTFOUND, why, FetchCounter.GONE_SOFT_404);
  }

  /** The kind of non-content in the answer, as far as it shows without the answer's text. */
  Optional<NonContent> nonContent() {
    return switch (counter) {
      case GONE_SOFT_404 -> Optional.of(NonContent.SOFT_404);
      case SKIPPED_CHALLENGE -> Optional.of(NonContent.CHALLENGE);
      default -> Optional.empty();
    };
  }

  /** The host is not contacted any more in this round; null for null. */
  static Outcome of(HostGate.GiveUp host) {
    if (host == null) {
      return null;
    }
    return switch (host.cause()) {
      case ADDRESS -> refused(Refusal.Cause.ADDRESS, host.why());
      case TIME_LIMIT -> deferred(host.why(), FetchCounter.SKIPPED_TIME);
      case FAILURES, LONG_WAIT, MOVED -> deferred(host.why(), FetchCounter.SKIPPED_HOST_FAILED);
    };
  }

  /** The task's time was over before it was the URL's turn. */
  static Outcome overTime() {
    return of(HostGate.TIME_OVER);
  }

  /** The task had become too slow before it was the URL's turn. */
  public static Outcome tooSlow() {
    return deferred(TOO_SLOW, FetchCounter.SKIPPED_TIME);
  }

  private static Outcome of(byte status, int code, String message, FetchCounter counter) {
    ProtocolStatus protocol =
        message == null ? new ProtocolStatus(code) : new ProtocolStatus(code, message);
    return new Outcome(status, protocol, counter, null, false);
  }

  /**
   * The counter that a record of crawl_fetch incremented; empty for a page, a redirect or a link.
   */
  public static Optional<FetchCounter> counterOf(CrawlDatum record) {
    ProtocolStatus protocol = RecordedStatus.of(record);
    if (protocol == null) {
      return Optional.empty();
    }
    String why = detail(record);
    Optional<NonContent> instead = NonContentMark.of(record);
    return switch (record.getStatus()) {
      case CrawlDatum.STATUS_FETCH_GONE ->
          Optional.of(
              instead.isPresent() ? FetchCounter.GONE_SOFT_404 : finalOne(protocol.getCode(), why));
      case CrawlDatum.STATUS_FETCH_RETRY ->
          Optional.of(
              instead.isPresent()
                  ? FetchCounter.SKIPPED_CHALLENGE
                  : Deferral.is(record) ? deferredOne(record, why) : failedOne(why));
      default -> Optional.empty();
    };
  }

  /**
   * The reason why the last fetch of a URL brought no page, by its entry in the crawldb. Empty if
   * the fetch brought a page, a redirect or non-content, or if the URL was never requested.
   */
  public static Optional<FetchCounter> causeOf(CrawlDatum entry) {
    ProtocolStatus protocol = RecordedStatus.of(entry);
    boolean isWithout =
        entry.getStatus() == CrawlDatum.STATUS_DB_GONE
            || entry.getStatus() == CrawlDatum.STATUS_DB_UNFETCHED;
    if (protocol == null || !isWithout || NonContentMark.of(entry).isPresent()) {
      return Optional.empty();
    }
    String why = detail(entry);
    return switch (protocol.getCode()) {
      case ProtocolStatus.EXCEPTION -> Optional.of(failedOne(why));
      case Deferral.PROTOCOL_STATUS -> Optional.of(deferredOne(entry, why));
      case ProtocolStatus.SUCCESS, ProtocolStatus.NOTMODIFIED -> Optional.empty();
      default -> Optional.of(finalOne(protocol.getCode(), why));
    };
  }

  /** The outcome in a record, in one line; empty if it has none. */
  public static String detail(CrawlDatum record) {
    return Objects.requireNonNullElse(RecordedStatus.message(record), "");
  }

  private static FetchCounter finalOne(int code, String why) {
    return switch (code) {
      case ProtocolStatus.ROBOTS_DENIED -> FetchCounter.SKIPPED_ROBOTS_DENIED;
      case ProtocolStatus.ACCESS_DENIED -> FetchCounter.GONE_DENIED;
      case ProtocolStatus.NOTFOUND -> FetchCounter.GONE_NOT_FOUND;
      case ProtocolStatus.PROTO_NOT_FOUND -> FetchCounter.SKIPPED_URL;
      default ->
          why.equals("HTTP status 410") ? FetchCounter.GONE_NOT_FOUND : FetchCounter.GONE_OTHER;
    };
  }

  private static FetchCounter deferredOne(CrawlDatum record, String why) {
    Optional<Refusal> refusal = Refusal.of(record);
    if (refusal.isPresent()) {
      return FetchCounter.of(refusal.get().cause());
    }
    if (why.startsWith(LoginException.BEGINNING)) {
      return FetchCounter.SKIPPED_LOGIN;
    }
    if (why.startsWith("robots.txt")) {
      return FetchCounter.of(RobotsCache.Unreachable.of(why));
    }
    return why.equals(HostGate.TIME_OVER.why()) || why.equals(TOO_SLOW)
        ? FetchCounter.SKIPPED_TIME
        : FetchCounter.SKIPPED_HOST_FAILED;
  }

  private static FetchCounter failedOne(String why) {
    return FailureKind.in(why)
        .map(FetchCounter::of)
        .orElse(
            why.endsWith(WITHOUT_BODY)
                ? FetchCounter.FAILED_TRUNCATED
                : FetchCounter.FAILED_STATUS);
  }
}
