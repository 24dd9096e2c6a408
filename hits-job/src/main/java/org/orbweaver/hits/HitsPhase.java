package org.orbweaver.hits;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.PowerIteration;
import org.orbweaver.webgraph.kernel.RankMode;
import org.orbweaver.webgraph.kernel.RankingRun;
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
  public RankingRun run(Session session, HitsOptions options) throws IOException {
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
    StopRule rule = StopRule.of(conf, options.iterations(), HitsKeys.TOLERANCE, 1, 0);
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
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("tolerance", HitsKeys.TOLERANCE.get(conf));
    settings.put("mode", mode.toString());
    settings.put("caution", CAUTION);
    Rankings.Columns columns =
        new Rankings.Columns(
            List.of("authorityNorm", "hubNorm"),
            i ->
                List.of(
                    Math.sqrt(i.sum(HitsSums.AUTHORITY_SQUARES)),
                    Math.sqrt(i.sum(HitsSums.HUB_SQUARES))));
    return RankingRun.publish(
        session, step, session.dir().hits(), staged, graph, end, settings, columns);
  }
}
