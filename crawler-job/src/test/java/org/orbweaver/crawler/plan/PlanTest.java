package org.orbweaver.crawler.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.fetch.LeastTime;
import org.orbweaver.crawler.plan.HostsOfListJob.HostPlan;

class PlanTest {
  private static Plan.PlannedHost host(
      String name, int part, long urls, long leastMs, long waitMs) {
    var bound = new LeastTime.Bound(urls, 0, leastMs, waitMs, 5000, false, 0);
    return new Plan.PlannedHost(name, new HostPlan(part, urls, bound));
  }

  /**
   * Three tasks: hosts of 50 and 40 s; of 30 s; of 30 s, the first 20 of which it must be left
   * alone.
   */
  @ParameterizedTest
  @CsvSource({"0, 50000, HOST", "3, 50000, HOST", "2, 50000, HOST", "1, 90000, TASKS"})
  void tasksThatWaitForTheirTurnMakeItLonger(int atATime, long leastMs, Plan.Limit limit) {
    Plan plan = new Plan(3, atATime, 2);
    plan.add(host("a", 0, 9, 40_000, 0));
    plan.add(host("b", 0, 11, 50_000, 0));
    plan.add(host("c", 1, 7, 30_000, 0));
    plan.add(host("d", 2, 3, 30_000, 20_000));
    assertEquals(leastMs, plan.leastMs());
    assertEquals(limit, plan.limit());
    assertEquals(4, plan.hosts);
    assertEquals(30, plan.requests);
    assertEquals(List.of("b", "a"), plan.top().stream().map(Plan.PlannedHost::name).toList());
  }

  @Test
  void nothingToWaitFor() {
    Plan plan = new Plan(1, 1, 10);
    plan.add(host("a", 0, 1, 0, 0));
    assertEquals(Plan.Limit.NOTHING, plan.limit());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 s",
    "999, 0.9 s",
    "1500, 1.5 s",
    "59999, 59 s",
    "60000, 1 min",
    "200000, 3 min 20 s",
    "3600000, 1 h",
    "7500000, 2 h 5 min"
  })
  void durationsAreNeverRoundedUp(long ms, String text) {
    assertEquals(text, PlanView.duration(ms));
  }
}
