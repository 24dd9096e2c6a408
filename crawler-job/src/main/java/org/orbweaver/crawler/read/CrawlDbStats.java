package org.orbweaver.crawler.read;

import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.cli.Fields;
import org.orbweaver.crawler.schedule.DueRule;
import org.orbweaver.crawler.url.Hosts;

/** Counts over a crawldb; those of several parts can be added. Memory: the names of all hosts. */
final class CrawlDbStats {
  private final DueRule rule;
  private final long now;
  private final Map<Integer, Long> byStatus = new TreeMap<>();
  private final Map<Integer, Long> byRetries = new TreeMap<>();
  private final Set<String> hosts = new HashSet<>();
  private final DoubleSummaryStatistics scores = new DoubleSummaryStatistics();
  private final LongSummaryStatistics intervals = new LongSummaryStatistics();
  private final LongSummaryStatistics times = new LongSummaryStatistics();
  private long due;

  /**
   * @param rule says what is due, as it does for generate
   * @param now milliseconds since 1970
   */
  CrawlDbStats(DueRule rule, long now) {
    this.rule = rule;
    this.now = now;
  }

  void add(String url, CrawlDatum datum) {
    byStatus.merge((int) datum.getStatus(), 1L, Long::sum);
    byRetries.merge((int) datum.getRetriesSinceFetch(), 1L, Long::sum);
    hosts.add(Hosts.host(url));
    due += rule.judge(datum, now) == DueRule.Verdict.DUE ? 1 : 0;
    if (!Float.isNaN(datum.getScore())) {
      scores.accept(datum.getScore());
    }
    intervals.accept(datum.getFetchInterval());
    times.accept(datum.getFetchTime());
  }

  void add(CrawlDbStats other) {
    due += other.due;
    other.byStatus.forEach((status, count) -> byStatus.merge(status, count, Long::sum));
    other.byRetries.forEach((retries, count) -> byRetries.merge(retries, count, Long::sum));
    hosts.addAll(other.hosts);
    scores.combine(other.scores);
    intervals.combine(other.intervals);
    times.combine(other.times);
  }

  Fields fields() {
    long total = times.getCount();
    Fields status = new Fields();
    byStatus.forEach(
        (code, count) -> status.put(CrawlDatum.getStatusName(code.byteValue()), count));
    Fields fields =
        new Fields()
            .with("urls", total)
            .with("hosts", hosts.size())
            .with("dueNow", due)
            .with("status", status)
            .with("retries", byRetries);
    if (total > 0) {
      double mean = scores.getCount() == 0 ? Double.NaN : scores.getAverage();
      fields
          .with("score", range((float) scores.getMin(), mean, (float) scores.getMax()))
          .with(
              "fetchIntervalSeconds",
              range(intervals.getMin(), intervals.getAverage(), intervals.getMax()))
          .with(
              "fetchTime",
              new Fields()
                  .with("earliest", RecordFields.time(times.getMin()))
                  .with("latest", RecordFields.time(times.getMax())));
    }
    return fields;
  }

  private static Fields range(Number least, double mean, Number most) {
    return new Fields().with("min", least).with("avg", mean).with("max", most);
  }
}
