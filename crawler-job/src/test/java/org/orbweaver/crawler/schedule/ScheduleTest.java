package org.orbweaver.crawler.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.nutch.crawl.CrawlDatum;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  private final Schedule schedule = new Schedule(100, 1000, 10, 3);

  private static CrawlDatum entry(int status, int interval, long fetchTime) {
    var datum = new CrawlDatum(status, interval);
    datum.setFetchTime(fetchTime);
    return datum;
  }

  @Test
  void isDueWhenItsTimeHasComeOrIsAbsurdlyFar() {
    assertTrue(schedule.isDue(entry(1, 100, 5000), 5000));
    assertFalse(schedule.isDue(entry(1, 100, 5001), 5000));
    assertFalse(schedule.isDue(entry(1, 100, 1_005_000), 5000));
    assertTrue(schedule.isDue(entry(1, 100, 1_005_001), 5000));
  }

  @Test
  void intervalsAreKeptWithinBounds() {
    assertEquals(50_000 + 7, schedule.afterSuccess(7, 50));
    assertEquals(1_000_000 + 7, schedule.afterSuccess(7, 5000));
    assertEquals(100_000 + 7, schedule.afterSuccess(7, 0));
    CrawlDatum entry = entry(2, 5000, 7);
    schedule.afterSuccess(entry, 7);
    assertEquals(1000, entry.getFetchInterval());
    assertEquals(1_000_007, entry.getFetchTime());
  }

  @Test
  void whatAnEntryKnowsOfIsStale() {
    CrawlDatum fetched = entry(CrawlDatum.STATUS_DB_FETCHED, 100, 0);
    schedule.afterSuccess(fetched, 5000);
    assertTrue(schedule.isStale(fetched, 4999));
    assertTrue(schedule.isStale(fetched, 5000));
    assertFalse(schedule.isStale(fetched, 5001));
    CrawlDatum gone = entry(CrawlDatum.STATUS_DB_UNFETCHED, 100, 0);
    schedule.afterGone(gone, 5000);
    assertTrue(schedule.isStale(gone, 5000));
    assertFalse(schedule.isStale(gone, 5001));
    CrawlDatum failed = entry(CrawlDatum.STATUS_DB_UNFETCHED, 100, 0);
    schedule.afterFailure(failed, 5000);
    assertTrue(schedule.isStale(failed, 4999));
    assertFalse(schedule.isStale(failed, 5001));
    assertFalse(schedule.isStale(entry(CrawlDatum.STATUS_DB_UNFETCHED, 100, 9000), 1));
  }

  @Test
  void retriesDoNotOverflow() {
    CrawlDatum entry = entry(1, 100, 0);
    entry.setRetriesSinceFetch(Byte.MAX_VALUE);
    schedule.afterFailure(entry, 1);
    assertEquals(Byte.MAX_VALUE, entry.getRetriesSinceFetch());
    assertEquals(CrawlDatum.STATUS_DB_GONE, entry.getStatus());
  }
}
