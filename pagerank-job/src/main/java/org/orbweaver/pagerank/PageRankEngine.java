package org.orbweaver.pagerank;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.Checkpoint;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.Columns;
import org.orbweaver.webgraph.kernel.FusedLoop;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.KernelKeys;
import org.orbweaver.webgraph.kernel.PowerIteration;
import org.orbweaver.webgraph.kernel.RankMode;
import org.orbweaver.webgraph.kernel.StopRule;

/** PageRank's jobs, and what must hold after each. */
final class PageRankEngine implements PowerIteration.Engine {

  /** The vectors r, side by side: a row has one element a topic. */
  static final String RANK = "rank";

  /** The vectors r/d, what a page gives to each page it links to, side by side. */
  static final String SHARE = "share";

  /** The vectors r of some iterations ago, side by side, where a run extrapolates. */
  static final String KEPT = "kept";

  /** How far the ranks' sum may be from its due, as a part of it. */
  static final double MASS_TOLERANCE = 1e-9;

  private final Session session;
  private final PageRankPlan plan;
  private final GraphDir graph;
  private final Path topics;
  private final Optional<Path> divisors;
  private final Extrapolation extrapolation;

  /**
   * The engine of one run.
   *
   * @param folder for what tasks read beside the vectors; the run's own
   */
  PageRankEngine(Session session, PageRankPlan plan, Path folder) {
    this.session = session;
    this.plan = plan;
    this.graph = plan.graph();
    extrapolation = PageRankSettings.extrapolation(session.conf(), plan.rule());
    topics = new Path(folder, "topics");
    divisors = plan.byDegree() ? Optional.empty() : Optional.of(new Path(folder, "divisors"));
  }

  @Override
  public Checkpoint start(Path folder) throws IOException {
    Configuration conf = session.conf();
    Files.delete(topics.getFileSystem(conf), topics);
    Files.writeNew(conf, topics, PageRankSettings.topicsToBytes(plan.topics()));
    if (divisors.isPresent()) {
      writeDivisors(divisors.get());
    }
    int block = KernelKeys.BLOCK_PAGES.get(conf);
    KernelJob job =
        new KernelJob(session, "pagerank, start", StartMapper.class, graph, folder)
            .rows(block > 0 ? block : DivisorMapper.PAGES);
    setInput(job);
    if (plan.options().warm().isPresent()) {
      WarmStart.set(session, plan, job.conf());
    }
    Checkpoint start = job.run(graph.nodes(), PageRankSettings.vectors(job.conf()));
    for (int k = 0; k < plan.width(); k++) {
      if (!(start.last().column(k, Sweep.SUMS).sum(Sweep.MASS) > 0)) {
        throw OrbException.failed(
            plan.options().warm().orElseThrow()
                + " cannot warm-start this graph: they share no ranked page");
      }
    }
    return start;
  }

  private void setInput(KernelJob job) {
    FusedLoop.setRule(job.conf(), plan.rule());
    PageRankSettings.set(job.conf(), topics, divisors, plan);
  }

  private void writeDivisors(Path folder) throws IOException {
    Files.delete(folder.getFileSystem(session.conf()), folder);
    KernelJob job =
        new KernelJob(session, "pagerank, divisors", DivisorMapper.class, graph, folder)
            .rows(DivisorMapper.PAGES);
    PageRankSettings.set(job.conf(), topics, Optional.empty(), plan);
    CheckpointFolder.write(
        session.conf(), folder, job.run(graph.nodes(), List.of(DivisorMapper.DIVISOR)));
  }

  @Override
  public Checkpoint advance(CheckpointFolder from, Path folder) throws IOException {
    int next = from.checkpoint().iteration() + 1;
    KernelJob job;
    if (plan.mode() == RankMode.FUSED) {
      job =
          new KernelJob(
              session, "pagerank from " + next, PageRankFusedMapper.class, graph, from, folder);
    } else {
      job =
          new KernelJob(
                  session, "pagerank " + next, PageRankDistributedMapper.class, graph, from, folder)
              .multiply(plan.rows(), plan.weighted(), from, SHARE);
    }
    setInput(job);
    return job.run(graph.nodes(), PageRankSettings.vectors(job.conf()));
  }

  /** How each topic stands after {@code history}. */
  Columns columns(List<Iteration> history) {
    return new Columns(extrapolation.judge(plan.rule()), plan.width(), Sweep.SUMS, history);
  }

  @Override
  public StopRule.Verdict after(StopRule rule, List<Iteration> history) {
    return columns(history).verdict();
  }

  @Override
  public void check(List<Iteration> history) {
    Iteration iteration = history.get(history.size() - 1);
    for (int k = 0; k < plan.width(); k++) {
      PageRank pageRank = plan.topics().get(k);
      Iteration own = iteration.column(k, Sweep.SUMS);
      double mass = own.sum(Sweep.MASS);
      double off = mass / pageRank.total() - 1;
      // A topic that has stopped has no sums at all; one that lost its mass has at least a change.
      boolean stopped = mass == 0 && own.sum(Iteration.CHANGE) == 0;
      if (pageRank.conservesMass() && !stopped && !(Math.abs(off) < MASS_TOLERANCE)) {
        if (off > 0 && extrapolation.moved(columns(history).history(k))) {
          continue; // the next iteration scales it
        }
        throw OrbException.failed(
            String.format(
                Locale.ROOT,
                "PageRank is wrong: in iteration %d the ranks%s sum to %.12g, not %.12g; the graph"
                    + " may be damaged: build it again",
                iteration.number(),
                named(k),
                mass,
                pageRank.total()));
      }
    }
  }

  private String named(int k) {
    String name = plan.name(k);
    return name.isEmpty() ? "" : " of topic " + name;
  }

  @Override
  public String describe(Iteration iteration) {
    double change = 0;
    int going = 0;
    for (int k = 0; k < plan.width(); k++) {
      Iteration own = iteration.column(k, Sweep.SUMS);
      change = Math.max(change, own.change());
      going += own.sum(Sweep.MASS) > 0 ? 1 : 0;
    }
    return String.format(
        Locale.ROOT,
        "iteration %d, L1 change %.2e, %s",
        iteration.number(),
        change,
        plan.width() == 1
            ? String.format(Locale.ROOT, "mass %.12g", iteration.sum(Sweep.MASS))
            : going + " of " + plan.width() + " topics");
  }
}
