package org.orbweaver.pagerank;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Session;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.Checkpoint;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.Direction;
import org.orbweaver.webgraph.kernel.FusedLoop;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.PowerIteration;
import org.orbweaver.webgraph.kernel.RankMode;
import org.orbweaver.webgraph.kernel.Slice;
import org.orbweaver.webgraph.kernel.SliceWriter;
import org.orbweaver.webgraph.kernel.StopRule;

/** PageRank's jobs, and what must hold after each. */
final class PageRankEngine implements PowerIteration.Engine {

  /** The vector r. */
  static final String RANK = "rank";

  /** The vector r/d, what a page gives to each page it links to. */
  static final String SHARE = "share";

  /** How far the ranks' sum may be from its due, as a part of it. */
  static final double MASS_TOLERANCE = 1e-9;

  private static final int DEGREES_AT_ONCE = 1 << 20;

  private final Session session;
  private final GraphDir graph;
  private final PageRank pageRank;
  private final StopRule rule;
  private final RankMode mode;
  private final Path teleport;
  private final byte[] teleportBytes;

  /**
   * The engine of one run.
   *
   * @param teleport where the tasks' teleport file is to be, or null when it is uniform
   * @param teleportBytes the file's content
   */
  PageRankEngine(
      Session session,
      GraphDir graph,
      PageRank pageRank,
      StopRule rule,
      RankMode mode,
      Path teleport,
      byte[] teleportBytes) {
    this.session = session;
    this.graph = graph;
    this.pageRank = pageRank;
    this.rule = rule;
    this.mode = mode;
    this.teleport = teleport;
    this.teleportBytes = teleportBytes;
  }

  @Override
  public Checkpoint start(Path folder) throws IOException {
    FileSystem fs = folder.getFileSystem(session.conf());
    if (teleport != null) {
      Files.delete(fs, teleport);
      Files.writeNew(session.conf(), teleport, teleportBytes);
    }
    Sweep sweep = new Sweep(null);
    List<Slice> slices = new ArrayList<>();
    int first = 0;
    do {
      int end = (int) Math.min(graph.nodes(), (long) first + DEGREES_AT_ONCE);
      int[] degrees = graph.outDegrees(first, end);
      int number = first / DEGREES_AT_ONCE;
      try (SliceWriter ranks = new SliceWriter(fs, folder, RANK, number, first);
          SliceWriter shares = new SliceWriter(fs, folder, SHARE, number, first)) {
        for (int v = first; v < end; v++) {
          double rank = pageRank.start(v);
          sweep.count(rank, degrees[v - first]);
          ranks.write(rank);
          shares.write(PageRank.share(rank, degrees[v - first]));
        }
        slices.add(ranks.finish());
        slices.add(shares.finish());
      }
      first = end;
    } while (first < graph.nodes());
    return new Checkpoint(slices, List.of(new Iteration(0, 0, sweep.sums())));
  }

  @Override
  public Checkpoint advance(CheckpointFolder from, Path folder) throws IOException {
    int next = from.checkpoint().iteration() + 1;
    KernelJob job;
    if (mode == RankMode.FUSED) {
      job =
          new KernelJob(
              session, "pagerank from " + next, PageRankFusedMapper.class, graph, from, folder);
      FusedLoop.setRule(job.conf(), rule);
    } else {
      job =
          new KernelJob(session, "pagerank " + next, PageRankPullMapper.class, graph, from, folder)
              .split(Direction.IN)
              .operand(from, SHARE);
    }
    if (teleport != null) {
      PageRankSettings.setTeleport(job.conf(), teleport);
    }
    return job.run(graph.nodes(), List.of(RANK, SHARE));
  }

  @Override
  public void check(Iteration iteration) {
    double off = iteration.sum(Sweep.MASS) / pageRank.total() - 1;
    if (pageRank.conservesMass() && !(Math.abs(off) < MASS_TOLERANCE)) {
      throw OrbException.failed(
          String.format(
              Locale.ROOT,
              "PageRank is wrong: in iteration %d the ranks sum to %.12g instead of %.12g;"
                  + " the graph may be damaged: build it again",
              iteration.number(),
              iteration.sum(Sweep.MASS),
              pageRank.total()));
    }
  }

  @Override
  public String describe(Iteration iteration) {
    return String.format(
        Locale.ROOT,
        "iteration %d, L1 change %.2e, mass %.12g",
        iteration.number(),
        iteration.change(),
        iteration.sum(Sweep.MASS));
  }

  /** Memory that a fused task of {@code graph} needs. */
  static long fusedBytes(GraphDir graph) {
    return FusedPageRank.bytes(graph.nodes(), graph.arcs());
  }

  /** The configuration's settings that the result depends on. */
  static String parameters(Configuration conf) {
    return String.join(
        " ",
        "damping=" + PageRankKeys.DAMPING.get(conf),
        "form=" + PageRankSettings.form(conf),
        "dangling=" + PageRankSettings.dangling(conf));
  }
}
