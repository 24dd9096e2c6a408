package org.orbweaver.pagerank;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
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
 * Ranks the pages of a graph and publishes {@code pagerank/RUN}.
 *
 * <p>A run that was killed is taken up by the next one with the same settings. One that does not
 * converge (a damping of 1 on a graph with a cycle, or the limit of iterations) is published too:
 * its ranks sum to 1 and order pages; {@code meta.json} and the command say so.
 */
public final class PageRankPhase {

  /** Folder of the scores in a run. */
  static final String SCORES = "scores";

  private static final int PATIENCE = 50;

  private final Consumer<Iteration> listener;

  /** The phase. */
  public PageRankPhase() {
    this(iteration -> {});
  }

  /** The phase with a listener that hears of each checkpoint. */
  PageRankPhase(Consumer<Iteration> listener) {
    this.listener = listener;
  }

  /**
   * Runs it.
   *
   * @throws OrbException when there is no graph, a setting is wrong, or the mass is not conserved
   */
  public RankingRun run(Session session, PageRankOptions options) throws IOException {
    Configuration conf = session.conf();
    GraphDir graph = Rankings.graph(conf, session.dir(), options.build());
    byte[] teleportBytes = null;
    Teleport teleport = Teleport.uniform(graph.nodes());
    if (options.teleportFile().isPresent()) {
      Map<Integer, Double> weights =
          TeleportFile.resolve(conf, options.teleportFile().get(), graph, session.console());
      teleport = Teleport.to(weights);
      teleportBytes = TeleportFile.toBytes(weights);
    }
    PageRank pageRank = PageRankSettings.of(conf, graph.nodes(), teleport);
    StopRule rule =
        StopRule.of(conf, options.iterations(), PageRankKeys.TOLERANCE, pageRank.total(), PATIENCE);
    RankMode mode = RankMode.choose(conf, PageRankEngine.fusedBytes(graph));
    Step step = session.steps().resume("pagerank", graph.folder().getName());
    Path teleportFile = teleportBytes == null ? null : step.staging("teleport");
    PageRankEngine engine =
        new PageRankEngine(session, graph, pageRank, rule, mode, teleportFile, teleportBytes);
    String parameters =
        String.join(
            "\n",
            PageRankEngine.parameters(conf),
            "teleport=" + (teleportBytes == null ? "uniform" : crc(teleportBytes)),
            rule.toString());
    PowerIteration.Result end =
        new PowerIteration(session, step, rule, engine, listener).run("pagerank", parameters);
    Path staged = step.staging("run");
    Files.delete(session.dir().fs(), staged);
    ScoresJob.run(
        session,
        PageRankPhase.class,
        graph,
        end.last(),
        List.of(new ScoresJob.ScoreList(PageRankEngine.RANK, 1, new Path(staged, SCORES))),
        step.staging("scores-job"));
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("mass", end.last().checkpoint().last().sum(Sweep.MASS));
    settings.put("dangling", graph.meta().dangling());
    settings.put("damping", PageRankKeys.DAMPING.get(conf));
    settings.put("form", PageRankSettings.form(conf).toString());
    settings.put("danglingPolicy", PageRankSettings.dangling(conf).toString());
    settings.put("teleport", teleport.pages() == 0 ? "uniform" : teleport.pages() + " pages");
    settings.put("tolerance", PageRankKeys.TOLERANCE.get(conf));
    settings.put("mode", mode.toString());
    Rankings.Columns columns =
        new Rankings.Columns(
            List.of("mass", "dangling"), i -> List.of(i.sum(Sweep.MASS), i.sum(Sweep.DANGLING)));
    return RankingRun.publish(
        session, step, session.dir().pageRanks(), staged, graph, end, settings, columns);
  }

  private static String crc(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return Long.toHexString(crc.getValue());
  }
}
