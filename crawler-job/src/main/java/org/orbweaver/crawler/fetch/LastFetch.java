package org.orbweaver.crawler.fetch;

import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.crawler.update.UpdatePhase;

/**
 * What a fetch has to know of the one before it, so that the politeness delay holds from round to
 * round. What the last round asked is in the store of hosts once its segment is in the crawldb;
 * until then every host may have been contacted up to that fetch's end.
 *
 * @param contactedUntil until when, milliseconds since 1970; 0: the store of hosts knows
 * @param longestDelayMs the longest Crawl-delay that was in force
 */
record LastFetch(long contactedUntil, long longestDelayMs) {
  private static final String STEP = "fetch";

  private static final String LONGEST_DELAY =
      FetchCounter.LONGEST_DELAY_MS.name().toLowerCase(Locale.ROOT);

  /** As the log of steps tells it. */
  static LastFetch of(List<StepRecord> history, Configuration conf) {
    StepRecord last = null;
    for (StepRecord step : history) {
      if (step.name().equals(STEP)) {
        last = step;
      }
    }
    if (last == null) {
      return new LastFetch(0, 0);
    }
    boolean merged = UpdatePhase.inCrawlDb(history).contains(last.key());
    long longest = Long.parseLong(last.results().getOrDefault(LONGEST_DELAY, "0"));
    long limit = FetchSettings.policy(conf, "", 0).gap().maxCrawlDelayMs();
    return new LastFetch(
        merged ? 0 : last.time().toEpochMilli(), limit < 0 ? longest : Math.min(longest, limit));
  }

  /** The same, where a fetch was interrupted and may have contacted hosts until now. */
  LastFetch interrupted(long now) {
    return new LastFetch(now, longestDelayMs);
  }

  /** Puts it into a job's settings. */
  void embed(Configuration conf) {
    conf.setLong(FetchJob.CONTACTED_UNTIL, contactedUntil);
    conf.setLong(FetchJob.LAST_GAP, longestDelayMs);
  }

  /** From a job's settings. */
  static LastFetch embedded(Configuration conf) {
    return new LastFetch(
        conf.getLong(FetchJob.CONTACTED_UNTIL, 0), conf.getLong(FetchJob.LAST_GAP, 0));
  }

  /** How long all hosts are still to be left alone: see {@link FetchPolicy}. */
  long waitMs(Configuration conf, long now) {
    if (contactedUntil == 0) {
      return 0;
    }
    long gap = Math.max(FetchSettings.policy(conf, "", 0).gap().delayMs(), longestDelayMs);
    // A clock that was set back must not make it longer than the delay.
    return Math.min(gap, Math.max(0, contactedUntil + gap - now));
  }
}
