package org.orbweaver.crawler.fetch.task;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.orbweaver.crawler.hosts.RobotsCache;
import org.orbweaver.crawler.http.FailureKind;
import org.orbweaver.crawler.recrawl.Refusal;

/**
 * Counters of the fetch job. {@code FETCHED = OK + REDIRECTED + GONE + FAILED + NOT_MODIFIED +
 * SKIPPED}; {@code GONE}, {@code FAILED} and {@code SKIPPED} are the sums of {@code GONE_…}, {@code
 * FAILED_…} and {@code SKIPPED_…}. Each record of crawl_fetch counts once, except redirect targets
 * left for later.
 *
 * <p>Each counter of these three kinds has the reason why a URL brought no page, and the remedy.
 */
public enum FetchCounter {
  /** URLs dealt with: those of the list, and redirect targets that were followed. */
  FETCHED,
  /** Answers with a page. */
  OK,
  /** Redirects. */
  REDIRECTED,
  /** Answers that say that the page is permanently unavailable. */
  GONE,
  /** Gone: no such page (404, 410). */
  GONE_NOT_FOUND("not found (404, 410)", ""),
  /** Gone: access denied (401, 403). */
  GONE_DENIED(
      "access denied (401, 403)",
      "ask the host's owner to admit the crawler; requested again after db.fetch.interval.max"),
  /** Gone: it redirects to the place where the host redirects unknown paths. */
  GONE_SOFT_404("soft 404 (a redirect, as of unknown paths)", ""),
  /** Gone: another error of the request, or a redirect without a usable target. */
  GONE_OTHER("refused by the server", ""),
  /** Failures that may be transient: an error status, or no answer. */
  FAILED,
  /** Failed: the host has no address. */
  FAILED_DNS("the host has no address", "check the host's name and DNS; " + FetchCounter.RETRIED),
  /** Failed: no connection. */
  FAILED_CONNECT(
      "no connection to the host",
      "check that a server listens on this port; " + FetchCounter.RETRIED),
  /** Failed: no answer in time. */
  FAILED_TIMEOUT(
      "timeout", "raise http.timeout or orbweaver.fetch.deadline.ms; " + FetchCounter.RETRIED),
  /** Failed: no secure connection, or a certificate that is not valid for the host. */
  FAILED_TLS("no secure connection", FetchCounter.RETRIED),
  /** Failed: the answer was not valid HTTP. */
  FAILED_PROTOCOL("broken responses", FetchCounter.RETRIED),
  /** Failed: the connection ended before the whole answer had come. */
  FAILED_TRUNCATED(FAILED_PROTOCOL),
  /** Failed: the proxy did not let the request through. */
  FAILED_PROXY("refused by the proxy", "check the http.proxy.* settings"),
  /** Failed: for another reason. */
  FAILED_OTHER(FAILED_PROTOCOL),
  /** Failed: the status is that of a transient error. */
  FAILED_STATUS("server errors (5xx, 429)", FetchCounter.RETRIED),
  /** Answers that the page is unchanged. */
  NOT_MODIFIED,
  /** URLs not requested; the counters below say why. */
  SKIPPED,
  /** Skipped: robots.txt forbids it. */
  SKIPPED_ROBOTS_DENIED(
      "forbidden by robots.txt",
      "'orb read robots' shows the matching line; looked at again when robots.txt has changed"),
  /** Skipped: the host's Crawl-delay is above fetcher.max.crawl.delay. */
  SKIPPED_CRAWL_DELAY(Refusal.Cause.CRAWL_DELAY),
  /** Deferred: no connection to the host, so its robots.txt is unreachable. */
  SKIPPED_CONNECT(FAILED_CONNECT),
  /** Deferred: robots.txt is unreachable for another reason. */
  SKIPPED_ROBOTS_UNREACHABLE("deferred: robots.txt is unreachable", FetchCounter.RETRIED),
  /**
   * Deferred: the host failed too often, or is to be left alone for longer than the longest wait.
   */
  SKIPPED_HOST_FAILED(
      "deferred: the host failed too often, or asked for a wait longer than"
          + " orbweaver.fetch.wait.max.ms",
      FetchCounter.RETRIED),
  /** Deferred: the host answered with a challenge to bots. */
  SKIPPED_CHALLENGE(
      "deferred: a challenge page instead of the page",
      "ask the host's owner to admit the crawler; " + FetchCounter.RETRIED),
  /** Deferred: the login of the URL's site failed. */
  SKIPPED_LOGIN(
      "deferred: the login of the site failed",
      "'orb try' shows the login; " + FetchCounter.RETRIED),
  /** Skipped: the address may not be contacted. */
  SKIPPED_REFUSED(Refusal.Cause.ADDRESS),
  /** Skipped: the port may not be contacted. */
  SKIPPED_PORT(Refusal.Cause.PORT),
  /** Skipped: not an http or https URL with a host. */
  SKIPPED_URL("not an http or https URL with a host", ""),
  /** Skipped: the answer to HEAD announces too long a body or an unwanted type. */
  SKIPPED_UNWANTED(Refusal.Cause.HEAD),
  /** Deferred: the time limit was reached. */
  SKIPPED_TIME(
      "deferred: the time limit was reached",
      "raise fetcher.timelimit.mins; " + FetchCounter.RETRIED),
  /** Redirect targets that were followed: URLs dealt with that are not in the list. */
  REDIRECTS_FOLLOWED,
  /** Redirect targets recorded for a later round. */
  REDIRECTS_LEFT,
  /** Sitemaps that robots.txt files name, recorded for a later round. */
  SITEMAPS_LEFT,
  /** Entries of folders, recorded for a later round. */
  ENTRIES_LEFT,
  /** Requests made, those for robots.txt included. */
  REQUESTS,
  /** Requests for robots.txt. */
  ROBOTS_REQUESTS,
  /** Requests for paths that do not exist. */
  UNKNOWN_PATH_REQUESTS,
  /** Requests for tdmrep.json. */
  TDMREP_REQUESTS,
  /** Bytes of bodies, decoded. */
  BYTES,
  /** Bodies whose end is missing. */
  TRUNCATED,
  /** Hosts contacted. */
  HOSTS;

  private static final String RETRIED =
      "retried after orbweaver.fetch.retry.delay.sec, or now with --add-days 1";

  private final FetchCounter cause;
  private final Refusal.Cause refusal;
  private final String description;
  private final String remedy;

  FetchCounter() {
    this(null, null, "", "");
  }

  FetchCounter(String description, String remedy) {
    this(null, null, description, remedy);
  }

  FetchCounter(FetchCounter sameCause) {
    this(sameCause, null, sameCause.description, sameCause.remedy);
  }

  FetchCounter(Refusal.Cause refusal) {
    this(null, refusal, "refused: " + refusal.description(), refusal.remedy());
  }

  FetchCounter(FetchCounter cause, Refusal.Cause refusal, String description, String remedy) {
    this.cause = cause == null ? this : cause;
    this.refusal = refusal;
    this.description = description;
    this.remedy = remedy;
  }

  /** The first of the counters with the same cause. */
  public FetchCounter cause() {
    return cause;
  }

  /** Whether a setting is the cause. */
  public boolean isRefusal() {
    return refusal != null;
  }

  /** The reason why there is no page, half a sentence; empty if it counts no such URLs. */
  public String description() {
    return description;
  }

  /** The remedy; empty if nothing is to be done. */
  public String remedy() {
    return remedy;
  }

  /** The counter of a kind of failure. */
  static FetchCounter of(FailureKind kind) {
    return switch (kind) {
      case DNS -> FAILED_DNS;
      case CONNECT -> FAILED_CONNECT;
      case TIMEOUT -> FAILED_TIMEOUT;
      case TLS, CERTIFICATE -> FAILED_TLS;
      case PROTOCOL -> FAILED_PROTOCOL;
      case TRUNCATED -> FAILED_TRUNCATED;
      case PROXY -> FAILED_PROXY;
      case REFUSED, URL, OTHER -> FAILED_OTHER;
    };
  }

  /** The counter of a refusal. */
  static FetchCounter of(Refusal.Cause cause) {
    return Stream.of(values()).filter(counter -> counter.refusal == cause).findAny().orElseThrow();
  }

  /** The counter of pages whose robots.txt is unreachable. */
  static FetchCounter of(RobotsCache.Unreachable robots) {
    return robots.kind().equals(Optional.of(FailureKind.CONNECT))
        ? SKIPPED_CONNECT
        : SKIPPED_ROBOTS_UNREACHABLE;
  }

  /** Whether it counts pages that are gone, for one reason. */
  boolean isGone() {
    return name().startsWith(GONE.name() + "_");
  }

  /** Whether it counts failures of one kind. */
  public boolean isFailed() {
    return name().startsWith(FAILED.name() + "_");
  }

  /** Whether it counts URLs that are left for a later round. */
  public boolean isLeft() {
    return this == REDIRECTS_LEFT || this == SITEMAPS_LEFT || this == ENTRIES_LEFT;
  }

  /** All counters that a URL with this outcome increments. */
  public Set<FetchCounter> all() {
    Set<FetchCounter> all = EnumSet.of(this);
    if (!isLeft()) {
      all.add(FETCHED);
      if (isSkipped()) {
        all.add(SKIPPED);
      } else if (isFailed()) {
        all.add(FAILED);
      } else if (isGone()) {
        all.add(GONE);
      }
    }
    return all;
  }

  /** Whether it counts URLs that were not requested, for one reason. */
  boolean isSkipped() {
    return name().startsWith(SKIPPED.name() + "_");
  }
}
