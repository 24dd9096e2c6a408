package org.orbweaver.hits.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.text.Count;
import org.orbweaver.common.text.Fields;
import org.orbweaver.hits.focused.Salsa;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.KernelJob;
import org.orbweaver.webgraph.kernel.KernelMapper;
import org.orbweaver.webgraph.kernel.PowerIteration;
import org.orbweaver.webgraph.kernel.RankMode;
import org.orbweaver.webgraph.kernel.Slice;
import org.orbweaver.webgraph.kernel.StopRule;
import org.orbweaver.webgraph.runs.RankingRun;
import org.orbweaver.webgraph.runs.Rankings;

/**
 * SALSA of a whole graph, published as {@code hits/RUN} like a run of HITS, with {@code algorithm}
 * SALSA in its meta.json.
 *
 * <p>SALSA has a closed form, so no chain of jobs is needed: one task reads the successor lists
 * three times and holds {@value #BYTES_A_PAGE} bytes a page; a graph that does not fit is refused.
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
            new KernelJob(session, "salsa", SalsaTask.class, graph, vectors)
                .run(HitsEngine.AUTHORITY, HitsEngine.HUB));
    Iteration only = state.checkpoint().last();
    int communities = (int) only.sum(HitsSums.SUMS);
    Map<String, Object> meta =
        new Fields()
            .with("algorithm", "SALSA")
            .with("communities", communities)
            .with(
                HitsPhase.NOTE,
                "SALSA: exact, in closed form; "
                    + Count.of(communities, "community", "communities")
                    + " that share no hub, each weighted by its share of the pages");
    return HitsPhase.publish(
        session,
        step,
        graph,
        new PowerIteration.FinalState(state, StopRule.Verdict.CONVERGED, 0),
        List.of(only),
        meta,
        new Rankings.HistoryColumns(List.of(), iteration -> List.of()));
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

  /** The only task; reports the number of communities after the sums of {@link HitsSums}. */
  static final class SalsaTask extends KernelMapper {
    @Override
    protected void rows(int first, int end) throws IOException, InterruptedException {
      Salsa salsa;
      try (GraphLinks links = new GraphLinks(graph())) {
        salsa = Salsa.of(links, end);
      }
      List<Slice> slices = new ArrayList<>(write(HitsEngine.AUTHORITY, salsa.authorities(), 1));
      slices.addAll(write(HitsEngine.HUB, salsa.hubs(), 1));
      // The scores are scaled already.
      report(1, slices, HitsSums.of(0, 1, 1, salsa.components()));
    }
  }
}
