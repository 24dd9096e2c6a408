package org.orbweaver.crawler.fetch;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapreduce.Mapper;
import org.orbweaver.crawler.http.Fetcher;

/**
 * Tells the framework once a second that the task lives and how far it is: a polite wait is not a
 * hang. In passing it closes connections that have been idle for long.
 */
final class FetchProgress implements AutoCloseable {
  /** Not of interest afterwards, hence not among {@link FetchCounter}s. */
  enum Size {
    TOTAL
  }

  static final Size TOTAL = Size.TOTAL;

  private static final long IDLE_MS = 10_000;

  private final Mapper<?, ?, ?, ?>.Context context;
  private final FetchTask task;
  private final FetchStats stats;
  private final Fetcher fetcher;
  private final long delayMs;
  private final long start = System.nanoTime();
  private final Map<FetchCounter, Long> told = new EnumMap<>(FetchCounter.class);
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          run -> {
            Thread thread = new Thread(run, "fetch-progress");
            thread.setDaemon(true);
            return thread;
          });

  private final ScheduledFuture<?> ticks;

  FetchProgress(
      Mapper<?, ?, ?, ?>.Context context,
      FetchTask task,
      FetchStats stats,
      Fetcher fetcher,
      long delayMs) {
    this.context = context;
    this.task = task;
    this.stats = stats;
    this.fetcher = fetcher;
    this.delayMs = delayMs;
    ticks = timer.scheduleWithFixedDelay(this::tick, 1, 1, TimeUnit.SECONDS);
  }

  private void tick() {
    tell();
    fetcher.closeIdle(IDLE_MS);
  }

  private synchronized void tell() {
    Dispatcher.State state = task.state();
    for (FetchCounter counter : FetchCounter.values()) {
      long now = stats.get(counter);
      long before = told.getOrDefault(counter, 0L);
      if (now != before) {
        context.getCounter(counter).increment(now - before);
        told.put(counter, now);
      }
    }
    long done = stats.get(FetchCounter.FETCHED);
    context.getCounter(TOTAL).setValue(done + state.waiting() + state.leases());
    context.setStatus(describe(state, done));
    try {
      // The framework asks the reader for its progress when a record is read; there is none left.
      context.nextKeyValue();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    context.progress();
  }

  private String describe(Dispatcher.State state, long done) {
    double seconds = (System.nanoTime() - start) / 1e9;
    String text =
        String.format(
            Locale.ROOT,
            "%d pages, %.1f/s, %d failed, %d to go on %d hosts",
            done,
            done / Math.max(0.001, seconds),
            stats.get(FetchCounter.FAILED),
            state.waiting(),
            state.hostsLeft());
    return state.leases() == 0 && state.nextInNanos() > 0
        ? text
            + String.format(
                Locale.ROOT,
                ", %.1f s apart; next in %.1f s",
                delayMs / 1e3,
                state.nextInNanos() / 1e9)
        : text;
  }

  /** Stops, with the counters' last values told. */
  @Override
  public void close() {
    ticks.cancel(false);
    timer.shutdown();
    tell();
  }
}
