package org.orbweaver.hits.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.meta.Direction;
import org.orbweaver.webgraph.kernel.Checkpoint;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.ExactSum;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.KernelMapper;
import org.orbweaver.webgraph.kernel.PowerIteration;
import org.orbweaver.webgraph.kernel.RankMode;
import org.orbweaver.webgraph.kernel.Slice;
import org.orbweaver.webgraph.kernel.SliceWriter;
import org.orbweaver.webgraph.kernel.StopRule;
import org.orbweaver.webgraph.kernel.VectorReader;
import org.orbweaver.webgraph.matrix.InMemoryMatrix;

/**
 * The jobs of HITS: one that starts, and for an iteration two multiplications, or k of them in a
 * fused job.
 */
record HitsEngine(Session session, GraphDir graph, StopRule rule, RankMode mode)
    implements PowerIteration.Engine {
  /** The vector a, before it is scaled. */
  static final String AUTHORITY = "authority";

  /** The vector h, before it is scaled. */
  static final String HUB = "hub";

  private static final int START_ROWS = 1 << 24;

  @Override
  public Checkpoint start(Path folder) throws IOException {
    return new KernelJob(session, "hits, start", StartTask.class, graph, folder)
        .rows(START_ROWS)
        .run(AUTHORITY, HUB);
  }

  @Override
  public Checkpoint advance(CheckpointFolder from, Path folder) throws IOException {
    int next = from.checkpoint().iteration() + 1;
    if (mode == RankMode.FUSED) {
      return new KernelJob(session, "hits from " + next, FusedTask.class, graph, folder)
          .from(from)
          .settings(rule)
          .run(AUTHORITY, HUB);
    }
    Path authorities = new Path(folder, "authorities");
    Checkpoint first =
        new KernelJob(
                session,
                "hits " + next + ", authorities",
                AuthoritiesTask.class,
                graph,
                authorities)
            .from(from)
            .multiply(Direction.IN, false, from, HUB)
            .run(AUTHORITY);
    CheckpointFolder half = CheckpointFolder.write(session.conf(), authorities, first);
    Path hubs = new Path(folder, "hubs");
    Checkpoint second =
        new KernelJob(session, "hits " + next + ", hubs", HubsTask.class, graph, hubs)
            .from(from)
            .multiply(Direction.OUT, false, half, AUTHORITY)
            .run(HUB);
    Checkpoint both =
        Checkpoint.merge(List.of(first.under(authorities.getName()), second.under(hubs.getName())));
    // The halves run one after the other: their times add.
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

  /** Some rows of the start: all hubs 1, all authorities 0. */
  static final class StartTask extends KernelMapper {
    @Override
    protected void rows(int first, int end) throws IOException, InterruptedException {
      try (SliceWriter authorities = slice(AUTHORITY, 1);
          SliceWriter hubs = slice(HUB, 1)) {
        for (int v = first; v < end; v++) {
          authorities.write(0);
          hubs.write(1);
        }
        report(
            List.of(authorities.finish(), hubs.finish()), List.of(HitsSums.start(0, end - first)));
      }
    }
  }

  /** First half of an iteration, some rows: a = Eᵀh over the links into its pages. */
  static final class AuthoritiesTask extends KernelMapper {
    @Override
    protected void rows(int first, int end) throws IOException, InterruptedException {
      Iteration last = from().checkpoint().last();
      double[] sums = sums();
      try (SliceWriter authorities = slice(AUTHORITY, 1)) {
        HitsRows.Authorities rows =
            new HitsRows.Authorities(
                HitsSums.hubScale(last), (v, authority) -> authorities.write(authority));
        for (int v = first; v < end; v++) {
          rows.row(v, sums, v - first);
        }
        report(
            last.number() + 1,
            List.of(authorities.finish()),
            List.of(new ExactSum(), rows.squares(), new ExactSum()));
      }
    }
  }

  /** Second half of an iteration, some rows: h = Ea over the links out of its pages. */
  static final class HubsTask extends KernelMapper {
    @Override
    protected void rows(int first, int end) throws IOException, InterruptedException {
      CheckpointFolder from = from();
      CheckpointFolder half = operand();
      double oldScale = HitsSums.authorityScale(from.checkpoint().last());
      double scale = HitsSums.authorityScale(half.checkpoint().last());
      double[] sums = sums();
      try (VectorReader old = from.reader(AUTHORITY, first);
          VectorReader now = half.reader(AUTHORITY, first);
          SliceWriter hubs = slice(HUB, 1)) {
        HitsRows.Hubs rows =
            new HitsRows.Hubs(
                scale,
                v -> now.next() * scale - old.next() * oldScale,
                (v, hub) -> hubs.write(hub));
        for (int v = first; v < end; v++) {
          rows.row(v, sums, v - first);
        }
        report(
            from.checkpoint().iteration() + 1,
            List.of(hubs.finish()),
            List.of(rows.change(), new ExactSum(), rows.squares()));
      }
    }
  }

  /** The only task of a fused job: the whole graph in memory, up to k iterations. */
  static final class FusedTask extends KernelMapper {
    @Override
    protected void rows(int first, int end) throws IOException, InterruptedException {
      CheckpointFolder from = from();
      StopRule rule = settings(StopRule.class);
      FusedHits run =
          new FusedHits(
              InMemoryMatrix.load(graph(), Direction.IN, false, this::progress),
              InMemoryMatrix.load(graph(), Direction.OUT, false, this::progress),
              from.read(AUTHORITY),
              from.read(HUB),
              from.checkpoint().last());
      List<Iteration> done = iterate(run::iterate, history -> rule.after(history).continues());
      List<Slice> slices = new ArrayList<>(write(AUTHORITY, run.authorities(), 1));
      slices.addAll(write(HUB, run.hubs(), 1));
      report(slices, done);
    }
  }
}
