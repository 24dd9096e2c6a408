package org.orbweaver.hits;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.Count;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.hits.focused.Salsa;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.Checkpoint;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.PowerIteration;
import org.orbweaver.webgraph.kernel.RankingRun;
import org.orbweaver.webgraph.kernel.Rankings;
import org.orbweaver.webgraph.kernel.ScoresJob;
import org.orbweaver.webgraph.kernel.Slice;
import org.orbweaver.webgraph.kernel.StopRule;

/**
 * SALSA of a whole graph, published as {@code hits/RUN} like a run of HITS, with {@code algorithm}
 * SALSA in its meta.json.
 *
 * <p>It has a closed form, so this is no chain of jobs: the command itself reads the successor
 * lists three times and holds {@value #BYTES_A_PAGE} bytes a page; a graph that does not fit is
 * refused.
 */
public final class SalsaPhase {

  static final int BYTES_A_PAGE = 36;

  /** As {@link RankingRun#publish}, with the scores summing to 1. */
  public RankingRun run(Session session, Optional<String> build) throws IOException {
    Configuration conf = session.conf();
    GraphDir graph = Rankings.graph(conf, session.dir(), build);
    HitsPhase.requireLinks(graph);
    requireMemory(graph, Runtime.getRuntime().maxMemory());
    Step step = session.steps().begin("salsa", graph.folder().getName());
    FileSystem fs = session.dir().fs();
    long begin = System.nanoTime();
    Salsa salsa;
    try (GraphLinks links = new GraphLinks(graph)) {
      salsa = Salsa.of(links, graph.nodes());
    }
    Path vectors = step.staging("vectors");
    fs.mkdirs(vectors);
    List<Slice> slices = new ArrayList<>();
    slices.addAll(write(fs, vectors, HitsEngine.AUTHORITY, salsa.authorities()));
    slices.addAll(write(fs, vectors, HitsEngine.HUB, salsa.hubs()));
    // The scores are scaled as they are.
    Iteration only =
        new Iteration(1, (System.nanoTime() - begin) / 1e9, HitsSums.start(1, 1).sums());
    CheckpointFolder state =
        CheckpointFolder.write(conf, vectors, new Checkpoint(slices, List.of(only)));
    Path staged = step.staging("run");
    ScoresJob.run(
        session,
        SalsaPhase.class,
        graph,
        state,
        List.of(
            new ScoresJob.ScoreList(
                HitsEngine.AUTHORITY, 1, new Path(staged, HitsPhase.AUTHORITIES)),
            new ScoresJob.ScoreList(HitsEngine.HUB, 1, new Path(staged, HitsPhase.HUBS))),
        step.staging("scores-job"));
    Map<String, Object> meta = new LinkedHashMap<>();
    meta.put("algorithm", "SALSA");
    meta.put("communities", salsa.components());
    meta.put(
        HitsPhase.NOTE,
        String.format(
            Locale.ROOT,
            "SALSA: exact, in closed form; %s that share no hub, each weighted by its share of the"
                + " pages",
            Count.of(salsa.components(), "community", "communities")));
    return RankingRun.publish(
        session,
        step,
        session.dir().hits(),
        staged,
        graph,
        new PowerIteration.Result(state, StopRule.Verdict.CONVERGED, 0),
        List.of(HitsEngine.AUTHORITY, HitsEngine.HUB),
        only,
        List.of(only),
        meta,
        new Rankings.Columns(List.of(), iteration -> List.of()));
  }

  private static List<Slice> write(FileSystem fs, Path folder, String vector, double[] values)
      throws IOException {
    return KernelJob.writeSlices(fs, folder, vector, values.length, i -> values[(int) i]);
  }

  /**
   * Refuses a graph that does not fit.
   *
   * @param memory of this process, in bytes
   */
  static void requireMemory(GraphDir graph, long memory) {
    long needed = (long) BYTES_A_PAGE * graph.nodes();
    if (needed > memory / 4 * 3) {
      throw OrbException.failed(
          String.format(
              Locale.ROOT,
              "SALSA of %,d pages needs %,d MB of memory, but this process has %,d MB",
              graph.nodes(),
              needed >> 20,
              memory >> 20));
    }
  }
}
