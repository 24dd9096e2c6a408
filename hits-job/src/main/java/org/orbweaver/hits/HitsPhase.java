package org.orbweaver.hits;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.store.Timestamps;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelKeys;
import org.orbweaver.webgraph.kernel.PowerIteration;
import org.orbweaver.webgraph.kernel.RankMode;
import org.orbweaver.webgraph.kernel.Rankings;
import org.orbweaver.webgraph.kernel.ScoresJob;
import org.orbweaver.webgraph.kernel.StopRule;

/**
 * Finds hubs and authorities of a graph and publishes {@code hits/RUN}.
 *
 * <p>A run that was killed is taken up by the next one with the same settings. One that does not
 * converge within the limit is published too, and says so.
 */
public final class HitsPhase {

  /** What users of the result should know. */
  public static final String CAUTION =
      "HITS on a whole graph favours its most tightly linked community, whatever it is about: read"
          + " the scores as its centre, not as a ranking of all pages";

  /** Folder of the authorities in a run. */
  static final String AUTHORITIES = "authorities";

  /** Folder of the hubs in a run. */
  static final String HUBS = "hubs";

  /**
   * What came of it.
   *
   * @param run name of the run
   * @param build name of the graph's build
   * @param iterations how many were made
   * @param resumedAt the iteration from which a killed run was taken up; 0 for none
   * @param change the last L1 change of the authorities
   * @param converged whether the tolerance was met, or the iterations asked for were made
   * @param outcome how it ended, in words
   */
  public record Result(
      String run,
      String build,
      int pages,
      long links,
      int iterations,
      int resumedAt,
      double change,
      boolean converged,
      String outcome) {
    /** One line for people. */
    public String summary() {
      return String.format(
          Locale.ROOT,
          "hits/%s: %,d pages, %,d links, %d iterations, L1 change %.2e, %s",
          run,
          pages,
          links,
          iterations,
          change,
          outcome);
    }
  }

  private final Consumer<Iteration> listener;

  /** The phase. */
  public HitsPhase() {
    this(iteration -> {});
  }

  /** The phase with a listener that hears of each checkpoint. */
  HitsPhase(Consumer<Iteration> listener) {
    this.listener = listener;
  }

  /**
   * Runs it.
   *
   * @throws OrbException when there is no graph, it has no links, or a setting is wrong
   */
  public Result run(Session session, HitsOptions options) throws IOException {
    Configuration conf = session.conf();
    GraphDir graph = Rankings.graph(conf, session.dir(), options.build());
    if (graph.arcs() == 0) {
      throw OrbException.failed(
          graph.folder()
              + ": the graph has "
              + graph.nodes()
              + " pages but no links between them: hubs and authorities are made by links, so there"
              + " is nothing to rank");
    }
    StopRule rule = rule(conf, options);
    RankMode mode = RankMode.choose(conf, HitsEngine.fusedBytes(graph));
    Step step = session.steps().resume("hits", graph.folder().getName());
    PowerIteration.Result end =
        new PowerIteration(
                session, step, rule, new HitsEngine(session, graph, rule, mode), listener)
            .run("hits", rule.toString());
    Path staged = step.staging("run");
    Files.delete(session.dir().fs(), staged);
    Iteration last = end.last().checkpoint().last();
    ScoresJob.run(
        session,
        HitsPhase.class,
        graph,
        end.last(),
        List.of(
            new ScoresJob.ScoreList(
                HitsEngine.AUTHORITY, HitsSums.authorityScale(last), new Path(staged, AUTHORITIES)),
            new ScoresJob.ScoreList(
                HitsEngine.HUB, HitsSums.hubScale(last), new Path(staged, HUBS))),
        step.staging("scores-job"));
    return publish(session, step, staged, graph, mode, end);
  }

  private static StopRule rule(Configuration conf, HitsOptions options) {
    if (options.iterations().isPresent()) {
      return new StopRule(0, options.iterations().getAsInt(), true, 0);
    }
    double tolerance = HitsKeys.TOLERANCE.get(conf);
    if (!(tolerance >= 0)) {
      throw OrbException.usage(
          HitsKeys.TOLERANCE.name() + "=" + tolerance + ": must be 0 or above");
    }
    return new StopRule(tolerance, KernelKeys.MAX_ITERATIONS.get(conf), false, 0);
  }

  private static Result publish(
      Session session,
      Step step,
      Path staged,
      GraphDir graph,
      RankMode mode,
      PowerIteration.Result end)
      throws IOException {
    Configuration conf = session.conf();
    Path parent = session.dir().hits();
    Iteration last = end.last().checkpoint().last();
    Result result =
        new Result(
            Timestamps.next(session.dir().fs(), parent, session.clock()),
            graph.folder().getName(),
            graph.nodes(),
            graph.arcs(),
            last.number(),
            end.resumedAt(),
            last.change(),
            end.verdict().reached(),
            end.verdict().words());
    Map<String, Object> meta = new LinkedHashMap<>();
    meta.put("build", result.build);
    meta.put("pages", result.pages);
    meta.put("links", result.links);
    meta.put("tolerance", HitsKeys.TOLERANCE.get(conf));
    meta.put("mode", mode.toString());
    meta.put("iterations", result.iterations);
    meta.put("change", result.change);
    meta.put("converged", result.converged);
    meta.put("outcome", result.outcome);
    meta.put("caution", CAUTION);
    Rankings.writeMeta(conf, staged, meta);
    Rankings.writeHistory(
        conf,
        staged,
        end.last().checkpoint(),
        List.of("authorityNorm", "hubNorm"),
        i ->
            List.of(
                Math.sqrt(i.sum(HitsSums.AUTHORITY_SQUARES)),
                Math.sqrt(i.sum(HitsSums.HUB_SQUARES))));
    step.publish(staged, new Path(parent, result.run));
    step.commit(
        Map.of(
            "run",
            result.run,
            "build",
            result.build,
            "iterations",
            Integer.toString(result.iterations),
            "converged",
            Boolean.toString(result.converged)));
    return result;
  }
}
