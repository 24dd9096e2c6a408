package org.orbweaver.crawler.fetch;

/**
 * Counters of the fetch job. {@code FETCHED = OK + REDIRECTED + GONE + FAILED + NOT_MODIFIED +
 * SKIPPED}: each record of crawl_fetch but the redirect targets left for later counts once.
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

  /** Whether it counts URLs that are left for a later round. */
  boolean isLeft() {
    return this == REDIRECTS_LEFT || this == SITEMAPS_LEFT;
  }

  /** Whether it counts URLs that were not asked for, for one reason. */
  boolean isSkipped() {
    return name().startsWith(SKIPPED.name() + "_");
  }
}
