package org.orbweaver.crawler.fetch;

import java.util.EnumSet;
import java.util.Set;
import org.orbweaver.crawler.http.FailureKind;
import org.orbweaver.crawler.schedule.Refusal;

/**
 * Counters of the fetch job. {@code FETCHED = OK + REDIRECTED + GONE + FAILED + NOT_MODIFIED +
 * SKIPPED}; {@code GONE}, {@code FAILED} and {@code SKIPPED} are the sums of {@code GONE_…}, {@code
 * FAILED_…} and {@code SKIPPED_…}: each record of crawl_fetch but the redirect targets left for
 * later counts once.
 */
public enum FetchCounter {
  /** URLs dealt with: those of the list, and redirect targets that were followed. */
  FETCHED,
  /** Answers with a page. */
  OK,
  /** Answers that lead elsewhere. */
  REDIRECTED,
  /** Answers that say that the page is permanently unavailable. */
  GONE,
  /** Gone: no such page (404, 410). */
  GONE_NOT_FOUND,
  /** Gone: access denied (401, 403). */
  GONE_DENIED,
  /** Gone: another error of the request, or a redirect that leads nowhere. */
  GONE_OTHER,
  /** Answers, or the lack of one, that may be better next time. */
  FAILED,
  /** Failed: the host has no address. */
  FAILED_DNS,
  /** Failed: no connection. */
  FAILED_CONNECT,
  /** Failed: no answer in time. */
  FAILED_TIMEOUT,
  /** Failed: no secure connection, or a certificate that is not valid for the host. */
  FAILED_TLS,
  /** Failed: the answer was not HTTP. */
  FAILED_PROTOCOL,
  /** Failed: the connection ended before an answer, or all of its body, had come. */
  FAILED_TRUNCATED,
  /** Failed: the proxy did not let the request through. */
  FAILED_PROXY,
  /** Failed: for another reason. */
  FAILED_OTHER,
  /** Failed: the status is that of a transient error. */
  FAILED_STATUS,
  /** Answers that the page is as it was. */
  NOT_MODIFIED,
  /** URLs not requested; the counters below say why. */
  SKIPPED,
  /** Skipped: robots.txt forbids it. */
  SKIPPED_ROBOTS_DENIED,
  /** Skipped: the host's Crawl-delay is above fetcher.max.crawl.delay. */
  SKIPPED_CRAWL_DELAY,
  /** Deferred: no connection to the host, so its robots.txt is unreachable. */
  SKIPPED_CONNECT,
  /** Deferred: robots.txt is unreachable for another reason. */
  SKIPPED_ROBOTS_UNREACHABLE,
  /** Deferred: the host failed too often, or is to be left alone for longer than we wait. */
  SKIPPED_HOST_FAILED,
  /** Skipped: the address may not be contacted. */
  SKIPPED_REFUSED,
  /** Skipped: the port may not be contacted. */
  SKIPPED_PORT,
  /** Skipped: not an http or https URL with a host. */
  SKIPPED_URL,
  /** Skipped: the answer to HEAD announces too long a body or an unwanted type. */
  SKIPPED_UNWANTED,
  /** Deferred: the time limit was reached. */
  SKIPPED_TIME,
  /** Redirect targets recorded for a later round. */
  REDIRECTS_LEFT,
  /** Sitemaps that robots.txt files name, recorded for a later round. */
  SITEMAPS_LEFT,
  /** Requests made, those for robots.txt included. */
  REQUESTS,
  /** Requests for robots.txt. */
  ROBOTS_REQUESTS,
  /** Bytes of bodies, decoded. */
  BYTES,
  /** Bodies whose end is missing. */
  TRUNCATED,
  /** Hosts contacted. */
  HOSTS;

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
    return switch (cause) {
      case ADDRESS -> SKIPPED_REFUSED;
      case PORT -> SKIPPED_PORT;
      case CRAWL_DELAY -> SKIPPED_CRAWL_DELAY;
      case HEAD -> SKIPPED_UNWANTED;
    };
  }

  /** The counter of pages whose robots.txt is unreachable, by the message that says why. */
  static FetchCounter ofRobotsFailure(String why) {
    return why.startsWith("robots.txt: " + FailureKind.CONNECT + ",")
        ? SKIPPED_CONNECT
        : SKIPPED_ROBOTS_UNREACHABLE;
  }

  /** Whether it counts pages that are gone, for one reason. */
  boolean isGone() {
    return name().startsWith(GONE.name() + "_");
  }

  /** Whether it counts failures of one kind. */
  boolean isFailed() {
    return name().startsWith(FAILED.name() + "_");
  }

  /** Whether it counts URLs that are left for a later round. */
  boolean isLeft() {
    return this == REDIRECTS_LEFT || this == SITEMAPS_LEFT;
  }

  /** What is counted of a URL with this outcome. */
  Set<FetchCounter> all() {
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
