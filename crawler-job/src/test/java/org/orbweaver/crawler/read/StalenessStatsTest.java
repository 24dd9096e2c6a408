package org.orbweaver.crawler.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Random;
import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.text.Fields;
import org.orbweaver.crawler.recrawl.ChangeTest;
import org.orbweaver.crawler.recrawl.PageHistory;
import org.orbweaver.crawler.recrawl.RecordedHistory;
import org.orbweaver.crawler.recrawl.Staleness;

class StalenessStatsTest {
  private static final long DAY = 86_400_000L;
  private static final long NOW = 20_000 * DAY;
  private static final double RATE = .2;

  /** The middle of a bin of histories, which resolve intervals to a quarter octave. */
  private static final double INTERVAL = Math.pow(2, 8.5) / 96;

  private static CrawlDatum page(PageHistory history, double daysAgo) {
    CrawlDatum entry = new CrawlDatum(CrawlDatum.STATUS_DB_FETCHED, 30 * 86_400);
    entry.setFetchTime(NOW - (long) (daysAgo * DAY) + 30 * DAY);
    if (history != null) {
      RecordedHistory.putOn(entry, history);
    }
    return entry;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> recrawl(StalenessStats stats) {
    Fields fields = new Fields();
    stats.addTo(fields);
    return (Map<String, Object>) fields.get("recrawl");
  }

  /** Pages of one Poisson rate, visited at fixed intervals: theory gives the means. */
  @Test
  void freshnessAndAgeAreThoseOfTheory() {
    Random random = new Random(4);
    StalenessStats all = StalenessStats.NONE;
    for (int i = 0; i < 200; i++) {
      PageHistory history = PageHistory.first(ChangeTest.BYTES, 0, RATE);
      for (int visit = 0; visit < 100; visit++) {
        boolean changed = random.nextDouble() < -Math.expm1(-RATE * INTERVAL);
        history = history.visited(INTERVAL, changed, 0, RATE);
      }
      all = all.plus(StalenessStats.NONE.plus(page(history, 2), NOW));
    }
    all = all.plus(page(null, 2), NOW);
    Map<String, Object> found = recrawl(all);
    assertEquals(200L, found.get("pages"));
    assertEquals(RATE, (double) found.get("changesPerDay"), .02);
    assertMeans(found, "freshness", Math.exp(-2 * RATE), Staleness.freshness(RATE, INTERVAL));
    assertMeans(found, "ageDays", Staleness.expectedAge(RATE, 2), Staleness.age(RATE, INTERVAL));
  }

  private static void assertMeans(
      Map<String, Object> found, String name, double expected, double achieved) {
    Map<?, ?> means = (Map<?, ?>) found.get(name);
    assertEquals(expected, (double) means.get("expected"), .05 * expected, name);
    assertEquals(achieved, (double) means.get("achieved"), .05 * achieved, name);
  }

  @Test
  void pagesWithoutAHistorySayNothing() {
    StalenessStats stats = StalenessStats.NONE.plus(page(null, 3), NOW);
    CrawlDatum gone = page(PageHistory.first(ChangeTest.BYTES, 0, 1), 3);
    gone.setStatus(CrawlDatum.STATUS_DB_GONE);
    stats = stats.plus(gone, NOW);
    assertNull(recrawl(stats));
    stats = stats.plus(page(PageHistory.first(ChangeTest.BYTES, 0, 1), 3), NOW);
    Map<?, ?> freshness = (Map<?, ?>) recrawl(stats).get("freshness");
    assertTrue(freshness.containsKey("expected") && !freshness.containsKey("achieved"));
  }
}
