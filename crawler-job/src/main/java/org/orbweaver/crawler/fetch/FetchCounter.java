package org.orbweaver.crawler.fetch;

import org.orbweaver.crawler.http.FailureKind;

/**
 * Counters of the fetch job. {@code FETCHED = OK + REDIRECTED + GONE + FAILED + NOT_MODIFIED +
 * SKIPPED}, {@code FAILED} is the sum of {@code FAILED_…}, and {@code SKIPPED} that of {@code
 * SKIPPED_…}: each record of crawl_fetch but the redirect targets left for later counts once.
 */
public enum FetchCounter {
  /** URLs dealt with: those of the list, and redirect targets that were followed. */
  FETCHED,
  /** Answers with a page. */
  OK,
  /** Answers that lead elsewhere. */
  REDIRECTED,
  /** Answers that say that there is no page to be had. */
  GONE,
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
  /** Failed: the answer's status tells of an error that may pass. */
  FAILED_STATUS,
  /** Answers that the page is as it was. */
  NOT_MODIFIED,
  /** URLs not asked for; the counters below say why. */
  SKIPPED,
  /** Skipped: robots.txt forbids it, or wants a longer delay than fetcher.max.crawl.delay. */
  SKIPPED_ROBOTS_DENIED,
  /** Skipped until the next round: robots.txt cannot be had. */
  SKIPPED_ROBOTS_UNREACHABLE,
  /** Skipped until the next round: the host failed too often, or has no address. */
  SKIPPED_HOST_FAILED,
  /** Skipped: the address may not be contacted, or the URL is none. */
  SKIPPED_REFUSED,
  /** Skipped: its headers tell of something too long, or of a type that is not wanted. */
  SKIPPED_UNWANTED,
  /** Skipped until the next round: the time was over. */
  SKIPPED_TIME,
  /** Redirect targets recorded for a later round. */
  REDIRECTS_LEFT,
  /** Sitemaps that robots.txt files name, recorded for a later round. */
  SITEMAPS_LEFT,
  /** Requests for robots.txt. */
  ROBOTS_REQUESTS,
  /** Bytes of bodies, decoded. */
  BYTES,
  /** Bodies whose end is missing. */
  TRUNCATED,
  /** Hosts contacted. */
  HOSTS,
  /** The longest Crawl-delay that held, in milliseconds, summed over the tasks. */
  LONGEST_DELAY_MS;

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

  /** Whether it counts failures of one kind. */
  boolean isFailed() {
    return name().startsWith(FAILED.name() + "_");
  }

  /** Whether it counts URLs that are left for a later round. */
  boolean isLeft() {
    return this == REDIRECTS_LEFT || this == SITEMAPS_LEFT;
  }

  /** Whether it counts URLs that were not asked for, for one reason. */
  boolean isSkipped() {
    return name().startsWith(SKIPPED.name() + "_");
  }
}
