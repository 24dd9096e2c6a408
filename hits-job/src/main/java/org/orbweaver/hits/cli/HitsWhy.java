package org.orbweaver.hits.cli;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.why.UrlHistory;
import org.orbweaver.common.why.WhySource;
import org.orbweaver.hits.job.HitsPhase;
import org.orbweaver.webgraph.runs.ScoreReader;

/** The scores of a URL as authority and as hub in the newest plain run. */
final class HitsWhy implements WhySource {
  @Override
  public void explain(UrlHistory history) throws IOException {
    Optional<Path> run = RankingRuns.newestPlain(history.crawl(), history.crawl().hits());
    if (run.isEmpty()) {
      return;
    }
    double[] pair;
    try (ScoreReader scores = HitsPhase.scores(history.conf(), history.crawl(), run.get())) {
      pair = scores.of(history.url());
    }
    if (pair == null) {
      return;
    }
    String name = run.get().getName();
    history
        .add(
            "HITS",
            String.format(
                Locale.ROOT, "authority %.6g, hub %.6g in run %s", pair[0], pair[1], name))
        .with("run", name)
        .with("authority", pair[0])
        .with("hub", pair[1]);
  }
}
