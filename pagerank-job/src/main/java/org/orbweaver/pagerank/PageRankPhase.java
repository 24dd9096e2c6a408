package org.orbweaver.pagerank;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
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

  /**
   * What came of it.
   *
   * @param run name of the run
   * @param build name of the graph's build
   * @param iterations how many were made
   * @param resumedAt the iteration from which a killed run was taken up; 0 for none
   * @param change the last L1 change
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
          "pagerank/%s: %,d pages, %,d links, %d iterations, L1 change %.2e, %s",
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
  public Result run(Session session, PageRankOptions options) throws IOException {
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
    StopRule rule = rule(conf, pageRank, options);
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
    return publish(session, step, staged, graph, teleport, mode, end);
  }

  private static StopRule rule(Configuration conf, PageRank pageRank, PageRankOptions options) {
    if (options.iterations().isPresent()) {
      return new StopRule(0, options.iterations().getAsInt(), true, 0);
    }
    double tolerance = PageRankKeys.TOLERANCE.get(conf);
    if (!(tolerance >= 0)) {
      throw OrbException.usage(
          PageRankKeys.TOLERANCE.name() + "=" + tolerance + ": must be 0 or above");
    }
    return new StopRule(
        tolerance * pageRank.total(), KernelKeys.MAX_ITERATIONS.get(conf), false, PATIENCE);
  }

  private static String crc(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return Long.toHexString(crc.getValue());
  }

  private static Result publish(
      Session session,
      Step step,
      Path staged,
      GraphDir graph,
      Teleport teleport,
      RankMode mode,
      PowerIteration.Result end)
      throws IOException {
    Configuration conf = session.conf();
    Path parent = session.dir().pageRanks();
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
    meta.put("dangling", graph.meta().dangling());
    meta.put("damping", PageRankKeys.DAMPING.get(conf));
    meta.put("form", PageRankSettings.form(conf).toString());
    meta.put("danglingPolicy", PageRankSettings.dangling(conf).toString());
    meta.put("teleport", teleport.pages() == 0 ? "uniform" : teleport.pages() + " pages");
    meta.put("tolerance", PageRankKeys.TOLERANCE.get(conf));
    meta.put("mode", mode.toString());
    meta.put("iterations", result.iterations);
    meta.put("change", result.change);
    meta.put("mass", last.sum(Sweep.MASS));
    meta.put("converged", result.converged);
    meta.put("outcome", result.outcome);
    Rankings.writeMeta(conf, staged, meta);
    Rankings.writeHistory(
        conf,
        staged,
        end.last().checkpoint(),
        List.of("mass", "dangling"),
        i -> List.of(i.sum(Sweep.MASS), i.sum(Sweep.DANGLING)));
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
