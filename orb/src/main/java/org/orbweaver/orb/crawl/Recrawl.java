package org.orbweaver.orb.crawl;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.common.text.Count;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.generate.GeneratePhase;
import org.orbweaver.crawler.segments.MergeSegmentsPhase;
import org.orbweaver.crawler.segments.SegmentRetention;
import org.orbweaver.crawler.update.UpdatePhase;
import org.orbweaver.index.build.IndexPhase;

/**
 * One scheduled run over a crawl, under its lock: it finishes an interrupted round, fetches due
 * URLs, follows new links within the limits, rebuilds links, rankings and index if pages changed,
 * and removes replaced versions. All of these are steps in the crawl's log, so that the next run
 * finishes the work of an interrupted one.
 */
final class Recrawl {
  /**
   * The result of a run.
   *
   * @param counts by name, in the order of the report
   * @param expectedFreshness expected share of the crawl's pages that are up to date; NaN if
   *     nothing was added to the crawldb
   * @param index what happened to the index
   */
  record Result(Map<String, Long> counts, double expectedFreshness, IndexState index) {
    /**
     * The share of the refetched pages that had not changed: the crawl's freshness as seen by this
     * run; NaN if none was refetched.
     */
    double fresh() {
      long same = counts.get("notModified");
      long again = same + counts.get("changed") + counts.get("gone") + counts.get("moved");
      return (double) same / again;
    }

    /** A one-line summary for the user. */
    String summary() {
      return String.format(
          Locale.ROOT,
          "%,d new, %,d changed, %,d gone, %,d moved, %,d not modified%s; %s fetched in %s,"
              + " %.1f MB; %s%s",
          counts.get("new"),
          counts.get("changed"),
          counts.get("gone"),
          counts.get("moved"),
          counts.get("notModified"),
          percent(" (%.1f %% were fresh)", fresh()),
          Count.of(counts.get("fetched"), "URL"),
          Count.of(counts.get("rounds"), "round"),
          counts.get("bytes") / 1e6,
          index.words(),
          percent(", expected freshness %.1f %%", expectedFreshness));
    }

    private static String percent(String format, double share) {
      return Double.isNaN(share) ? "" : String.format(Locale.ROOT, format, 100 * share);
    }
  }

  /** The effect of a run on the index. */
  enum IndexState {
    UPDATED("index updated"),
    UNCHANGED("index unchanged"),
    /** Pages changed, but too few of them, and too recently. */
    NOT_DUE("index not due yet");

    private final String words;

    IndexState(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  private final Session session;
  private final CrawlDriver driver;
  private final int maxRounds;
  private final FetchLimits limits;
  private final long lastBefore;

  /**
   * @param maxRounds not counting an interrupted one; 0 for no limit
   * @param limits whose pages are URLs in fetch lists
   */
  Recrawl(Session session, int maxRounds, FetchLimits.Limits limits) {
    this.session = session;
    this.driver = new CrawlDriver(session);
    this.maxRounds = maxRounds;
    List<StepRecord> history = session.steps().history();
    this.lastBefore = history.isEmpty() ? 0 : history.get(history.size() - 1).number();
    this.limits = new FetchLimits(session, limits, () -> fetched(FetchCounter.FETCHED), lastBefore);
  }

  /**
   * Runs.
   *
   * @throws OrbException (nothing to do) if no URL is due and no earlier work is unfinished;
   *     (failed) if a phase fails or no requested URL answered; the results of finished phases stay
   */
  Result run() throws Exception {
    Optional<String> segment = driver.unfinished();
    if (segment.isPresent()) {
      driver.resuming("segment " + segment.get(), segment.get());
      limits.limitTime();
      driver.finish(segment.get());
    }
    Duration ahead = Duration.ofMinutes(RecrawlKeys.AHEAD_MINUTES.get(session.conf()));
    for (int round = 1;
        (maxRounds == 0 || round <= maxRounds) && limits.reached().isEmpty();
        round++) {
      segment =
          driver.generate(
              "round " + round, new GeneratePhase.GenerateOptions(limits.urlsLeft(), 0, ahead));
      if (segment.isEmpty()) {
        break;
      }
      limits.limitTime();
      driver.finish(segment.get());
      if (driver.isStuck(segment.get())) {
        break;
      }
      // URLs fetched by this run are not due again in it, however short their interval.
      ahead = Duration.ZERO;
    }
    boolean built = driver.rankAndIndex(this::isWorthwhile);
    tidy();
    Result result = new Result(counts(), expectedFreshness(), indexState());
    if (!built && result.counts().get("rounds") == 0) {
      throw OrbException.nothingToDo("nothing to do: no URL in " + session.dir() + " is due");
    }
    requireAnswers(result);
    return result;
  }

  /** True if enough has changed since a build, or it is too old. */
  private boolean isWorthwhile(String build) {
    Configuration conf = session.conf();
    Optional<StepRecord> last = session.steps().last(build);
    double percent =
        build.equals(IndexPhase.STEP)
            ? RecrawlKeys.INDEX_CHANGED_PERCENT.get(conf)
            : RecrawlKeys.RANKS_CHANGED_PERCENT.get(conf);
    Duration age = Duration.ofHours(RecrawlKeys.BUILD_HOURS.get(conf));
    if (percent == 0
        || last.isEmpty()
        || last.get().time().plus(age).compareTo(session.clock().instant()) <= 0) {
      return true;
    }
    long news = sum(UpdatePhase.STEP, CrawlDbCounter.NEWS.name(), last.get().number());
    return news * 100.0 >= percent * driver.pages();
  }

  private double expectedFreshness() {
    return steps(UpdatePhase.STEP, lastBefore).stream()
        .reduce((earlier, last) -> last)
        .map(
            update ->
                (double) update.count(CrawlDbCounter.EXPECTED_FRESH.name())
                    / update.count(CrawlDbCounter.WITH_HISTORY.name()))
        .orElse(Double.NaN);
  }

  private IndexState indexState() {
    boolean updated = !steps(IndexPhase.STEP, lastBefore).isEmpty();
    return updated
        ? IndexState.UPDATED
        : driver.isDue(IndexPhase.STEP) ? IndexState.NOT_DUE : IndexState.UNCHANGED;
  }

  /** Only after links and index, which are built from the segments, are up to date. */
  private void tidy() throws IOException {
    Configuration conf = session.conf();
    SegmentRetention retention =
        new SegmentRetention(
            RecrawlKeys.SEGMENTS_KEPT.get(conf),
            RecrawlKeys.VERSIONS_DAYS.get(conf),
            RecrawlKeys.VERSIONS_MONTHS.get(conf));
    Optional<MergeSegmentsPhase.MergeResult> merged =
        new MergeSegmentsPhase()
            .run(
                session,
                new MergeSegmentsPhase.MergeOptions(
                    retention, RecrawlKeys.SLICE_MB.get(conf) * (1L << 20)));
    merged.ifPresent(result -> session.console().info("  merge: " + result.summary()));
    int removed = new OldBuilds(session).remove(RecrawlKeys.BUILDS_KEPT.get(conf));
    if (removed > 0) {
      session
          .console()
          .info(
              "  cleanup: removed "
                  + Count.of(removed, "old graph or PageRank run", "old graphs and PageRank runs"));
    }
  }

  private Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("new", updated(CrawlDbCounter.PAGES_NEW));
    counts.put("changed", updated(CrawlDbCounter.PAGES_CHANGED));
    counts.put("gone", updated(CrawlDbCounter.PAGES_GONE));
    counts.put("moved", updated(CrawlDbCounter.PAGES_MOVED));
    counts.put("notModified", updated(CrawlDbCounter.PAGES_SAME));
    counts.put("failed", fetched(FetchCounter.FAILED));
    counts.put("fetched", fetched(FetchCounter.FETCHED));
    counts.put("bytes", fetched(FetchCounter.BYTES));
    counts.put("rounds", (long) steps("update", lastBefore).size());
    return counts;
  }

  private void requireAnswers(Result result) {
    long answers =
        fetched(FetchCounter.OK)
            + fetched(FetchCounter.REDIRECTED)
            + fetched(FetchCounter.NOT_MODIFIED)
            + fetched(FetchCounter.GONE);
    long requested = result.counts().get("fetched") - fetched(FetchCounter.SKIPPED_TIME);
    if (answers == 0 && requested > 0) {
      throw OrbException.failed(
          "no host responded: none of "
              + Count.of(requested, "URL")
              + " could be fetched ('orb why URL DIR' shows why); the next run retries them");
    }
  }

  private long updated(CrawlDbCounter counter) {
    return sum(UpdatePhase.STEP, counter.name(), lastBefore);
  }

  /** A counter of this run's fetches. */
  private long fetched(FetchCounter counter) {
    return FetchLimits.fetched(session, counter, lastBefore);
  }

  private long sum(String name, String result, long after) {
    return steps(name, after).stream().mapToLong(step -> step.count(result)).sum();
  }

  private List<StepRecord> steps(String name, long after) {
    return session.steps().history().stream()
        .filter(step -> step.number() > after && step.name().equals(name))
        .toList();
  }
}
