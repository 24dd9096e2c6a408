package org.orbweaver.crawler.read;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.schedule.DueRule;
import org.orbweaver.crawler.url.Hosts;

/** Counts over a crawldb; those of several parts can be added. Memory: the names of all hosts. */
final class CrawlDbStats {

  private final DueRule rule;
  private final long now;
  private final Map<Integer, Long> byStatus = new TreeMap<>();
  private final Map<Integer, Long> byRetries = new TreeMap<>();
  private final Set<String> hosts = new HashSet<>();
  private long total;
  private long due;
  private double scoreSum;
  private float scoreMin = Float.POSITIVE_INFINITY;
  private float scoreMax = Float.NEGATIVE_INFINITY;
  private long scores;
  private double intervalSum;
  private long intervalMin = Long.MAX_VALUE;
  private long intervalMax = Long.MIN_VALUE;
  private long timeMin = Long.MAX_VALUE;
  private long timeMax = Long.MIN_VALUE;

  /**
   * @param rule says what is due, as it does for generate
   * @param now milliseconds since 1970
   */
  CrawlDbStats(DueRule rule, long now) {
    this.rule = rule;
    this.now = now;
  }

  void add(String url, CrawlDatum datum) {
    total++;
    byStatus.merge((int) datum.getStatus(), 1L, Long::sum);
    byRetries.merge((int) datum.getRetriesSinceFetch(), 1L, Long::sum);
    hosts.add(Hosts.host(url));
    if (rule.judge(datum, now) == DueRule.Verdict.DUE) {
      due++;
    }
    float score = datum.getScore();
    if (!Float.isNaN(score)) {
      scores++;
      scoreSum += score;
      scoreMin = Math.min(scoreMin, score);
      scoreMax = Math.max(scoreMax, score);
    }
    intervalSum += datum.getFetchInterval();
    intervalMin = Math.min(intervalMin, datum.getFetchInterval());
    intervalMax = Math.max(intervalMax, datum.getFetchInterval());
    timeMin = Math.min(timeMin, datum.getFetchTime());
    timeMax = Math.max(timeMax, datum.getFetchTime());
  }

  void add(CrawlDbStats other) {
    total += other.total;
    due += other.due;
    other.byStatus.forEach((status, count) -> byStatus.merge(status, count, Long::sum));
    other.byRetries.forEach((retries, count) -> byRetries.merge(retries, count, Long::sum));
    hosts.addAll(other.hosts);
    scores += other.scores;
    scoreSum += other.scoreSum;
    scoreMin = Math.min(scoreMin, other.scoreMin);
    scoreMax = Math.max(scoreMax, other.scoreMax);
    intervalSum += other.intervalSum;
    intervalMin = Math.min(intervalMin, other.intervalMin);
    intervalMax = Math.max(intervalMax, other.intervalMax);
    timeMin = Math.min(timeMin, other.timeMin);
    timeMax = Math.max(timeMax, other.timeMax);
  }

  Map<String, Object> view() {
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("urls", total);
    view.put("hosts", hosts.size());
    view.put("dueNow", due);
    Map<String, Object> status = new LinkedHashMap<>();
    byStatus.forEach(
        (code, count) -> status.put(CrawlDatum.getStatusName(code.byteValue()), count));
    view.put("status", status);
    Map<String, Object> retries = new LinkedHashMap<>();
    byRetries.forEach((count, urls) -> retries.put(Integer.toString(count), urls));
    view.put("retries", retries);
    if (total > 0) {
      view.put("score", range(scoreMin, scores == 0 ? Double.NaN : scoreSum / scores, scoreMax));
      view.put("fetchIntervalSeconds", range(intervalMin, intervalSum / total, intervalMax));
      Map<String, Object> times = new LinkedHashMap<>();
      times.put("earliest", Views.time(timeMin));
      times.put("latest", Views.time(timeMax));
      view.put("fetchTime", times);
    }
    return view;
  }

  private static Map<String, Object> range(Number least, double mean, Number most) {
    Map<String, Object> range = new LinkedHashMap<>();
    range.put("min", least);
    range.put("avg", mean);
    range.put("max", most);
    return range;
  }
}
