package org.orbweaver.crawler.fetch.politeness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.hosts.HostBackOff;
import org.orbweaver.crawler.hosts.HostContact;
import org.orbweaver.crawler.hosts.HostOutage;
import org.orbweaver.crawler.hosts.HostTable;
import org.orbweaver.crawler.http.FetchedPage;
import org.orbweaver.crawler.http.FetchedPage.Truncation;
import org.orbweaver.crawler.site.Sites;
import org.orbweaver.crawler.url.HostMode;
import org.orbweaver.crawler.url.SourceRoots;

class HostGateTest {
  private static final String GROUP = "h.test";
  private static final String ORIGIN = "http://h.test";
  private static final String PAGE = ORIGIN + "/a";
  private static final long MS = 1_000_000;
  private static final long WALL = 1_700_000_000_000L;
  private static final long NOW = Long.MAX_VALUE - 10_000 * MS;

  private final PolitenessDelay delay = new PolitenessDelay(5000, 30_000, false, 2);

  private final Map<String, byte[]> earlier = new HashMap<>();
  private final HostTable table = new HostTable(earlier::get, key -> null, Path.of("."));
  private long now = NOW;
  private Sites sites = Sites.NONE;

  private HostGate gate(long timeLimitMs, long contactedUntil) {
    PolitenessRules rules =
        new PolitenessRules(
            HostMode.HOST,
            delay,
            60_000,
            3,
            timeLimitMs,
            contactedUntil,
            new HostBackOff(1000, 100_000, 5),
            sites,
            SourceRoots.NONE);
    Clock clock = Clock.fixed(Instant.ofEpochMilli(WALL), ZoneOffset.UTC);
    return new HostGate(rules, table, clock, () -> now);
  }

  private HostGate.LeasedHost host(HostContact before, long contactedUntil) throws IOException {
    if (before != null) {
      earlier.put(GROUP, before.encode());
    }
    return gate(-1, contactedUntil).host(GROUP, false);
  }

  private HostGate.LeasedHost host(HostContact before) throws IOException {
    return host(before, 0);
  }

  private HostContact stored() throws IOException {
    return HostContact.decode(table.find(GROUP));
  }

  /** Ends a request; the status 0 means that no answer came. */
  private static void ended(HostGate.LeasedHost host, int status, String... retryAfter) {
    List<FetchedPage.Header> headers =
        Stream.of(retryAfter).map(value -> new FetchedPage.Header("Retry-After", value)).toList();
    FetchedPage answer =
        status == 0 ? null : new FetchedPage(status, headers, new byte[0], Truncation.NONE);
    host.requestEnded(NOW, WALL, 10, answer, false);
  }

  private static void assertGivenUp(HostGate.GiveUpCause cause, HostGate.Clearance clearance) {
    assertEquals(cause, assertInstanceOf(HostGate.GiveUp.class, clearance).cause());
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
  void newHostMayBeContactedAtOnce() throws IOException {
    assertEquals(0, host(null).waitMs());
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
      long contactAgo, long crawlDelay, long killedAgo, long waits) throws IOException {
    HostContact before =
        contactAgo < 0 ? null : new HostContact(WALL - contactAgo, 0, 0, crawlDelay, 0);
    assertEquals(waits, host(before, WALL - killedAgo).waitMs());
  }

  @Test
  void delayOfAnEarlierRoundHolds() throws IOException {
    assertEquals(3000, host(new HostContact(WALL - 2000, 100, 0, 0, 0)).waitMs());
    assertEquals(8000, host(new HostContact(WALL - 2000, 100, 0, 10_000, 0)).waitMs());
    assertEquals(0, host(new HostContact(WALL - 5001, 100, 0, 0, 0)).waitMs());
    assertEquals(38_000, host(new HostContact(WALL - 2000, 100, 3, 0, 0)).waitMs());
    assertEquals(40_000, host(new HostContact(WALL, 0, 0, 0, WALL + 40_000)).waitMs());
  }

  @Test
  void clockThatWasSetBackDoesNotMakeItLonger() throws IOException {
    assertEquals(5000, host(new HostContact(WALL + 3_600_000, 100, 0, 0, 0)).waitMs());
    HostGate.LeasedHost host = host(new HostContact(WALL, 0, 0, 0, WALL + 86_400_000L * 365));
    assertEquals(61_000, host.waitMs());
  }

  @Test
  void siteHasADelayOfItsOwn() throws IOException {
    sites = Sites.parse("[host h.test]\ndelay 0.5\n[domain zero.test]\ndelay 0\n");
    HostGate gate = gate(-1, 0);
    HostGate.LeasedHost host = gate.host(GROUP, false);
    ended(host, 0);
    assertEquals(1000, host.waitMs(), "doubled after a failure");
    ended(host, 200);
    assertEquals(500, host.waitMs());
    assertEquals(5000, gate.host("other.test", false).delayMs());

    HostGate.LeasedHost zero = gate.host("a.zero.test", false);
    ended(zero, 0);
    assertEquals(0, zero.waitMs(), "only what the host asks for counts");
    zero.crawlDelay(3000);
    assertEquals(3000, zero.waitMs());
    ended(zero, 503, "15");
    assertEquals(15_000, zero.waitMs());
  }

  @Test
  void failuresDoubleTheDelayUntilAnAnswer() throws IOException {
    HostGate.LeasedHost host = host(null);
    long[] delays = {10_000, 20_000, 40_000};
    for (long expected : delays) {
      ended(host, 0);
      assertEquals(expected, host.waitMs());
    }
    assertEquals(3, host.failures());
    assertEquals(3, stored().failures());
    ended(host, 500);
    assertEquals(0, host.failures());
    assertEquals(80_000, host.waitMs());
    ended(host, 200);
    assertEquals(5000, host.waitMs());
    assertEquals(0, stored().failures());
  }

  @Test
  void whatTheHostAskedForHoldsUntilItAnswersAgain() throws IOException {
    HostGate.LeasedHost host = host(null);
    ended(host, 503, "15");
    assertEquals(15_000, host.waitMs());
    assertEquals(WALL + 15_000, stored().notBefore());
    // The delay is longer.
    ended(host, 429, "3");
    assertEquals(20_000, host.waitMs());
    ended(host, 200);
    assertEquals(5000, host.waitMs());
    assertEquals(0, stored().notBefore());
  }

  /** By the fields of an answer, "name=value; ..."; the delay is 5 s, the longest wait 60 s. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 | RateLimit=\"a\";r=50;t=30 | 5000",
        "200 | RateLimit=\"a\";r=3;t=30 | 10000",
        "200 | RateLimit=\"a\";r=0;t=30 | 30000",
        "200 | RateLimit=\"a\";r=0;t=90 | 90000",
        "200 | RateLimit=\"a\";r=10;t=86400 | 60000",
        "404 | RateLimit=\"a\";r=0;t=999999999999999 | 604800000",
        "429 | RateLimit=\"a\";r=0;t=30 | 30000",
        "429 | RateLimit=\"a\";r=0;t=30; Retry-After=20 | 20000",
        "200 | Retry-After=20 | 5000",
        "503 | Retry-After=Tue, 14 Nov 2023 22:13:50 GMT | 30000",
        "503 | Retry-After=99999999999 | 604800000",
        "503 | Retry-After=-5 | 10000",
      })
  void quotaIsSpreadOverItsTime(int status, String fields, long waits) throws IOException {
    List<FetchedPage.Header> headers =
        Stream.of(fields.split("; ", -1))
            .map(field -> field.split("=", 2))
            .map(field -> new FetchedPage.Header(field[0], field[1]))
            .toList();
    HostGate.LeasedHost host = host(null);
    FetchedPage answer = new FetchedPage(status, headers, new byte[0], Truncation.NONE);
    host.requestEnded(NOW, WALL, 10, answer, false);
    assertEquals(waits, host.waitMs());
    if (waits > 10_000) {
      assertEquals(WALL + waits, stored().notBefore(), "for attempts and rounds that follow");
      assertEquals(fields.contains("Retry-After"), host.why().startsWith("Retry-After"));
    }
    ended(host, 200);
    assertEquals(5000, host.waitMs());
  }

  @Test
  void crawlDelayOfAnEarlierRoundEndsWithTheFirstThatIsNoted() throws IOException {
    HostGate.LeasedHost host = host(new HostContact(WALL - 60_000, 10, 0, 20_000, 0));
    ended(host, 200);
    assertEquals(20_000, host.waitMs());
    host.crawlDelay(0);
    assertEquals(5000, host.waitMs());
    host.crawlDelay(9000);
    host.crawlDelay(7000);
    assertEquals(9000, host.waitMs());
    assertEquals(9000, stored().crawlDelayMs());
  }

  /** A host that has lost its back queue is loaded from the table. */
  @Test
  void hostLoadedAgainInTheSameFetchGoesOn() throws IOException {
    HostGate gate = gate(-1, 0);
    HostGate.LeasedHost host = gate.host(GROUP, false);
    ended(host, 200);
    host.crawlDelay(9000);
    gate.retire(GROUP);
    HostGate.LeasedHost again = gate.host(GROUP, false);
    assertNotSame(host, again);
    again.crawlDelay(7000);
    assertEquals(9000, again.delayMs());
    again.pageFailed(PAGE, new IOException("broken"));
    assertNull(table.find(ORIGIN), "it has served");
    ended(again, 500);
    gate.retire(GROUP);
    assertSame(again, gate.host(GROUP, false));
  }

  /** Neither an earlier fetch, nor one in which the host's last answer was an error. */
  @Test
  void onlyAHostThatServedInTheSameFetchIsSpared() throws IOException {
    HostGate.LeasedHost ofEarlierFetch = host(new HostContact(WALL - 60_000, 10, 0, 0, 0));
    ofEarlierFetch.pageFailed(PAGE, new IOException("broken"));
    assertEquals(1, HostOutage.read(table.find(ORIGIN)).failures());

    table.put(ORIGIN, HostOutage.over(WALL).encode());
    HostGate gate = gate(-1, 0);
    ended(gate.host(GROUP, false), 500);
    HostGate.LeasedHost again = gate.load(GROUP, false);
    again.pageFailed(PAGE, new IOException("broken"));
    assertEquals(1, HostOutage.read(table.find(ORIGIN)).failures());
  }

  @Test
  void originThatServesNothingHasAnOutageUntilItDoes() throws IOException {
    HostGate.LeasedHost host = host(null);
    ended(host, 0);
    host.pageFailed(PAGE, new IOException("broken"));
    assertEquals(1, HostOutage.read(table.find(ORIGIN)).failures());
    ended(host, 404);
    host.pageAnswered(PAGE, 404);
    assertEquals(0, HostOutage.read(table.find(ORIGIN)).failures());
    assertFalse(host.serves(PAGE));
  }

  @Test
  void dueHostMayBeAskedAndAnotherIsWaitedFor() throws IOException {
    HostGate.LeasedHost host = host(null);
    assertInstanceOf(HostGate.AskNow.class, host.clearance());
    ended(host, 200);
    assertEquals(new HostGate.WaitUntil(NOW + 5000 * MS), host.clearance());
    now += 5000 * MS;
    assertInstanceOf(HostGate.AskNow.class, host.clearance());
  }

  @Test
  void hostThatFailsTooOftenIsGivenUpForGood() throws IOException {
    HostGate gate = gate(-1, 0);
    HostGate.LeasedHost host = gate.host(GROUP, false);
    for (int i = 0; i < 3; i++) {
      assertNull(gate.givenUp(GROUP, PAGE));
      ended(host, 0);
      host.giveUpIfFailing();
    }
    now += 60_000 * MS;
    assertGivenUp(HostGate.GiveUpCause.FAILURES, host.clearance());
    gate.retire(GROUP);
    assertGivenUp(HostGate.GiveUpCause.FAILURES, gate.givenUp(GROUP, PAGE));
  }

  @Test
  void tooLongAWaitAndTheEndOfTheTimeGiveAHostUp() throws IOException {
    HostGate.LeasedHost host = host(null);
    ended(host, 503, "61");
    assertGivenUp(HostGate.GiveUpCause.LONG_WAIT, host.clearance());
    assertEquals(NOW, host.leaseAgain());
    HostGate gate = gate(4000, 0);
    HostGate.LeasedHost other = gate.host("h2.test", false);
    assertInstanceOf(HostGate.AskNow.class, other.clearance());
    ended(other, 200);
    assertFalse(gate.isOver());
    assertEquals(HostGate.TIME_OVER, other.clearance());
    assertEquals(NOW, other.leaseAgain(), "so that its URLs are recorded at once");
  }
}
