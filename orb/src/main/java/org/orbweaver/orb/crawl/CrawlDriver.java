package org.orbweaver.orb.crawl;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.dedup.DuplicateKeys;
import org.orbweaver.crawler.dedup.near.NearPhase;
import org.orbweaver.crawler.fetch.FetchPhase;
import org.orbweaver.crawler.fetch.FetchSettings;
import org.orbweaver.crawler.fetch.FetchTotals;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.generate.GeneratePhase;
import org.orbweaver.crawler.generate.RefusedCrawl;
import org.orbweaver.crawler.generate.RoundNumbers;
import org.orbweaver.crawler.inject.InjectPhase;
import org.orbweaver.crawler.links.LinksPhase;
import org.orbweaver.crawler.parse.ContentRules;
import org.orbweaver.crawler.parse.ParsePhase;
import org.orbweaver.crawler.render.RenderKeys;
import org.orbweaver.crawler.render.RenderPhase;
import org.orbweaver.crawler.update.UpdatePhase;
import org.orbweaver.index.build.IndexPhase;
import org.orbweaver.pagerank.job.PageRankOptions;
import org.orbweaver.pagerank.job.PageRankPhase;
import org.orbweaver.webgraph.build.GraphPhase;

/**
 * Drives the whole path under one lock: inject, rounds, links, graph, PageRank, index.
 *
 * <p>Its state is read from the log of steps, never from memory: a round is the segment that {@code
 * generate} recorded, and it continues with the first phase without a record. The rankings and the
 * index are due when they are older than the last update.
 */
public final class CrawlDriver {
  /**
   * The extent of a crawl: a total number of rounds, or further rounds from its current state.
   *
   * @param count of rounds
   * @param more true if they are counted from the current state, an interrupted round being the
   *     first; else from the crawl's beginning
   */
  public record Rounds(int count, boolean more) {
    public static Rounds inAll(int count) {
      return new Rounds(count, false);
    }

    public static Rounds more(int count) {
      return new Rounds(count, true);
    }

    /** Until no URL is due. */
    public static Rounds untilDone() {
      return inAll(Integer.MAX_VALUE);
    }

    /** The number of the last round, where {@code next} is that of the next or interrupted one. */
    int last(int next) {
      return more ? next - 1 + count : count;
    }
  }

  /**
   * Options of a crawl.
   *
   * @param seeds to inject; none to continue an existing crawl
   * @param rounds the number of rounds
   * @param addDays in the first round generated, URLs due within this many days count as due
   * @param index whether links, graph, PageRank and index follow the rounds
   * @param rankEvery rounds after which graph and PageRank are rebuilt, for the next fetch lists;
   *     0: only after the last
   * @param limits whose pages are those of the crawl
   */
  record Options(
      InjectPhase.SeedSources seeds,
      Rounds rounds,
      int addDays,
      boolean index,
      int rankEvery,
      FetchLimits.Limits limits) {}

  /** Rounds and, if wanted, the phases from links to index; without sitemaps and limits. */
  public static Options phases(List<String> seeds, int rounds, boolean index) {
    return new Options(
        new InjectPhase.SeedSources(seeds),
        Rounds.inAll(rounds),
        0,
        index,
        0,
        new FetchLimits.Limits(0, 0, 0));
  }

  /**
   * A phase's time. The CPU time is this process's, all threads together: the whole cost if jobs
   * run locally, the client's alone if a cluster runs them.
   */
  public record Lap(String phase, double seconds, double cpuSeconds) {
    private static final OperatingSystemMXBean SYSTEM =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private static Lap now(String phase) {
      return new Lap(phase, System.nanoTime() / 1e9, SYSTEM.getProcessCpuTime() / 1e9);
    }
  }

  private static final String SEEDS = "seeds";
  private static final String GENERATE = "generate";
  private static final String FETCH = "fetch";
  private static final String PARSE = "parse";
  private static final String UPDATE = "update";

  private final Session session;
  private final List<Lap> laps = new ArrayList<>();

  /** When the current phase began. */
  private Lap start = Lap.now("");

  /** When the current round began, in seconds. */
  private double roundStart = start.seconds;

  /** The limit that ended the run, in words. */
  private Optional<String> limit = Optional.empty();

  /** Segments that this run has added to the crawldb. */
  private final List<String> segments = new ArrayList<>();

  public CrawlDriver(Session session) {
    this.session = session;
  }

  /** Errors in settings that depend on each other or that a crawl needs. */
  public static List<String> settingFaults(Configuration conf) {
    List<String> faults = new ArrayList<>(FetchSettings.faults(conf));
    faults.addAll(GeneratePhase.settingFaults(conf));
    faults.addAll(ContentRules.faults(conf));
    return faults;
  }

  /** The times of the phases that ran, in order. */
  public List<Lap> laps() {
    return List.copyOf(laps);
  }

  /**
   * Runs the crawl to its end. If it holds no page and has no index, nothing is built from it.
   *
   * @return whether any phase ran
   * @throws OrbException if a phase fails; the results of finished phases stay
   */
  public boolean run(Options options) throws Exception {
    // An interrupted round is finished before seeds are injected.
    boolean interrupted = unfinished().isPresent();
    boolean worked = !interrupted && inject(options.seeds());
    int last = options.rounds().last(nextRound());
    // This bound also ends a crawl whose rounds fetch nothing, which do not count.
    int most = last - nextRound() + 1;
    int addDays = options.addDays();
    FetchLimits limits = new FetchLimits(session, options.limits(), this::pages, 0);
    for (int round = nextRound(); round <= last && segments.size() < most; round = nextRound()) {
      String name = "round " + round + (last == Integer.MAX_VALUE ? "" : " of " + last);
      session.console().during(name);
      Optional<String> segment = unfinished();
      if (segment.isPresent()) {
        resuming(name, segment.get());
      } else if (limits.reached().isPresent()) {
        limit = limits.reached();
        session.console().info("The crawl is at its limit: " + limit.get());
        break;
      } else {
        segment =
            generate(
                name,
                new GeneratePhase.GenerateOptions(limits.urlsLeft(), 0, Duration.ofDays(addDays)));
        addDays = 0;
      }
      if (segment.isEmpty()) {
        refuseToPretend();
        break;
      }
      limits.limitTime();
      finish(segment.get());
      segments.add(segment.get());
      worked = true;
      if (last == Integer.MAX_VALUE && isStuck(segment.get())) {
        break;
      }
      if (options.rankEvery() > 0 && round % options.rankEvery() == 0 && round < last) {
        // For later fetch lists; the last ranks do not depend on earlier ones.
        rank(RankingRuns.newestPlain(session.dir(), session.dir().pageRanks()));
      }
      if (interrupted) {
        interrupted = false;
        inject(options.seeds());
      }
    }
    session.console().during("");
    if (options.index() && heldPages()) {
      worked |= rankAndIndex(phase -> true);
    }
    return worked;
  }

  /** The limit of the crawl that ended this run, in words; empty if none did. */
  Optional<String> limit() {
    return limit;
  }

  /** Segments that this run has added to the crawldb, oldest first. */
  public List<String> segments() {
    return List.copyOf(segments);
  }

  /**
   * True if this run requested or refused URLs, and none brought a page. If the crawl holds or held
   * pages, answers that pages are gone or moved count as success.
   */
  public boolean fetchedNothing() throws IOException {
    FetchTotals totals = FetchTotals.of(session.steps().history(), segments);
    boolean told = totals.get(FetchCounter.GONE) + totals.get(FetchCounter.REDIRECTED) > 0;
    return !segments.isEmpty() && totals.pages() == 0 && !(told && heldPages());
  }

  /** True if a request of this run was redirected. */
  boolean redirected() {
    return FetchTotals.of(session.steps().history(), segments).get(FetchCounter.REDIRECTED) > 0;
  }

  /** A crawl whose URLs are all refused by settings has not finished: it cannot begin. */
  private void refuseToPretend() throws IOException {
    if (segments.isEmpty()) {
      long now = session.clock().millis();
      Optional<String> why = RefusedCrawl.why(session.conf(), session.dir(), now);
      if (why.isPresent()) {
        throw OrbException.failed(why.get());
      }
    }
  }

  /** Those whose entries have content. */
  private static final List<CrawlDbCounter> PAGES =
      List.of(CrawlDbCounter.FETCHED, CrawlDbCounter.NOT_MODIFIED, CrawlDbCounter.DUPLICATE);

  /** True if the last update left a page in the crawldb, as far as its record shows. */
  private boolean holdsPages() {
    StepRecord update = session.steps().last(UPDATE).orElse(null);
    return update != null
        && !PAGES.stream().allMatch(counter -> "0".equals(update.results().get(counter.name())));
  }

  /** The pages that the last update left in the crawldb. */
  long pages() {
    return session.steps().last(UPDATE).stream()
        .flatMapToLong(update -> PAGES.stream().mapToLong(page -> update.count(page.name())))
        .sum();
  }

  /** True if the crawl holds pages, or has an index of earlier ones. */
  private boolean heldPages() throws IOException {
    return holdsPages() || session.dir().latest(session.dir().indexes()).isPresent();
  }

  /** Rounds that were generated, fetched pages, and are in the crawldb. */
  int roundsDone() throws IOException {
    return nextRound() - 1;
  }

  private boolean inject(InjectPhase.SeedSources seeds) throws Exception {
    if (seeds.seeds().isEmpty() && seeds.sitemaps().isEmpty()) {
      return false;
    }
    // Keyed by the seeds' content, so that an edited seed file is injected again.
    String fingerprint = InjectPhase.fingerprint(session.conf(), seeds);
    for (StepRecord step : session.steps().history()) {
      if (step.name().equals(SEEDS) && step.key().equals(fingerprint)) {
        return false;
      }
    }
    start = Lap.now("");
    InjectPhase.InjectResult injected = new InjectPhase().run(session, seeds);
    report("inject", injected.summary());
    session.steps().begin(SEEDS, fingerprint).commit(Map.of());
    return injected.added() + injected.changed() > 0;
  }

  /** The number of the current round: an unfinished one, else the next. */
  private int nextRound() throws IOException {
    RoundNumbers rounds = RoundNumbers.of(session.steps().history());
    return unfinished().map(rounds.bySegment()::get).orElse(rounds.next());
  }

  /** The oldest generated segment that is not in the crawldb yet. */
  Optional<String> unfinished() throws IOException {
    for (StepRecord step : session.steps().history()) {
      if (step.name().equals(GENERATE)
          && !isRecorded(UPDATE, step.key())
          && session.dir().fs().exists(new Path(session.dir().segments(), step.key()))) {
        return Optional.of(step.key());
      }
    }
    return Optional.empty();
  }

  private boolean isRecorded(String phase, String segment) {
    return session.steps().history().stream()
        .anyMatch(step -> step.name().equals(phase) && step.segments().contains(segment));
  }

  /** Prints where an interrupted round continues. */
  void resuming(String name, String segment) throws IOException {
    session.console().info("Resuming " + name + " at " + standing(segment));
  }

  /** "fetch, 20 of 45 fetched". */
  private String standing(String segment) throws IOException {
    if (isRecorded(FETCH, segment)) {
      boolean renders = RenderKeys.isOn(session.conf()) && !isRecorded(RenderPhase.STEP, segment);
      return !isRecorded(PARSE, segment) ? PARSE : renders ? RenderPhase.STEP : UPDATE;
    }
    long kept = FetchPhase.kept(session, segment);
    String urls =
        session.steps().history().stream()
            .filter(step -> step.name().equals(GENERATE) && step.key().equals(segment))
            .map(step -> step.results().getOrDefault("urls", "?"))
            .findFirst()
            .orElse("?");
    return kept == 0 ? FETCH : FETCH + ", " + kept + " of " + urls + " fetched";
  }

  /**
   * Makes a fetch list; empty if no URL is due.
   *
   * @param name of the round
   */
  Optional<String> generate(String name, GeneratePhase.GenerateOptions options) throws Exception {
    session.console().info(name);
    start = Lap.now("");
    roundStart = start.seconds;
    return runIfAny(GENERATE, () -> new GeneratePhase().run(session, options).summary())
        ? unfinished()
        : Optional.empty();
  }

  /**
   * True if all URLs of a round were deferred and are due again already: with a short retry delay,
   * rounds without an end would ask the same hosts for nothing until one answers. Says so.
   */
  boolean isStuck(String segment) {
    FetchTotals totals = FetchTotals.of(session.steps().history(), List.of(segment));
    long deferred =
        totals.get(FetchCounter.SKIPPED_CONNECT)
            + totals.get(FetchCounter.SKIPPED_ROBOTS_UNREACHABLE)
            + totals.get(FetchCounter.SKIPPED_HOST_FAILED)
            + totals.get(FetchCounter.SKIPPED_CHALLENGE)
            + totals.get(FetchCounter.SKIPPED_LOGIN);
    int delay = CrawlerKeys.FETCH_RETRY_DELAY.get(session.conf());
    double round = System.nanoTime() / 1e9 - roundStart;
    if (deferred == 0 || deferred < totals.get(FetchCounter.FETCHED) || delay > round) {
      return false;
    }
    session
        .console()
        .info(
            "All URLs of this round were deferred, and are due again: the crawl ends for now."
                + " Continue it later, or raise "
                + CrawlerKeys.FETCH_RETRY_DELAY.name());
    return true;
  }

  /** Runs the remaining phases of a round. */
  void finish(String segment) throws Exception {
    start = Lap.now("");
    if (!isRecorded(FETCH, segment)) {
      report(FETCH, new FetchPhase().run(session, segment).summary());
    }
    if (!isRecorded(PARSE, segment)) {
      List<String> one = List.of(segment);
      report(PARSE, new ParsePhase().run(session, one).summary());
    }
    if (RenderKeys.isOn(session.conf()) && !isRecorded(RenderPhase.STEP, segment)) {
      report(RenderPhase.STEP, new RenderPhase().run(session, segment).summary());
    }
    UpdatePhase.UpdateOptions update = UpdatePhase.UpdateOptions.round(segment);
    report(UPDATE, new UpdatePhase().run(session, update).summary());
  }

  /**
   * Builds links, graph, PageRank and index, each if pages have changed since; returns whether any
   * was built.
   *
   * @param wanted by the step names of graph, PageRank and index: true if the step may not wait for
   *     more changes
   */
  boolean rankAndIndex(Predicate<String> wanted) throws Exception {
    if (session.steps().last(UPDATE).isEmpty()) {
      return false;
    }
    boolean worked = false;
    start = Lap.now("");
    if (isDue("links")) {
      worked |= runIfAny("links", () -> new LinksPhase().run(session, false).summary());
    }
    if (wanted.test("pagerank")) {
      worked |= rank(Optional.empty());
    }
    if (isDue(NearPhase.STEP) && DuplicateKeys.NEAR.get(session.conf())) {
      worked |= runIfAny(NearPhase.STEP, () -> new NearPhase().run(session).summary());
    }
    if (isDue(IndexPhase.STEP) && wanted.test(IndexPhase.STEP)) {
      worked |=
          runIfAny(
              IndexPhase.STEP,
              () -> new IndexPhase().run(session, IndexPhase.BuildOptions.DEFAULT).summary());
    }
    return worked;
  }

  /**
   * Builds graph and PageRank if pages have changed since.
   *
   * @param warm the run to begin with; empty for equal ranks
   * @return whether any was built
   */
  private boolean rank(Optional<Path> warm) throws IOException {
    boolean worked = false;
    if (isDue("graph")) {
      report("graph", new GraphPhase().run(session, new GraphPhase.BuildOptions(0)).summary());
      worked = true;
    }
    if (isDue("pagerank")) {
      PageRankOptions options = PageRankOptions.defaults().withWarm(warm.map(Path::getName));
      report("pagerank", new PageRankPhase().run(session, options).summary());
      worked = true;
    }
    return worked;
  }

  /** A phase; returns a summary. */
  private interface Phase {
    String run() throws IOException;
  }

  /** Runs a phase that may find nothing to do, for example because the user ran it. */
  private boolean runIfAny(String name, Phase phase) throws IOException {
    try {
      report(name, phase.run());
      return true;
    } catch (OrbException e) {
      if (e.exitCode() != ExitCode.NOTHING_TO_DO) {
        throw e;
      }
      session.console().info("  " + name + ": " + e.getMessage());
      return false;
    }
  }

  /** True if a page has changed since the phase last ran. */
  boolean isDue(String phase) {
    long update =
        session.steps().history().stream()
            .filter(step -> step.name().equals(UPDATE) && step.hasNews())
            .mapToLong(StepRecord::number)
            .max()
            .orElse(0);
    return session.steps().last(phase).map(StepRecord::number).orElse(0L) < update;
  }

  private void report(String phase, String summary) {
    Lap now = Lap.now(phase);
    Lap lap = new Lap(phase, now.seconds - start.seconds, now.cpuSeconds - start.cpuSeconds);
    laps.add(lap);
    start = now;
    String cpu =
        JobRunner.isLocal(session.conf())
            ? String.format(Locale.ROOT, ", %.1f CPU s", lap.cpuSeconds())
            : "";
    session.console().infof("  %s: %s (%.1f s%s)", phase, summary, lap.seconds(), cpu);
  }
}
