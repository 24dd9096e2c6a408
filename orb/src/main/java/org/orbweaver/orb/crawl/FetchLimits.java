package org.orbweaver.orb.crawl;

import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.FetchKeys;
import org.orbweaver.crawler.fetch.task.FetchCounter;

/** When a run that fetches in rounds has to stop, and how long its next fetch list may be. */
final class FetchLimits {
  /** Assumed until a page has been fetched. */
  private static final long USUAL_PAGE_BYTES = 50_000;

  /**
   * The limits; 0 for no limit.
   *
   * @param minutes from the start of the run to its last request
   * @param pages as {@link FetchLimits} counts them
   * @param bytes downloaded, approximately
   */
  record Limits(int minutes, long pages, long bytes) {}

  private final Session session;
  private final Limits limits;
  private final LongSupplier pages;
  private final long since;
  private final long start = System.nanoTime();

  /**
   * @param pages counts those there are
   * @param since the number of the step after which bytes count
   */
  FetchLimits(Session session, Limits limits, LongSupplier pages, long since) {
    this.session = session;
    this.limits = limits;
    this.pages = pages;
    this.since = since;
  }

  /** The limit that is reached, in words; empty if there is none. */
  Optional<String> reached() {
    if (limits.minutes > 0 && minutesLeft() <= 0) {
      return Optional.of(Count.of(limits.minutes, "minute") + " have passed");
    }
    if (limits.pages > 0 && pages.getAsLong() >= limits.pages) {
      return Optional.of("it has " + Count.of(limits.pages, "page"));
    }
    if (limits.bytes > 0 && bytes(since) >= limits.bytes) {
      return Optional.of(
          String.format(Locale.ROOT, "%.1f MB have been downloaded", limits.bytes / 1e6));
    }
    return Optional.empty();
  }

  private long minutesLeft() {
    long passed = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    // Rounded up to whole minutes: the fetcher's limit is in minutes.
    return -Math.floorDiv(passed - limits.minutes * 60L, 60L);
  }

  /** Limits the next fetch to the time that is left. */
  void limitTime() {
    if (limits.minutes > 0) {
      Configuration conf = session.conf();
      int own = FetchKeys.TIME_LIMIT.get(conf);
      int left = (int) Math.max(1, minutesLeft());
      FetchKeys.TIME_LIMIT.set(conf, own >= 0 ? Math.min(own, left) : left);
    }
  }

  /** The length of the next fetch list. */
  long urlsLeft() {
    long left = CrawlerKeys.GENERATE_TOP_N.get(session.conf());
    if (limits.pages > 0) {
      left = Math.min(left, limits.pages - pages.getAsLong());
    }
    if (limits.bytes > 0) {
      left = Math.min(left, Math.max(1, (limits.bytes - bytes(since)) / averageBytes()));
    }
    return left;
  }

  /** The average bytes downloaded for a URL on a fetch list, over the whole crawl. */
  private long averageBytes() {
    long urls = fetched(session, FetchCounter.FETCHED, 0);
    return urls == 0 ? USUAL_PAGE_BYTES : Math.max(1, bytes(0) / urls);
  }

  private long bytes(long after) {
    return fetched(session, FetchCounter.BYTES, after);
  }

  /** The sum of a counter over the fetches after a step. */
  static long fetched(Session session, FetchCounter counter, long after) {
    String name = counter.name().toLowerCase(Locale.ROOT);
    return session.steps().history().stream()
        .filter(step -> step.number() > after && step.name().equals("fetch"))
        .mapToLong(step -> step.count(name))
        .sum();
  }
}
