package org.orbweaver.hits;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.format.Direction;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.Checkpoint;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.FusedLoop;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.PowerIteration;
import org.orbweaver.webgraph.kernel.RankMode;
import org.orbweaver.webgraph.kernel.StopRule;

/** The jobs of HITS. */
final class HitsEngine implements PowerIteration.Engine {

  /** The vector a, before it is scaled. */
  static final String AUTHORITY = "authority";

  /** The vector h, before it is scaled. */
  static final String HUB = "hub";

  private static final int START_ROWS = 1 << 24;

  private final Session session;
  private final GraphDir graph;
  private final StopRule rule;
  private final RankMode mode;

  HitsEngine(Session session, GraphDir graph, StopRule rule, RankMode mode) {
    this.session = session;
    this.graph = graph;
    this.rule = rule;
    this.mode = mode;
  }

  @Override
  public Checkpoint start(Path folder) throws IOException {
    return new KernelJob(session, "hits, start", HitsStartMapper.class, graph, folder)
        .rows(START_ROWS)
        .run(graph.nodes(), List.of(AUTHORITY, HUB));
  }

  @Override
  public Checkpoint advance(CheckpointFolder from, Path folder) throws IOException {
    int next = from.checkpoint().iteration() + 1;
    if (mode == RankMode.FUSED) {
      KernelJob job =
          new KernelJob(session, "hits from " + next, HitsFusedMapper.class, graph, from, folder);
      FusedLoop.setRule(job.conf(), rule);
      return job.run(graph.nodes(), List.of(AUTHORITY, HUB));
    }
    Path authorities = new Path(folder, "authorities");
    Checkpoint first =
        new KernelJob(
                session,
                "hits " + next + ", authorities",
                AuthorityMapper.class,
                graph,
                from,
                authorities)
            .multiply(Direction.IN, false, from, HUB)
            .run(graph.nodes(), List.of(AUTHORITY));
    CheckpointFolder half = CheckpointFolder.write(session.conf(), authorities, first);
    Path hubs = new Path(folder, "hubs");
    Checkpoint second =
        new KernelJob(session, "hits " + next + ", hubs", HubMapper.class, graph, from, hubs)
            .multiply(Direction.OUT, false, half, AUTHORITY)
            .run(graph.nodes(), List.of(HUB));
    Checkpoint both =
        Checkpoint.merge(List.of(first.under(authorities.getName()), second.under(hubs.getName())));
    // The halves come one after the other: their times add.
    double seconds = first.last().seconds() + second.last().seconds();
    return new Checkpoint(both.slices(), List.of(new Iteration(next, seconds, both.last().sums())));
  }

  @Override
  public void check(List<Iteration> history) {
    Iteration iteration = history.get(history.size() - 1);
    if (!(iteration.sum(HitsSums.AUTHORITY_SQUARES) > 0
        && iteration.sum(HitsSums.HUB_SQUARES) > 0)) {
      throw OrbException.failed(
          "HITS is wrong: all scores are 0 in iteration "
              + iteration.number()
              + "; the graph may be damaged: build it again");
    }
  }

  @Override
  public String describe(Iteration iteration) {
    return String.format(
        Locale.ROOT, "iteration %d, L1 change %.2e", iteration.number(), iteration.change());
  }

  /** Memory that a fused task of {@code graph} needs. */
  static long fusedBytes(GraphDir graph) {
    return FusedHits.bytes(graph.meta());
  }
}
