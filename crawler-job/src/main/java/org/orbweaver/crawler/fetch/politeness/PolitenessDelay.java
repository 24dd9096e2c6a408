package org.orbweaver.crawler.fetch.politeness;

import java.util.Locale;

/**
 * How long a host is left alone between two requests, from the end of one to the start of the next:
 * the largest of the configured delay, its Crawl-delay, a multiple of its last response time (A.
 * Heydon, M. Najork: "Mercator", 1999, section 3.2), and, after consecutive failures, the delay
 * doubled for each, up to a day.
 *
 * @param delayMs the configured delay; if it is 0, only Crawl-delay, Retry-After and RateLimit
 *     count
 * @param maxCrawlDelayMs the longest Crawl-delay to obey; negative: no limit
 * @param capCrawlDelay whether a longer one is shortened to that, rather than excluding the host
 * @param responseFactor multiplies the last response time
 */
public record PolitenessDelay(
    long delayMs, long maxCrawlDelayMs, boolean capCrawlDelay, double responseFactor) {
  private static final int MOST_DOUBLINGS = 30;
  private static final long LONGEST_BACK_OFF_MS = 86_400_000;

  /** The same with another configured delay. */
  PolitenessDelay with(long otherDelayMs) {
    return otherDelayMs == delayMs
        ? this
        : new PolitenessDelay(otherDelayMs, maxCrawlDelayMs, capCrawlDelay, responseFactor);
  }

  /** The delay in milliseconds, from the end of a request. */
  public long afterMs(long crawlDelayMs, long responseMs, int failures) {
    long delay = Math.max(delayMs, waitedFor(crawlDelayMs));
    if (delayMs > 0) {
      delay = Math.max(delay, Math.round(responseFactor * responseMs));
      if (failures > 0) {
        delay =
            Math.max(
                delay,
                Math.min(LONGEST_BACK_OFF_MS, delayMs << Math.min(failures, MOST_DOUBLINGS)));
      }
    }
    return delay;
  }

  /** The component of the delay that is largest and so decides it. */
  public enum DelayReason {
    DELAY("delay"),
    CRAWL_DELAY("Crawl-delay"),
    SLOW_ANSWERS("slow responses"),
    ERRORS("errors"),
    RETRY_AFTER("Retry-After"),
    RATE_LIMIT("RateLimit");

    private final String words;

    DelayReason(String words) {
      this.words = words;
    }

    /** The reason with its time: "Crawl-delay 10 s". */
    public String of(long ms) {
      return ms % 1000 == 0 || ms >= 10_000
          ? words + " " + (ms + 500) / 1000 + " s"
          : String.format(Locale.ROOT, "%s %.1f s", words, ms / 1e3);
    }
  }

  /** The reason for the result of {@link #afterMs}. */
  DelayReason reason(long crawlDelayMs, long responseMs, int failures) {
    long delay = afterMs(crawlDelayMs, responseMs, failures);
    if (delay == delayMs) {
      return DelayReason.DELAY;
    }
    if (delay == waitedFor(crawlDelayMs)) {
      return DelayReason.CRAWL_DELAY;
    }
    return delay == afterMs(crawlDelayMs, responseMs, 0)
        ? DelayReason.SLOW_ANSWERS
        : DelayReason.ERRORS;
  }

  /** The Crawl-delay as far as it is obeyed; 0 if it excludes the host. */
  private long waitedFor(long crawlDelayMs) {
    if (!exceeds(crawlDelayMs)) {
      return crawlDelayMs;
    }
    return capCrawlDelay ? maxCrawlDelayMs : 0;
  }

  /** Whether a Crawl-delay is so long that nothing is fetched from the host. */
  public boolean excludes(long crawlDelayMs) {
    return exceeds(crawlDelayMs) && !capCrawlDelay;
  }

  private boolean exceeds(long crawlDelayMs) {
    return maxCrawlDelayMs >= 0 && crawlDelayMs > maxCrawlDelayMs;
  }
}
