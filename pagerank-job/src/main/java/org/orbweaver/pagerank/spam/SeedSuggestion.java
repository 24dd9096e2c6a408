package org.orbweaver.pagerank.spam;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.store.Session;
import org.orbweaver.common.store.Step;
import org.orbweaver.pagerank.job.PageRankEngine;
import org.orbweaver.pagerank.job.PageRankOptions;
import org.orbweaver.pagerank.job.PageRankPhase;
import org.orbweaver.pagerank.job.PageRankPlan;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.NodeNames;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.VectorReader;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.runs.ScoreReader;

/**
 * Ranks a graph against its links and lists the best pages, beside their PageRank where one of the
 * same build is there. Publishes nothing; a run that was killed is taken up by the next one.
 */
public final class SeedSuggestion {
  private SeedSuggestion() {}

  /**
   * The candidates.
   *
   * @param options of the run; its links are followed backwards
   */
  public static List<SeedCandidates.Candidate> of(
      Session session, GraphDir graph, PageRankOptions options, int most, int perHost)
      throws IOException {
    PageRankPlan plan = PageRankPlan.of(session.conf(), graph, options.inverted());
    Step step = session.steps().resume("trustrank-suggest", graph.folder().getName());
    PageRankPhase.Computed computed = new PageRankPhase().compute(session, step, "", plan);
    SeedCandidates candidates = new SeedCandidates(most, perHost);
    Optional<CheckpointFolder> ranks = ranks(session, graph);
    try (NodeNames names = graph.names();
        VectorReader inverse = computed.end().last().reader(PageRankEngine.RANK, 0);
        VectorReader rank = ranks.isPresent() ? ranks.get().reader(PageRankEngine.RANK, 0) : null) {
      NodeNames.Cursor cursor = names.cursor(0);
      while (cursor.next()) {
        double known = rank == null ? Double.NaN : rank.next();
        candidates.add(cursor.name(), inverse.next(), known);
      }
    }
    step.abort();
    return candidates.best();
  }

  private static Optional<CheckpointFolder> ranks(Session session, GraphDir graph)
      throws IOException {
    CrawlDir dir = session.dir();
    Optional<Path> run = RankingRuns.newestPlain(dir, dir.pageRanks());
    if (run.isEmpty()
        || !graph.folder().getName().equals(Rankings.readMeta(dir.fs(), run.get()).get("build"))) {
      return Optional.empty();
    }
    return Optional.of(ScoreReader.ranks(session.conf(), run.get()));
  }
}
