package org.orbweaver.orb;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.ExitCode;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.crawler.dedup.DedupPhase;
import org.orbweaver.crawler.fetch.FetchPhase;
import org.orbweaver.crawler.generate.GeneratePhase;
import org.orbweaver.crawler.inject.InjectPhase;
import org.orbweaver.crawler.links.LinksPhase;
import org.orbweaver.crawler.parse.ParsePhase;
import org.orbweaver.crawler.update.UpdatePhase;
import org.orbweaver.index.build.IndexPhase;
import org.orbweaver.pagerank.PageRankOptions;
import org.orbweaver.pagerank.PageRankPhase;
import org.orbweaver.webgraph.build.GraphPhase;

/**
 * Drives the whole path under one lock: inject, rounds, links, graph, PageRank, index.
 *
 * <p>Where it stands is read from the log of steps, never from memory: a round is the segment that
 * {@code generate} recorded, and it goes on at the first of its phases that has no record. The
 * rankings and the index are due when they are older than the last update.
 */
public final class CrawlDriver {
  /**
   * What to do.
   *
   * @param seeds to inject
   * @param rounds in all, from the crawl's beginning
   * @param topN URLs a round at most
   * @param index whether links, graph, PageRank and index follow the rounds
   */
  public record Options(InjectPhase.Options seeds, int rounds, long topN, boolean index) {
    /** Without sitemaps. */
    public Options(List<String> seeds, int rounds, long topN, boolean index) {
      this(new InjectPhase.Options(seeds), rounds, topN, index);
    }
  }

  private static final String SEEDS = "seeds";
  private static final String GENERATE = "generate";
  private static final String FETCH = "fetch";
  private static final String PARSE = "parse";
  private static final String UPDATE = "update";

  private final Session session;
  private final Stopwatch watch = new Stopwatch();

  public CrawlDriver(Session session) {
    this.session = session;
  }

  /** The times of the phases that were run, in their order. */
  List<Stopwatch.Lap> laps() {
    return watch.laps();
  }

  /**
   * Goes on to the end.
   *
   * @return whether anything was done
   * @throws OrbException where a phase fails; what was finished before it stays
   */
  public boolean run(Options options) throws Exception {
    boolean worked = inject(options.seeds());
    for (int round = nextRound(); round <= options.rounds(); round = nextRound()) {
      Optional<String> segment = unfinished();
      if (segment.isEmpty()) {
        segment = generate(round, options.topN());
      }
      if (segment.isEmpty()) {
        break;
      }
      finish(segment.get());
      worked = true;
    }
    if (options.index()) {
      worked |= rankAndIndex();
    }
    return worked;
  }

  private boolean inject(InjectPhase.Options seeds) throws Exception {
    // By what the seeds say, so that an edited seed file is injected again.
    String fingerprint = InjectPhase.fingerprint(session.conf(), seeds);
    for (StepRecord step : session.steps().history()) {
      if (step.name().equals(SEEDS) && step.key().equals(fingerprint)) {
        return false;
      }
    }
    watch.start();
    report("inject", new InjectPhase().run(session, seeds).summary());
    session.steps().begin(SEEDS, fingerprint).commit(Map.of());
    return true;
  }

  /** The number of the round to go on with: one that is unfinished, else the next. */
  private int nextRound() throws IOException {
    long generated =
        session.steps().history().stream().filter(s -> s.name().equals(GENERATE)).count();
    return (int) (unfinished().isPresent() ? generated : generated + 1);
  }

  /** The oldest segment that was generated and that the crawldb does not have yet. */
  private Optional<String> unfinished() throws IOException {
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
        .anyMatch(
            step ->
                step.name().equals(phase)
                    && (step.key().equals(segment)
                        || List.of(step.results().getOrDefault("segments", "").split(","))
                            .contains(segment)));
  }

  private Optional<String> generate(int round, long topN) throws Exception {
    session.console().info("round " + round);
    watch.start();
    GeneratePhase.Options options = new GeneratePhase.Options(topN, 0);
    return runIfAny(GENERATE, () -> new GeneratePhase().run(session, options).summary())
        ? unfinished()
        : Optional.empty();
  }

  private void finish(String segment) throws Exception {
    watch.start();
    if (!isRecorded(FETCH, segment)) {
      report(FETCH, new FetchPhase().run(session, new FetchPhase.Options(segment)).summary());
    }
    if (!isRecorded(PARSE, segment)) {
      List<String> one = List.of(segment);
      report(PARSE, new ParsePhase().run(session, new ParsePhase.Options(one)).summary());
    }
    // Duplicates are found before the update, which marks them in the same pass.
    DedupPhase.Found found = new DedupPhase().findForUpdate(session, segment);
    report("dedup", String.format(Locale.ROOT, "%,d duplicates to mark", found.count()));
    UpdatePhase.Options update =
        new UpdatePhase.Options(List.of(segment), Optional.of(found.marks()));
    report(UPDATE, new UpdatePhase().run(session, update).summary());
  }

  private boolean rankAndIndex() throws Exception {
    if (session.steps().last(UPDATE).isEmpty()) {
      return false;
    }
    boolean worked = false;
    watch.start();
    if (isDue("links")) {
      worked |=
          runIfAny(
              "links", () -> new LinksPhase().run(session, LinksPhase.Options.UPDATE).summary());
    }
    if (isDue("graph")) {
      report("graph", new GraphPhase().run(session, new GraphPhase.Options(0)).summary());
      worked = true;
    }
    if (isDue("pagerank")) {
      report("pagerank", new PageRankPhase().run(session, PageRankOptions.defaults()).summary());
      worked = true;
    }
    if (isDue("index")) {
      worked |=
          runIfAny(
              "index", () -> new IndexPhase().run(session, IndexPhase.Options.DEFAULT).summary());
    }
    return worked;
  }

  /** A phase that tells what it did. */
  private interface Phase {
    String run() throws IOException;
  }

  /** Runs a phase that may find nothing to do, for example because it was run by hand. */
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

  /** Whether a phase has not been run since the crawldb last changed. */
  private boolean isDue(String phase) {
    long update = session.steps().last(UPDATE).map(StepRecord::number).orElse(0L);
    return session.steps().last(phase).map(StepRecord::number).orElse(0L) < update;
  }

  private void report(String phase, String summary) {
    Stopwatch.Lap lap = watch.lap(phase);
    String cpu =
        JobRunner.isLocal(session.conf())
            ? String.format(Locale.ROOT, ", %.1f CPU s", lap.cpuSeconds())
            : "";
    session.console().infof("  %s: %s (%.1f s%s)", phase, summary, lap.seconds(), cpu);
  }
}
