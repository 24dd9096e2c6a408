package org.orbweaver.hits;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.cli.Count;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.hits.focused.Salsa;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.ExactSum;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.KernelMapper;
import org.orbweaver.webgraph.kernel.PowerIteration;
import org.orbweaver.webgraph.kernel.RankMode;
import org.orbweaver.webgraph.kernel.Slice;
import org.orbweaver.webgraph.kernel.StopRule;
import org.orbweaver.webgraph.runs.RankingRun;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.runs.ScoresJob;

/**
 * SALSA of a whole graph, published as {@code hits/RUN} like a run of HITS, with {@code algorithm}
 * SALSA in its meta.json.
 *
 * <p>It has a closed form, so this is no chain of jobs: one task reads the successor lists three
 * times and holds {@value #BYTES_A_PAGE} bytes a page; a graph that does not fit is refused.
 */
public final class SalsaPhase {

  static final int BYTES_A_PAGE = 36;

  /** As {@link RankingRun#publish}, with the scores summing to 1. */
  public RankingRun run(Session session, Optional<String> build) throws IOException {
    Configuration conf = session.conf();
    GraphDir graph = Rankings.graph(conf, session.dir(), build);
    HitsPhase.requireLinks(graph);
    requireMemory(graph, RankMode.taskHeap(conf));
    Step step = session.steps().begin("salsa", graph.folder().getName());
    Path vectors = step.staging("vectors");
    CheckpointFolder state =
        CheckpointFolder.write(
            conf,
            vectors,
            new KernelJob(session, "salsa", Task.class, graph, vectors)
                .run(HitsEngine.AUTHORITY, HitsEngine.HUB));
    Iteration only = state.checkpoint().last();
    int communities = (int) only.sum(HitsSums.SUMS);
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
    meta.put("communities", communities);
    meta.put(
        HitsPhase.NOTE,
        String.format(
            Locale.ROOT,
            "SALSA: exact, in closed form; %s that share no hub, each weighted by its share of the"
                + " pages",
            Count.of(communities, "community", "communities")));
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
        new Rankings.Figures(List.of(), iteration -> List.of()));
  }

  /**
   * Refuses a graph that does not fit.
   *
   * @param memory of a task's heap, in bytes
   */
  static void requireMemory(GraphDir graph, long memory) {
    long needed = (long) BYTES_A_PAGE * graph.nodes();
    if (needed > memory / 4 * 3) {
      throw OrbException.failed(
          String.format(
              Locale.ROOT,
              "SALSA of %,d pages needs %,d MB of memory, but a task has %,d MB",
              graph.nodes(),
              needed >> 20,
              memory >> 20));
    }
  }

  /** The only task; the number of communities follows on the sums of {@link HitsSums}. */
  static final class Task extends KernelMapper {
    @Override
    protected void rows(int first, int end) throws IOException, InterruptedException {
      Salsa salsa;
      try (GraphLinks links = new GraphLinks(graph())) {
        salsa = Salsa.of(links, end);
      }
      List<Slice> slices = new ArrayList<>(write(HitsEngine.AUTHORITY, salsa.authorities(), 1));
      slices.addAll(write(HitsEngine.HUB, salsa.hubs(), 1));
      // The scores are scaled as they are.
      List<ExactSum> sums = new ArrayList<>(HitsSums.start(1, 1).sums());
      ExactSum components = new ExactSum();
      components.add(salsa.components());
      sums.add(components);
      report(1, slices, sums);
    }
  }
}
