package org.orbweaver.crawler.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.hosts.HostContact;

class HostStateTest {
  private static final long MS = 1_000_000;
  private static final long WALL = 1_700_000_000_000L;
  private static final long NOW = Long.MAX_VALUE - 10_000 * MS;

  private final Gap gap = new Gap(5000, 30_000, false, 2);

  private HostState host(HostContact before) {
    return new HostState(gap, before, NOW, NOW, WALL, 60_000);
  }

  private static long msFromNow(HostState host) {
    return (host.notBefore() - NOW) / MS;
  }

  @Test
  void theLargestGapHolds() {
    assertEquals(5000, gap.afterMs(0, 100, 0));
    assertEquals(5000, gap.afterMs(1000, 2500, 0));
    assertEquals(6000, gap.afterMs(1000, 3000, 0));
    assertEquals(30_000, gap.afterMs(30_000, 3000, 0));
    assertEquals(10_000, gap.afterMs(0, 100, 1));
    assertEquals(80_000, gap.afterMs(0, 100, 4));
    assertEquals(86_400_000, gap.afterMs(0, 100, 1000));
    Gap none = new Gap(0, -1, false, 2);
    assertEquals(0, none.afterMs(0, 3000, 5));
    assertEquals(1_000_000, none.afterMs(1_000_000, 3000, 5));
  }

  @Test
  void longCrawlDelayExcludesOrIsCapped() {
    assertFalse(gap.excludes(30_000));
    assertTrue(gap.excludes(30_001));
    assertEquals(5000, gap.afterMs(30_001, 0, 0));
    Gap capped = new Gap(5000, 30_000, true, 2);
    assertFalse(capped.excludes(1_000_000));
    assertEquals(30_000, capped.afterMs(1_000_000, 0, 0));
    assertFalse(new Gap(0, -1, false, 0).excludes(Long.MAX_VALUE));
  }

  @Test
  void newHostMayBeContactedAtOnce() {
    assertEquals(0, msFromNow(host(null)));
    HostState waits = new HostState(gap, null, NOW + 700 * MS, NOW, WALL, 60_000);
    assertEquals(700, msFromNow(waits));
  }

  @Test
  void gapOfAnEarlierRoundHolds() {
    assertEquals(3000, msFromNow(host(new HostContact(WALL - 2000, 100, 0, 0, 0))));
    assertEquals(8000, msFromNow(host(new HostContact(WALL - 2000, 100, 0, 10_000, 0))));
    assertEquals(0, msFromNow(host(new HostContact(WALL - 5001, 100, 0, 0, 0))));
    assertEquals(38_000, msFromNow(host(new HostContact(WALL - 2000, 100, 3, 0, 0))));
    assertEquals(40_000, msFromNow(host(new HostContact(WALL, 0, 0, 0, WALL + 40_000))));
  }

  @Test
  void clockThatWasSetBackDoesNotMakeItLonger() {
    assertEquals(5000, msFromNow(host(new HostContact(WALL + 3_600_000, 100, 0, 0, 0))));
    HostState host = host(new HostContact(WALL, 0, 0, 0, WALL + 86_400_000L * 365));
    assertEquals(61_000, msFromNow(host));
  }

  @Test
  void failuresDoubleTheGapAndAnAnswerEndsThat() {
    HostState host = host(null);
    long[] gaps = {10_000, 20_000, 40_000};
    for (long expected : gaps) {
      host.contactEnded(NOW, WALL, 10);
      host.answered(true, true);
      assertEquals(expected, msFromNow(host));
    }
    assertEquals(3, host.failures());
    assertEquals(3, host.contact().failures());
    host.answered(false, true);
    assertEquals(0, host.failures());
    assertEquals(80_000, msFromNow(host));
    host.answered(false, false);
    assertEquals(5000, msFromNow(host));
    assertEquals(0, host.contact().failures());
  }

  @Test
  void whatTheHostAskedForHoldsUntilItAnswersAgain() {
    HostState host = host(null);
    host.contactEnded(NOW, WALL, 10);
    host.answered(true, true);
    host.leaveAlone(15_000);
    assertEquals(15_000, msFromNow(host));
    assertEquals(WALL + 15_000, host.contact().notBefore());
    // The gap is longer.
    host.leaveAlone(3000);
    assertEquals(10_000, msFromNow(host));
    host.contactEnded(NOW, WALL, 10);
    host.answered(false, false);
    assertEquals(5000, msFromNow(host));
    assertEquals(0, host.contact().notBefore());
  }

  @Test
  void crawlDelayOfAnEarlierRoundEndsWithTheFirstThatIsNoted() {
    HostState host = host(new HostContact(WALL - 60_000, 10, 0, 20_000, 0));
    host.contactEnded(NOW, WALL, 10);
    assertEquals(20_000, msFromNow(host));
    host.crawlDelay(0);
    assertEquals(5000, msFromNow(host));
    host.crawlDelay(9000);
    host.crawlDelay(7000);
    assertEquals(9000, msFromNow(host));
  }
}
