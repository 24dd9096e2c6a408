package org.orbweaver.pagerank;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.why.Fate;
import org.orbweaver.common.why.UrlHistory;
import org.orbweaver.common.why.WhySource;
import org.orbweaver.webgraph.kernel.ScoreReader;

/** The rank of a URL in the newest plain run of pages, and its place; costs one reading of it. */
final class PageRankWhy implements WhySource {
  @Override
  public void tell(UrlHistory history) throws IOException {
    Optional<Path> run = RankingRuns.newestPlain(history.crawl(), history.crawl().pageRanks());
    if (run.isEmpty()) {
      return;
    }
    ScoreReader scores = new ScoreReader(history.conf(), new Path(run.get(), PageRankPhase.SCORES));
    OptionalDouble score = scores.score(history.url());
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("run", run.get().getName());
    if (score.isEmpty()) {
      boolean outside =
          history.fate().filter(f -> f.standing() == Fate.Standing.OUTSIDE).isPresent();
      if (!outside) {
        history.add("PageRank", "not in the graph of run " + run.get().getName(), details);
      }
      return;
    }
    long[] counts = new long[2];
    scores.forEach(
        (url, other) -> {
          counts[0]++;
          counts[1] += other > score.getAsDouble() ? 1 : 0;
        });
    details.put("pageRank", score.getAsDouble());
    details.put("place", counts[1] + 1);
    details.put("pages", counts[0]);
    history.add(
        "PageRank",
        String.format(
            Locale.ROOT,
            "%.6g, place %,d of %,d in run %s",
            score.getAsDouble(),
            counts[1] + 1,
            counts[0],
            run.get().getName()),
        details);
  }
}
