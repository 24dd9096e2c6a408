package org.orbweaver.webgraph.runs;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.common.store.Timestamps;
import org.orbweaver.common.text.Count;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.PowerIteration;

/**
 * A published ranking and its outcome.
 *
 * @param store the folder of all its runs: {@code pagerank}, {@code hits}
 * @param run name of the run
 * @param build name of the graph's build
 * @param iterations number of iterations made
 * @param resumedAt the iteration from which a killed run was resumed; 0 for none
 * @param change the last L1 change
 * @param converged true if the tolerance was met, or the requested iterations were made
 * @param outcome the end of the run in words
 */
public record RankingRun(
    String store,
    String run,
    String build,
    int pages,
    long links,
    int iterations,
    int resumedAt,
    double change,
    boolean converged,
    String outcome) {

  /**
   * The folder of a run's vectors by id, a {@link org.orbweaver.webgraph.kernel.CheckpointFolder}.
   */
  public static final String RANKS = "ranks";

  /**
   * Publishes a staged ranking as {@code STORE/RUN} and commits its step.
   *
   * @param parent the store
   * @param staged the run's folder; gets {@value #RANKS}, {@value Rankings#META} and {@value
   *     Rankings#HISTORY}
   * @param end the vectors {@code ranks} are moved out of its last checkpoint
   * @param sums the iteration recorded with {@value #RANKS}
   * @param history for {@value Rankings#HISTORY}
   * @param settings further fields of {@value Rankings#META}
   * @param figures the columns of {@value Rankings#HISTORY} for each iteration
   */
  public static RankingRun publish(
      Session session,
      Step step,
      Path parent,
      Path staged,
      GraphDir graph,
      PowerIteration.FinalState end,
      List<String> ranks,
      Iteration sums,
      List<Iteration> history,
      Map<String, ?> settings,
      Rankings.HistoryColumns figures)
      throws IOException {
    Configuration conf = session.conf();
    Iteration last = history.get(history.size() - 1);
    RankingRun result =
        new RankingRun(
            parent.getName(),
            Timestamps.next(session.dir().fs(), parent, session.clock()),
            graph.folder().getName(),
            graph.nodes(),
            graph.arcs(),
            last.number(),
            end.resumedAt(),
            last.change(),
            end.verdict().reached(),
            end.verdict().words());
    Rankings.writeMeta(conf, staged, result.meta(settings));
    Rankings.writeHistory(conf, staged, history, figures);
    // Last of all: after a crash from here on, the run continues from the checkpoint before.
    end.last().move(conf, ranks, sums, new Path(staged, RANKS));
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

  private Map<String, Object> meta(Map<String, ?> settings) {
    Map<String, Object> meta = new LinkedHashMap<>();
    meta.put("build", build);
    meta.put("pages", pages);
    meta.put("links", links);
    meta.put("iterations", iterations);
    meta.put("change", change);
    meta.put("converged", converged);
    meta.put("outcome", outcome);
    meta.putAll(settings);
    return meta;
  }

  /** One line for people. */
  public String summary() {
    return String.format(
        Locale.ROOT,
        "%s/%s: %s, %s, %s, L1 change %.2e, %s",
        store,
        run,
        Count.of(pages, "page"),
        Count.of(links, "link"),
        Count.of(iterations, "iteration"),
        change,
        outcome);
  }
}
