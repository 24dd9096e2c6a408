package org.orbweaver.crawler.generate;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.recrawl.Schedule;
import org.orbweaver.crawler.recrawl.ScheduleKeys;

/**
 * The quota of a fetch list under a recrawl policy with a budget. The budget accrues evenly since
 * the last list, up to one day's or a single request. New URLs come first, up to their share; pages
 * to visit again take the rest of the list.
 *
 * @param total URLs in all
 * @param fresh URLs without a page so far; their share of the total, or more if there are too few
 *     pages to visit again
 * @param visits to pages again
 * @param ofHost URLs of one host, −1 for no limit
 */
public record ListQuota(long total, long fresh, long visits, int ofHost) {
  static final ListQuota NONE = new ListQuota(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, -1);

  private static final String PREFIX = "orbweaver.internal.generate.quota.";
  private static final double MILLIS_PER_DAY = 86_400_000;

  /**
   * The quota by the settings and the log.
   *
   * @param now milliseconds since 1970
   * @param topN the greatest length of the list
   */
  static ListQuota of(Configuration conf, List<StepRecord> history, long now, long topN) {
    if (Schedule.of(conf).policy() == null) {
      return NONE;
    }
    long last = 0;
    long lastVisits = 0;
    long pages = 0;
    for (StepRecord step : history) {
      if (step.name().equals(GeneratePhase.STEP)) {
        last = step.time().toEpochMilli();
        lastVisits = step.count(GeneratePhase.VISITS) > 0 ? last : lastVisits;
      }
      if (step.results().containsKey(CrawlDbCounter.NOT_MODIFIED.name())) {
        pages =
            step.count(CrawlDbCounter.FETCHED.name())
                + step.count(CrawlDbCounter.NOT_MODIFIED.name())
                + step.count(CrawlDbCounter.REDIRECTED.name())
                + step.count(CrawlDbCounter.DUPLICATE.name());
      }
    }
    double days = Math.max(0, now - last) / MILLIS_PER_DAY;
    double daysOfVisits = Math.max(0, now - lastVisits) / MILLIS_PER_DAY;
    double interval = CrawlerKeys.FETCH_INTERVAL.get(conf) * 1000L / MILLIS_PER_DAY;
    long budget = ScheduleKeys.BUDGET.get(conf);
    long total = budget == 0 ? topN : Math.min(topN, accrued((double) budget, days));
    long visits = budget == 0 ? accrued(pages / interval, daysOfVisits) : total;
    double share = ScheduleKeys.DISCOVERY_SHARE.get(conf) * total;
    long fresh = Math.max((long) Math.ceil(share), total - Math.min(visits, pages));
    int ofHost = ScheduleKeys.HOST_BUDGET.get(conf);
    return new ListQuota(
        total, fresh, visits, ofHost == 0 ? -1 : Math.max(1, (int) accrued(ofHost, days)));
  }

  /** The whole requests accrued of a budget: at most a day's, or one if a day's is less. */
  private static long accrued(double perDay, double days) {
    return (long) Math.min(perDay * days + 1e-9, Math.max(1, perDay));
  }

  /** The least value of a visit in the last list, by the log; empty if all visits were in it. */
  public static Optional<Double> price(List<StepRecord> history) {
    return history.stream()
        .filter(step -> step.name().equals(GeneratePhase.STEP))
        .reduce((older, newer) -> newer)
        .map(step -> step.results().get(GeneratePhase.PRICE))
        .map(Double::valueOf);
  }

  /** Reads in a task the quota that {@link #embed} put into its configuration. */
  static ListQuota of(Configuration conf) {
    return new ListQuota(
        conf.getLong(PREFIX + "total", NONE.total),
        conf.getLong(PREFIX + "fresh", NONE.fresh),
        conf.getLong(PREFIX + "visits", NONE.visits),
        conf.getInt(PREFIX + "host", NONE.ofHost));
  }

  void embed(Configuration conf) {
    conf.setLong(PREFIX + "total", total);
    conf.setLong(PREFIX + "fresh", fresh);
    conf.setLong(PREFIX + "visits", visits);
    conf.setInt(PREFIX + "host", ofHost);
  }
}
