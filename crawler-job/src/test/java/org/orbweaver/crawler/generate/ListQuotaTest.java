package org.orbweaver.crawler.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.common.store.StepRecord;

class ListQuotaTest {
  private static final Instant NOW = Instant.parse("2027-03-01T12:00:00Z");

  /** A crawl of 900 pages and 100 redirects whose last list is some hours old. */
  private static List<StepRecord> history(double hours) {
    Instant last = NOW.minusMillis((long) (hours * 3_600_000));
    Map<String, String> pages =
        Map.of("FETCHED", "400", "NOT_MODIFIED", "450", "REDIRECTED", "100", "DUPLICATE", "50");
    return List.of(
        new StepRecord(1, "generate", "old", last.minusSeconds(99), Map.of(), List.of()),
        new StepRecord(2, "update", "old", last.minusSeconds(98), pages, List.of()),
        new StepRecord(3, "generate", "new", last, Map.of("visits", "7"), List.of()));
  }

  @ParameterizedTest
  @CsvSource({
    // budget a day, of a host, share, topN, hours: total, new, visits, of a host
    "480, 0, .5, 9999, 24, 480, 240, 480, -1",
    "480, 0, .5, 9999, 12, 240, 120, 240, -1",
    "480, 24, .25, 9999, 6, 120, 30, 120, 6",
    "480, 24, .25, 9999, .1, 2, 1, 2, 1",
    "480, 0, .25, 100, 24, 100, 25, 100, -1",
    "480, 0, 0, 9999, 240, 480, 0, 480, -1",
    // More than there are pages: the rest is for new URLs.
    "2400, 0, .25, 9999, 24, 2400, 1400, 2400, -1",
    // Without a budget: as many visits as intervals of 10 days would need.
    "0, 0, .5, 9999, 24, 9999, 9899, 100, -1",
    "0, 0, .5, 9999, 6, 9999, 9974, 25, -1",
    "0, 0, .5, 120, 24, 120, 60, 100, -1",
    // No whole request yet: the budget keeps accruing.
    "480, 0, .5, 9999, .04, 0, 0, 0, -1",
    "0, 0, .5, 9999, .2, 9999, 9999, 0, -1"
  })
  void budgetAccruesSinceTheLastList(
      long budget,
      int hostBudget,
      float share,
      long topN,
      double hours,
      long total,
      long fresh,
      long visits,
      int ofHost) {
    Configuration conf = new Configuration();
    conf.set("orbweaver.recrawl.policy", "harmonic");
    conf.setLong("orbweaver.recrawl.budget.day", budget);
    conf.setInt("orbweaver.recrawl.budget.host.day", hostBudget);
    conf.setFloat("orbweaver.recrawl.discovery.share", share);
    conf.setInt("db.fetch.interval.default", 864_000);
    ListQuota quota = ListQuota.of(conf, history(hours), NOW.toEpochMilli(), topN);
    assertEquals(new ListQuota(total, fresh, visits, ofHost), quota);
    quota.embed(conf);
    assertEquals(quota, ListQuota.of(conf));
  }

  @Test
  void visitsAccrueSinceTheLastListThatHadSome() {
    Configuration conf = new Configuration();
    conf.set("orbweaver.recrawl.policy", "age");
    conf.setInt("db.fetch.interval.default", 864_000);
    List<StepRecord> history = new ArrayList<>(history(12));
    Instant last = NOW.minusSeconds(60);
    history.add(new StepRecord(4, "generate", "links", last, Map.of("urls", "9"), List.of()));
    assertEquals(50, ListQuota.of(conf, history, NOW.toEpochMilli(), 9999).visits());
    // A crawl of few pages waits for more than a day, and then has one visit.
    Map<String, String> few = Map.of("FETCHED", "1", "NOT_MODIFIED", "1");
    List<StepRecord> small =
        List.of(
            new StepRecord(1, "update", "a", NOW, few, List.of()),
            new StepRecord(2, "generate", "b", NOW, Map.of("visits", "1"), List.of()));
    for (int day = 0; day < 20; day++) {
      long visits =
          ListQuota.of(conf, small, NOW.plusSeconds(day * 86_400L).toEpochMilli(), 99).visits();
      assertEquals(day < 5 ? 0 : 1, visits, "day " + day);
    }
  }

  @Test
  void intervalsNeedNoQuota() {
    Configuration conf = new Configuration();
    conf.set("orbweaver.recrawl.policy", "fixed");
    conf.setLong("orbweaver.recrawl.budget.day", 5);
    assertEquals(ListQuota.NONE, ListQuota.of(conf, history(24), NOW.toEpochMilli(), 9));
    assertEquals(ListQuota.NONE, ListQuota.of(conf));
  }
}
