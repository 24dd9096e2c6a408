package org.orbweaver.crawler.read;

import java.util.Optional;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.text.Fields;
import org.orbweaver.crawler.crawldb.PageView;
import org.orbweaver.crawler.recrawl.LastFetch;
import org.orbweaver.crawler.recrawl.PageHistory;
import org.orbweaver.crawler.recrawl.PageHistory.Achieved;
import org.orbweaver.crawler.recrawl.RecordedHistory;
import org.orbweaver.crawler.recrawl.Staleness;

/**
 * Sums over the pages of a crawldb that have a history, for their freshness: the expected one now,
 * by the estimated change rates and the times of the last visits, and the achieved one, on average
 * over the time between the visits in each page's history.
 *
 * @param visits after the first of each page
 * @param rates changes per day
 * @param fresh probabilities that the pages are fresh
 * @param age expected ages in days
 * @param achieved between the visits
 */
record StalenessStats(
    long pages,
    long visits,
    long changes,
    double rates,
    double fresh,
    double age,
    Achieved achieved) {
  private static final double MILLIS_PER_DAY = 86_400_000;

  /** The sums over no page. */
  static final StalenessStats NONE = new StalenessStats(0, 0, 0, 0, 0, 0, new Achieved(0, 0, 0));

  /**
   * The means over the pages.
   *
   * @param achievedFreshness empty if no page was visited again
   */
  public record Means(
      long pages,
      long visits,
      long changes,
      double changesPerDay,
      double expectedFreshness,
      double expectedAgeDays,
      Optional<Double> achievedFreshness,
      Optional<Double> achievedAgeDays) {}

  /** These sums with an entry added, if it has a history. */
  StalenessStats plus(CrawlDatum entry, long now) {
    PageHistory history = PageView.hasContent(entry) ? RecordedHistory.of(entry) : null;
    if (history == null) {
      return this;
    }
    double since = Math.max(0, now - LastFetch.of(entry, now)) / MILLIS_PER_DAY;
    return plus(
        new StalenessStats(
            1,
            history.visits().visits(),
            history.visits().changes(),
            history.changeRate(),
            Staleness.expectedFreshness(history.changeRate(), since),
            Staleness.expectedAge(history.changeRate(), since),
            history.achieved()));
  }

  StalenessStats plus(StalenessStats other) {
    return new StalenessStats(
        pages + other.pages,
        visits + other.visits,
        changes + other.changes,
        rates + other.rates,
        fresh + other.fresh,
        age + other.age,
        new Achieved(
            achieved.days() + other.achieved.days(),
            achieved.staleDays() + other.achieved.staleDays(),
            achieved.agedDays() + other.achieved.agedDays()));
  }

  /** The means; empty if no page has a history. */
  Optional<Means> means() {
    double days = achieved.days();
    return pages == 0
        ? Optional.empty()
        : Optional.of(
            new Means(
                pages,
                visits,
                changes,
                rates / pages,
                fresh / pages,
                age / pages,
                days > 0 ? Optional.of(1 - achieved.staleDays() / days) : Optional.empty(),
                days > 0 ? Optional.of(achieved.agedDays() / days) : Optional.empty()));
  }

  void addTo(Fields fields) {
    means()
        .ifPresent(
            of ->
                fields.with(
                    "recrawl",
                    new Fields()
                        .with("pages", of.pages)
                        .with("visits", of.visits)
                        .with("changes", of.changes)
                        .with("changesPerDay", of.changesPerDay)
                        .with("freshness", pair(of.expectedFreshness, of.achievedFreshness))
                        .with("ageDays", pair(of.expectedAgeDays, of.achievedAgeDays))));
  }

  private static Fields pair(double expected, Optional<Double> achieved) {
    return new Fields().with("expected", expected).withKnown("achieved", achieved.orElse(null));
  }
}
