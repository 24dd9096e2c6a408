package org.orbweaver.pagerank.job;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.pagerank.core.PageRank;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.Checkpoint;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.Convergence;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.KernelKeys;
import org.orbweaver.webgraph.kernel.PowerIteration;
import org.orbweaver.webgraph.kernel.RankMode;
import org.orbweaver.webgraph.kernel.StopRule;

/** PageRank's jobs, and the invariants checked after each. */
public final class PageRankEngine implements PowerIteration.Engine {

  /** The vectors r, side by side: a row has one element a topic. */
  public static final String RANK = PageRankTasks.RANK;

  /** Relative tolerance of the ranks' sum. */
  private static final double MASS_TOLERANCE = 1e-9;

  /** Pages for each task that makes start vectors. */
  private static final int START_PAGES = 1 << 24;

  private final Session session;
  private final PageRankPlan plan;
  private final GraphDir graph;
  private final Path topics;
  private final Optional<Path> strengths;
  private final Optional<WarmStart.EarlierRun> warm;

  /**
   * The engine of one run.
   *
   * @param folder the run's own, for files that tasks read beside the vectors
   */
  PageRankEngine(Session session, PageRankPlan plan, Path folder) throws IOException {
    this.session = session;
    this.plan = plan;
    this.graph = plan.graph();
    topics = new Path(folder, "topics");
    warm = WarmStart.source(session, plan);
    strengths =
        plan.model().byDegree() ? Optional.empty() : Optional.of(new Path(folder, "strengths"));
  }

  @Override
  public Checkpoint start(Path folder) throws IOException {
    Configuration conf = session.conf();
    Files.delete(topics.getFileSystem(conf), topics);
    Files.writeNew(conf, topics, plan.teleports());
    if (strengths.isPresent()) {
      Path sums = strengths.get();
      Files.delete(sums.getFileSystem(conf), sums);
      Checkpoint done =
          new KernelJob(session, "pagerank, strengths", PageRankTasks.Strengths.class, graph, sums)
              .rows(START_PAGES)
              .settings(settings())
              .run(OutStrength.VECTOR);
      CheckpointFolder.write(conf, sums, done);
    }
    int block = KernelKeys.BLOCK_PAGES.get(conf);
    Checkpoint start =
        new KernelJob(session, "pagerank, start", PageRankTasks.Start.class, graph, folder)
            .rows(block > 0 ? block : START_PAGES)
            .settings(settings())
            .run(RANK, PageRankTasks.SHARE);
    for (int k = 0; k < plan.width(); k++) {
      if (!(start.last().column(k, PageRank.SUMS).sum(PageRank.MASS) > 0)) {
        throw OrbException.failed(
            plan.options().warm().orElseThrow()
                + " cannot warm-start this graph: they share no ranked page");
      }
    }
    return start;
  }

  private PageRankTasks.Settings settings() {
    return new PageRankTasks.Settings(
        plan.model(), topics.toString(), strengths.map(Path::toString), warm);
  }

  @Override
  public Checkpoint advance(CheckpointFolder from, Path folder) throws IOException {
    int next = from.checkpoint().iteration() + 1;
    KernelJob job =
        plan.mode() == RankMode.FUSED
            ? new KernelJob(
                session, "pagerank from " + next, PageRankTasks.Fused.class, graph, folder)
            : new KernelJob(
                    session, "pagerank " + next, PageRankTasks.Distributed.class, graph, folder)
                .multiply(plan.model().rows(), plan.model().weighted(), from, PageRankTasks.SHARE);
    return job.from(from).settings(settings()).run(RANK, PageRankTasks.SHARE);
  }

  /** The convergence of each topic after {@code history}. */
  Convergence convergence(List<Iteration> history) {
    return new Convergence(plan.model().rule(), plan.width(), PageRank.SUMS, history);
  }

  @Override
  public StopRule.Verdict after(StopRule rule, List<Iteration> history) {
    return convergence(history).verdict();
  }

  @Override
  public void check(List<Iteration> history) {
    Iteration iteration = history.get(history.size() - 1);
    for (int k = 0; k < plan.width(); k++) {
      PageRank pageRank = plan.topics().get(k);
      Iteration own = iteration.column(k, PageRank.SUMS);
      double mass = own.sum(PageRank.MASS);
      double off = mass / pageRank.total() - 1;
      // A topic that has stopped has no sums at all; one that lost its mass has at least a change.
      boolean stopped = mass == 0 && own.sum(Iteration.CHANGE) == 0;
      if (pageRank.conservesMass() && !stopped && !(Math.abs(off) < MASS_TOLERANCE)) {
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
      Iteration own = iteration.column(k, PageRank.SUMS);
      change = Math.max(change, own.change());
      going += own.sum(PageRank.MASS) > 0 ? 1 : 0;
    }
    return String.format(
        Locale.ROOT,
        "iteration %d, L1 change %.2e, %s",
        iteration.number(),
        change,
        plan.width() == 1
            ? String.format(Locale.ROOT, "mass %.12g", iteration.sum(PageRank.MASS))
            : going + " of " + plan.width() + " topics");
  }
}
