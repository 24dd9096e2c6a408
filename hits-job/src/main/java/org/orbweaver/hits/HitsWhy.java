package org.orbweaver.hits;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.why.UrlHistory;
import org.orbweaver.common.why.WhySource;
import org.orbweaver.webgraph.runs.ScoreReader;

/** What a URL is worth as authority and as hub in the newest plain run. */
final class HitsWhy implements WhySource {
  @Override
  public void tell(UrlHistory history) throws IOException {
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
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("run", run.get().getName());
    details.put("authority", pair[0]);
    details.put("hub", pair[1]);
    history.add(
        "HITS",
        String.format(
            Locale.ROOT,
            "authority %.6g, hub %.6g in run %s",
            pair[0],
            pair[1],
            run.get().getName()),
        details);
  }
}
