package org.orbweaver.crawler.fetch;

import java.io.IOException;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapreduce.Mapper;
import org.orbweaver.common.job.UserThreads;
import org.orbweaver.crawler.fetch.politeness.PartLease;
import org.orbweaver.crawler.fetch.task.Dispatcher;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.fetch.task.FetchTask;
import org.orbweaver.crawler.fetch.task.ListUrls;
import org.orbweaver.crawler.fetch.task.Outcome;
import org.orbweaver.crawler.fetch.task.SlowestHosts;
import org.orbweaver.crawler.site.SiteFetcher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work done once a second while a task fetches. It reports liveness and progress to the
 * framework, since a polite wait is not a hang, renews the lease, closes idle connections, and ends
 * the task when its time is over or its output cannot be written.
 */
final class FetchProgress implements AutoCloseable {
  /**
   * Gauges of a running task. They mean nothing afterwards, so they are not {@link FetchCounter}s.
   */
  enum Size {
    TOTAL
  }

  static final Size TOTAL = Size.TOTAL;

  private static final Logger LOG = LoggerFactory.getLogger(FetchProgress.class);

  private static final long IDLE_MS = 10_000;

  /** Seconds between scans of all queues; a scan of many takes milliseconds. */
  private static final int LOOKS_AHEAD_EVERY = 5;

  /** Waits too short to be read are not shown. */
  private static final long SHORTEST_SHOWN_MS = 3000;

  private final Mapper<?, ?, ?, ?>.Context context;
  private final FetchTask task;
  private final ListUrls list;
  private final FetchOutput output;
  private final PartLease lease;
  private final FetchOutput.FetchStats stats;
  private final SiteFetcher fetcher;
  private final SlowTail slowTail;
  private final long start = System.nanoTime();
  private final ScheduledExecutorService timer =
      Executors.newScheduledThreadPool(2, UserThreads.named("fetch-progress"));

  private long reports;
  private long doneBefore;
  private SlowestHosts.Remaining slowest = new SlowestHosts.Remaining("", 0);
  private long lookedAt;
  private ScheduledFuture<?> ticks;
  private ScheduledFuture<?> renewals;

  FetchProgress(
      Mapper<?, ?, ?, ?>.Context context,
      FetchTask task,
      ListUrls list,
      FetchOutput output,
      PartLease lease,
      SiteFetcher fetcher) {
    this.context = context;
    this.task = task;
    this.list = list;
    this.output = output;
    this.stats = output.stats();
    this.lease = lease;
    this.fetcher = fetcher;
    this.slowTail = FetchSettings.slowTail(context.getConfiguration());
  }

  void begin() {
    doneBefore = stats.get(FetchCounter.FETCHED);
    ticks = timer.scheduleWithFixedDelay(this::tick, 1, 1, TimeUnit.SECONDS);
    renewals =
        timer.scheduleWithFixedDelay(
            this::renew,
            PartLease.RENEWED_EVERY_MS,
            PartLease.RENEWED_EVERY_MS,
            TimeUnit.MILLISECONDS);
  }

  /** Runs apart from the other work: writing may take longer than the lease lasts. */
  private void renew() {
    lease.renew();
    if (!lease.isHeld()) {
      // This also ends the running requests: the hosts belong to another attempt soon.
      fetcher.close();
    }
  }

  private void tick() {
    try {
      try {
        report();
      } catch (RuntimeException e) {
        LOG.warn("progress cannot be shown: {}", e.toString());
      }
      task.checkTime();
      if (slowTail.isTooSlow(stats.get(FetchCounter.FETCHED), System.nanoTime() - start)) {
        task.end(Outcome.tooSlow());
      }
      output.check();
      fetcher.closeIdle(IDLE_MS);
    } catch (IOException | RuntimeException | Error e) {
      task.fail(e);
    }
  }

  private synchronized void report() throws IOException {
    Dispatcher.State state = task.state();
    stats.report(context);
    long done = stats.get(FetchCounter.FETCHED);
    context.getCounter(TOTAL).setValue(done + state.waiting() + state.leases());
    context.setStatus(describe(state, done));
    // The framework asks the reader for its progress only when a record is read or none is left.
    list.touch();
    context.progress();
  }

  private String describe(Dispatcher.State state, long done) throws IOException {
    double seconds = Math.max(0.001, (System.nanoTime() - start) / 1e9);
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%,d of %,d%s, %.1f/s",
            done,
            done + state.waiting() + state.leases(),
            state.isWhole() ? " URLs" : "+ URLs",
            (done - doneBefore) / seconds));
    if (reports++ % LOOKS_AHEAD_EVERY == 0) {
      slowest = task.slowest();
      lookedAt = System.nanoTime();
    }
    long least = slowest.leastMs() - (System.nanoTime() - lookedAt) / 1_000_000;
    if (least >= SHORTEST_SHOWN_MS) {
      text.append(", at least ").append(time(least)).append(" left");
    }
    if (!slowest.text().isEmpty() && state.waiting() > 0) {
      text.append(", slowest: ").append(slowest.text());
    }
    text.append(
        String.format(
            Locale.ROOT,
            ", %,d failed%s, %,d skipped, %,.0f KB/s",
            stats.get(FetchCounter.FAILED),
            failures(),
            stats.get(FetchCounter.SKIPPED),
            stats.get(FetchCounter.BYTES) / seconds / 1e3));
    return text.toString();
  }

  /** The failures by cause, such as " (3 timeout, 1 status)". */
  private String failures() {
    StringJoiner kinds = new StringJoiner(", ", " (", ")").setEmptyValue("");
    for (FetchCounter counter : FetchCounter.values()) {
      long count = stats.get(counter);
      if (counter.isFailed() && count > 0) {
        String name = counter.name().substring(FetchCounter.FAILED.name().length() + 1);
        kinds.add(count + " " + name.toLowerCase(Locale.ROOT));
      }
    }
    return kinds.toString();
  }

  /** Rounded down, since it is a lower bound. */
  private static String time(long ms) {
    long seconds = ms / 1000;
    return seconds < 120 ? seconds + " s" : seconds / 60 + " min";
  }

  /** Stops, after reporting the final values of the counters. */
  @Override
  public void close() throws IOException {
    if (ticks != null) {
      ticks.cancel(false);
      renewals.cancel(false);
    }
    timer.shutdown();
    report();
  }

  /**
   * Ends a task's slow tail: once the task has fetched fewer pages a second than a threshold for a
   * while, the rest waits for the next round. Otherwise a few large hosts would hold up a whole
   * round. Used by one thread.
   */
  static final class SlowTail {
    /** The window over which the rate is measured. */
    static final long WINDOW_NANOS = 60_000_000_000L;

    private final double pagesPerSecond;
    private final long afterNanos;
    private long windowStart;
    private long windowPages;

    /**
     * A rule with a threshold.
     *
     * @param pagesPerSecond the threshold; negative: there is none
     * @param afterSeconds since the task's start; until then the rate is not judged
     */
    SlowTail(double pagesPerSecond, long afterSeconds) {
      this.pagesPerSecond = pagesPerSecond;
      this.afterNanos = afterSeconds * 1_000_000_000L;
      this.windowStart = afterNanos;
    }

    /** Judges the rate; call it about every second. */
    boolean isTooSlow(long pages, long sinceStartNanos) {
      if (pagesPerSecond < 0 || sinceStartNanos < afterNanos) {
        windowPages = pages;
        return false;
      }
      long window = sinceStartNanos - windowStart;
      if (window < WINDOW_NANOS) {
        return false;
      }
      boolean slow = (pages - windowPages) / (window / 1e9) < pagesPerSecond;
      windowStart = sinceStartNanos;
      windowPages = pages;
      return slow;
    }
  }
}
