package org.orbweaver.pagerank.cli;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.why.Fate;
import org.orbweaver.common.why.UrlHistory;
import org.orbweaver.common.why.WhySource;
import org.orbweaver.pagerank.job.PublishedRun;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.runs.Rankings;
import org.orbweaver.webgraph.runs.ScoreReader;

/**
 * The rank of a URL in the newest plain run of pages, and its place; costs one reading of the run.
 */
final class PageRankWhy implements WhySource {
  @Override
  public void explain(UrlHistory history) throws IOException {
    Optional<Path> run = RankingRuns.newestPlain(history.crawl(), history.crawl().pageRanks());
    if (run.isEmpty()) {
      return;
    }
    String name = run.get().getName();
    String build = Rankings.readMeta(history.crawl().fs(), run.get()).get("build");
    GraphDir graph = Rankings.graph(history.conf(), history.crawl(), Optional.of(build));
    long[] better = new long[1];
    double[] score;
    try (ScoreReader scores =
        new ScoreReader(graph, List.of(PublishedRun.column(history.conf(), run.get(), 0)))) {
      score = scores.of(history.url());
      if (score != null) {
        scores.forEach((id, other) -> better[0] += other[0] > score[0] ? 1 : 0);
      }
    }
    if (score == null) {
      boolean outside =
          history.fate().filter(f -> f.standing() == Fate.Standing.OUTSIDE).isPresent();
      if (!outside) {
        history.add("PageRank", "not in the graph of run " + name).with("run", name);
      }
      return;
    }
    long place = better[0] + 1;
    history
        .add(
            "PageRank",
            String.format(
                Locale.ROOT,
                "%.6g, place %,d of %,d in run %s",
                score[0],
                place,
                graph.nodes(),
                name))
        .with("run", name)
        .with("pageRank", score[0])
        .with("place", place)
        .with("pages", graph.nodes());
  }
}
