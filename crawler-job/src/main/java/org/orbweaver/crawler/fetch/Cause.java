package org.orbweaver.crawler.fetch;

import java.util.List;
import java.util.Optional;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.ProtocolStatus;
import org.orbweaver.crawler.crawldb.CrawlDb.RecordedStatus;
import org.orbweaver.crawler.http.FailureKind;
import org.orbweaver.crawler.schedule.Deferral;
import org.orbweaver.crawler.schedule.Refusal;

/**
 * Why a URL of a fetch list brought no page: what is said of it at the end of a crawl, and what to
 * do about it. Redirects are none of these.
 */
public enum Cause {
  ADDRESS(Refusal.Cause.ADDRESS, FetchCounter.SKIPPED_REFUSED),
  PORT(Refusal.Cause.PORT, FetchCounter.SKIPPED_PORT),
  CRAWL_DELAY(Refusal.Cause.CRAWL_DELAY, FetchCounter.SKIPPED_CRAWL_DELAY),
  HEAD(Refusal.Cause.HEAD, FetchCounter.SKIPPED_UNWANTED),
  ROBOTS_DENIED(
      "forbidden by robots.txt",
      "'orb read robots' shows the matching line; requested again after db.fetch.interval.max",
      FetchCounter.SKIPPED_ROBOTS_DENIED),
  DNS(
      "the host has no address",
      "check the host's name and DNS; " + Cause.RETRIED,
      FetchCounter.FAILED_DNS),
  CONNECT(
      "no connection to the host",
      "check that a server listens on this port; " + Cause.RETRIED,
      FetchCounter.FAILED_CONNECT,
      FetchCounter.SKIPPED_CONNECT),
  ROBOTS_UNAVAILABLE(
      "deferred: robots.txt is unreachable",
      Cause.RETRIED,
      FetchCounter.SKIPPED_ROBOTS_UNREACHABLE),
  HOST_LEFT_ALONE(
      "deferred: the host failed too often, or asked for a wait longer than"
          + " orbweaver.fetch.wait.max.ms",
      Cause.RETRIED,
      FetchCounter.SKIPPED_HOST_FAILED),
  TIME_LIMIT(
      "deferred: the time limit was reached",
      "raise fetcher.timelimit.mins; " + Cause.RETRIED,
      FetchCounter.SKIPPED_TIME),
  TIMEOUT(
      "timeout",
      "raise http.timeout or orbweaver.fetch.deadline.ms; " + Cause.RETRIED,
      FetchCounter.FAILED_TIMEOUT),
  TLS("no secure connection", Cause.RETRIED, FetchCounter.FAILED_TLS),
  PROXY("refused by the proxy", "check the http.proxy.* settings", FetchCounter.FAILED_PROXY),
  SERVER_ERROR("server errors (5xx, 429)", Cause.RETRIED, FetchCounter.FAILED_STATUS),
  BROKEN_ANSWER(
      "broken responses",
      Cause.RETRIED,
      FetchCounter.FAILED_PROTOCOL,
      FetchCounter.FAILED_TRUNCATED,
      FetchCounter.FAILED_OTHER),
  NOT_FOUND("not found (404, 410)", "", FetchCounter.GONE_NOT_FOUND),
  ACCESS_DENIED("access denied (401, 403)", "", FetchCounter.GONE_DENIED),
  GONE("refused by the server", "", FetchCounter.GONE_OTHER),
  NO_URL("not an http or https URL with a host", "", FetchCounter.SKIPPED_URL);

  private static final String RETRIED =
      "retried after orbweaver.fetch.retry.delay.sec, or now with --add-days 1";

  private final String description;
  private final String remedy;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<FetchCounter> counters;

  Cause(String description, String remedy, FetchCounter... counters) {
    this.description = description;
    this.remedy = remedy;
    this.counters = List.of(counters);
  }

  Cause(Refusal.Cause refusal, FetchCounter counter) {
    this("refused: " + refusal.description(), refusal.remedy(), counter);
  }

  /** What happened: half a sentence. */
  public String description() {
    return description;
  }

  /** What to do about it; empty where nothing is to be done. */
  public String remedy() {
    return remedy;
  }

  /** Whether a setting is the cause. */
  public boolean isRefusal() {
    return this == ADDRESS || this == PORT || this == CRAWL_DELAY || this == HEAD;
  }

  /** What counts it. */
  List<FetchCounter> counters() {
    return counters;
  }

  /** The cause in a record of crawl_fetch; none for a page, a redirect or a link. */
  public static Optional<Cause> of(CrawlDatum record) {
    Optional<FetchCounter> counter = counter(record);
    for (Cause cause : values()) {
      if (counter.isPresent() && cause.counters.contains(counter.get())) {
        return Optional.of(cause);
      }
    }
    return Optional.empty();
  }

  /** One line of what a record says of its outcome; empty where it says nothing. */
  public static String detail(CrawlDatum record) {
    ProtocolStatus protocol = RecordedStatus.of(record);
    return protocol == null ? "" : detail(protocol);
  }

  private static String detail(Outcome outcome) {
    return detail(outcome.protocol());
  }

  private static String detail(ProtocolStatus protocol) {
    String[] args = protocol.getArgs();
    return args == null || args.length == 0 ? "" : args[0];
  }

  private static Optional<FetchCounter> counter(CrawlDatum record) {
    ProtocolStatus protocol = RecordedStatus.of(record);
    if (protocol == null) {
      return Optional.empty();
    }
    String detail = detail(record);
    return switch (record.getStatus()) {
      case CrawlDatum.STATUS_FETCH_GONE -> Optional.of(gone(protocol.getCode(), detail));
      case CrawlDatum.STATUS_FETCH_RETRY ->
          Optional.of(Deferral.is(record) ? deferred(record, detail) : failed(detail));
      default -> Optional.empty();
    };
  }

  private static FetchCounter gone(int code, String detail) {
    return switch (code) {
      case ProtocolStatus.ROBOTS_DENIED -> FetchCounter.SKIPPED_ROBOTS_DENIED;
      case ProtocolStatus.ACCESS_DENIED -> FetchCounter.GONE_DENIED;
      case ProtocolStatus.NOTFOUND -> FetchCounter.GONE_NOT_FOUND;
      case ProtocolStatus.PROTO_NOT_FOUND -> FetchCounter.SKIPPED_URL;
      default ->
          detail.equals("HTTP status 410") ? FetchCounter.GONE_NOT_FOUND : FetchCounter.GONE_OTHER;
    };
  }

  private static FetchCounter deferred(CrawlDatum record, String detail) {
    Optional<Refusal> refusal = Refusal.of(record);
    if (refusal.isPresent()) {
      return FetchCounter.of(refusal.get().cause());
    }
    if (detail.startsWith("robots.txt")) {
      return FetchCounter.ofRobotsFailure(detail);
    }
    return detail.equals(detail(Outcome.overTime()))
            || detail.equals(detail(FetchProgress.SlowTail.outcome()))
        ? FetchCounter.SKIPPED_TIME
        : FetchCounter.SKIPPED_HOST_FAILED;
  }

  private static FetchCounter failed(String detail) {
    for (FailureKind kind : FailureKind.values()) {
      if (detail.startsWith(kind + ", ")) {
        return FetchCounter.of(kind);
      }
    }
    boolean bodiless = detail.endsWith(Outcome.WITHOUT_BODY);
    return bodiless ? FetchCounter.FAILED_TRUNCATED : FetchCounter.FAILED_STATUS;
  }
}
