package org.orbweaver.crawler.why;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.Path;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.cli.Count;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.crawler.CrawlerKeys;
import org.orbweaver.crawler.url.HostMode;

/** Compares a URL that was due with the last fetch list, which does not have it. */
final class FetchListLook {
  private long urls;
  private long ofGroup;
  private float lowest = Float.MAX_VALUE;

  private FetchListLook() {}

  /** Why the last list has not the URL; null where none was made since it became due. */
  static String passedOver(CrawlStores stores, List<StepRecord> steps, CrawlDatum entry, String url)
      throws IOException {
    if (entry.getStatus() != CrawlDatum.STATUS_DB_UNFETCHED) {
      return null;
    }
    StepRecord last = null;
    for (StepRecord step : steps) {
      if (step.name().equals("generate") && step.time().toEpochMilli() >= entry.getFetchTime()) {
        last = step;
      }
    }
    Path list =
        last == null
            ? null
            : new Path(
                new Path(stores.crawl().segments(), last.key()), CrawlDatum.GENERATE_DIR_NAME);
    if (list == null || !stores.exists(list)) {
      return null;
    }
    return new FetchListLook().compare(stores, list, last.key(), entry, url);
  }

  private String compare(
      CrawlStores stores, Path list, String segment, CrawlDatum entry, String url)
      throws IOException {
    HostMode mode = CrawlerKeys.GENERATE_COUNT_MODE.get(stores.conf());
    String group = mode.groupOf(url);
    stores
        .open(list, CrawlDatum.class)
        .forEach(
            (other, datum) -> {
              urls++;
              ofGroup += mode.groupOf(other.toString()).equals(group) ? 1 : 0;
              lowest = Math.min(lowest, datum.getScore());
            });
    float minimum = CrawlerKeys.GENERATE_MIN_SCORE.get(stores.conf());
    if (entry.getScore() < minimum) {
      return String.format(
          Locale.ROOT,
          "its score %s is below %s=%s",
          entry.getScore(),
          CrawlerKeys.GENERATE_MIN_SCORE.name(),
          minimum);
    }
    int budget = CrawlerKeys.GENERATE_MAX_COUNT.get(stores.conf());
    if (budget >= 0 && ofGroup >= budget) {
      return String.format(
          Locale.ROOT,
          "%s already has %s on it, the maximum per %s (%s)",
          group,
          Count.of(ofGroup, "URL"),
          mode.name().toLowerCase(Locale.ROOT),
          CrawlerKeys.GENERATE_MAX_COUNT.name());
    }
    return String.format(
        Locale.ROOT,
        "segment %s took the top %,d; the lowest score there is %s, this URL's is %s",
        segment,
        urls,
        lowest,
        entry.getScore());
  }
}
