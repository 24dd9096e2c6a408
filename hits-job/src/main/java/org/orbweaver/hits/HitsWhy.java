package org.orbweaver.hits;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.why.UrlHistory;
import org.orbweaver.common.why.WhySource;
import org.orbweaver.webgraph.kernel.ScoreReader;

/** What a URL is worth as authority and as hub in the newest plain run. */
final class HitsWhy implements WhySource {
  @Override
  public void tell(UrlHistory history) throws IOException {
    Optional<Path> run = RankingRuns.newestPlain(history.crawl(), history.crawl().hits());
    if (run.isEmpty()) {
      return;
    }
    OptionalDouble authority = score(history, run.get(), HitsPhase.AUTHORITIES);
    OptionalDouble hub = score(history, run.get(), HitsPhase.HUBS);
    if (authority.isEmpty() || hub.isEmpty()) {
      return;
    }
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("run", run.get().getName());
    details.put("authority", authority.getAsDouble());
    details.put("hub", hub.getAsDouble());
    history.add(
        "HITS",
        String.format(
            Locale.ROOT,
            "authority %.6g, hub %.6g in run %s",
            authority.getAsDouble(),
            hub.getAsDouble(),
            run.get().getName()),
        details);
  }

  private static OptionalDouble score(UrlHistory history, Path run, String list)
      throws IOException {
    return new ScoreReader(history.conf(), new Path(run, list)).score(history.url());
  }
}
