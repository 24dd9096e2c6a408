package org.orbweaver.crawler.fetch.politeness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.hosts.HostContact;

class HostStateTest {
  private static final long MS = 1_000_000;
  private static final long WALL = 1_700_000_000_000L;
  private static final long NOW = Long.MAX_VALUE - 10_000 * MS;

  private final PolitenessDelay delay = new PolitenessDelay(5000, 30_000, false, 2);

  private HostState host(HostContact before) {
    return new HostState(delay, before, 0, NOW, WALL, 60_000);
  }

  private static long msFromNow(HostState host) {
    return (host.notBefore() - NOW) / MS;
  }

  @Test
  void largestDelayHolds() {
    assertEquals(5000, delay.afterMs(0, 100, 0));
    assertEquals(5000, delay.afterMs(1000, 2500, 0));
    assertEquals(6000, delay.afterMs(1000, 3000, 0));
    assertEquals(30_000, delay.afterMs(30_000, 3000, 0));
    assertEquals(10_000, delay.afterMs(0, 100, 1));
    assertEquals(80_000, delay.afterMs(0, 100, 4));
    assertEquals(86_400_000, delay.afterMs(0, 100, 1000));
    PolitenessDelay none = new PolitenessDelay(0, -1, false, 2);
    assertEquals(0, none.afterMs(0, 3000, 5));
    assertEquals(1_000_000, none.afterMs(1_000_000, 3000, 5));
  }

  @Test
  void longCrawlDelayExcludesOrIsCapped() {
    assertFalse(delay.excludes(30_000));
    assertTrue(delay.excludes(30_001));
    assertEquals(5000, delay.afterMs(30_001, 0, 0));
    PolitenessDelay capped = new PolitenessDelay(5000, 30_000, true, 2);
    assertFalse(capped.excludes(1_000_000));
    assertEquals(30_000, capped.afterMs(1_000_000, 0, 0));
    assertFalse(new PolitenessDelay(0, -1, false, 0).excludes(Long.MAX_VALUE));
  }

  @Test
  void newHostMayBeContactedAtOnce() {
    assertEquals(0, msFromNow(host(null)));
  }

  /**
   * A host that a killed attempt may have contacted is left alone for its own delay, and no longer.
   */
  @ParameterizedTest
  @CsvSource({
    "-1, 0, 0, 5000",
    "-1, 0, 2000, 3000",
    "-1, 0, 5000, 0",
    "20000, 10000, 2000, 8000",
    "1000, 10000, 2000, 9000",
    "20000, 0, 2000, 3000"
  })
  void hostWaitsForItsOwnDelayAfterAKilledAttempt(
      long contactAgo, long crawlDelay, long killedAgo, long waits) {
    HostContact before =
        contactAgo < 0 ? null : new HostContact(WALL - contactAgo, 0, 0, crawlDelay, 0);
    assertEquals(
        waits, msFromNow(new HostState(delay, before, WALL - killedAgo, NOW, WALL, 60_000)));
  }

  @Test
  void delayOfAnEarlierRoundHolds() {
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
  void failuresDoubleTheDelayUntilAnAnswer() {
    HostState host = host(null);
    long[] delays = {10_000, 20_000, 40_000};
    for (long expected : delays) {
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
    // The delay is longer.
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

  @Test
  void hostLoadedAgainInTheSameFetchGoesOn() {
    HostState host = host(null);
    host.contactEnded(NOW, WALL, 10);
    host.crawlDelay(9000);
    host.answered(false, false);
    assertFalse(host.isStrained());
    HostState again = host(host.contact());
    assertFalse(again.hasServed());
    again.resume();
    assertTrue(again.hasServed());
    again.crawlDelay(7000);
    assertEquals(9000, again.delayMs());
    host.answered(false, true);
    assertTrue(host.isStrained());
    again = host(host.contact());
    again.resume();
    assertFalse(again.hasServed());
  }
}
