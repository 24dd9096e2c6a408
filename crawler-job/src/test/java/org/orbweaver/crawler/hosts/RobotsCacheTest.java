package org.orbweaver.crawler.hosts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.crawler.robots.RobotsRules;

/**
 * RFC 9309, sections 2.3 to 2.4: where the file is, and the meaning of the answers to its request.
 */
class RobotsCacheTest {
  private static final byte[] CLOSED = "User-agent: *\nDisallow: /\n".getBytes(UTF_8);
  private static final String A = "http://a.test/robots.txt";

  @TempDir Path tmp;
  private Instant now = Instant.parse("2026-03-01T00:00:00Z");
  private final Clock clock =
      new Clock() {
        @Override
        public ZoneId getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          return this;
        }

        @Override
        public Instant instant() {
          return now;
        }
      };

  private final HostTable table = new HostTable(key -> null, key -> null, null);
  private RobotsCache cache = new RobotsCache(List.of("orbweaver"), table, clock, 30);

  /** Starts a later task, with only the table of hosts. */
  private void later(Duration duration) {
    now = now.plus(duration);
    cache = new RobotsCache(List.of("orbweaver"), table, clock, 30);
  }

  private RobotsRules ready(String origin) throws IOException {
    return assertInstanceOf(RobotsCache.Ready.class, cache.lookUp(origin)).rules();
  }

  @Test
  void asksOnceThenAnswers() throws Exception {
    assertEquals(new RobotsCache.Wanted(A), cache.lookUp("http://a.test"));
    assertFalse(cache.isKnown(A));
    cache.complete(A, 200, CLOSED);
    assertTrue(cache.isKnown(A));
    assertFalse(ready("http://a.test").allows("http://a.test/x"));
  }

  @Test
  void eachSchemeAndAuthorityHasAFileOfItsOwn() throws Exception {
    cache.complete(A, 299, CLOSED);
    assertFalse(ready("http://a.test").allows("http://a.test/x"));
    for (String origin : List.of("https://a.test", "http://a.test:8080", "http://www.a.test")) {
      assertEquals(new RobotsCache.Wanted(origin + "/robots.txt"), cache.lookUp(origin));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 410, 451, 499})
  void unavailableAllows(int status) throws Exception {
    cache.complete(A, status, CLOSED);
    assertTrue(ready("http://a.test").allows("http://a.test/x"));
    later(Duration.ofHours(1));
    assertTrue(ready("http://a.test").allows("http://a.test/x"));
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 502, 503, 504, 599})
  void unreachableForbids(int status) throws Exception {
    cache.complete(A, status, CLOSED);
    assertInstanceOf(RobotsCache.Unreachable.class, cache.lookUp("http://a.test"));
  }

  @Test
  void answersHoldForADay() throws Exception {
    cache.complete(A, 200, CLOSED);
    later(Duration.ofHours(24).minusMillis(1));
    RobotsCache.RobotsState answer = cache.lookUp("http://a.test");
    assertEquals(A, assertInstanceOf(RobotsCache.Ready.class, answer).file());
    // Also in the task that has had the file all along.
    now = now.plusMillis(1);
    assertEquals(new RobotsCache.Wanted(A), cache.lookUp("http://a.test"));
    later(Duration.ZERO);
    assertEquals(new RobotsCache.Wanted(A), cache.lookUp("http://a.test"));
  }

  @Test
  void answersOfTheTaskItselfHoldForADayToo() throws Exception {
    String www = "http://www.a.test/robots.txt";
    cache.completeMoved(A, www);
    now = now.plus(Duration.ofHours(1));
    cache.complete(www, 200, CLOSED);
    now = now.plus(Duration.ofHours(23).minusMillis(1));
    assertFalse(ready("http://a.test").allows("http://a.test/x"));
    now = now.plusMillis(1);
    assertEquals(new RobotsCache.Wanted(A), cache.lookUp("http://a.test"));
    cache.completeMoved(A, www);
    now = now.plus(Duration.ofHours(1));
    assertEquals(new RobotsCache.Wanted(www), cache.lookUp("http://a.test"));
    cache.completeFailed(www, "reset");
    assertFalse(ready("http://a.test").allows("http://a.test/x"), "the last good copy");
    now = now.plus(Duration.ofHours(24));
    cache.completeMoved(A, www);
    assertEquals(new RobotsCache.Wanted(www), cache.lookUp("http://a.test"));
  }

  private long changed(String url) throws IOException {
    assertEquals(
        RobotsCopy.decode(table.find(url)).changed(), HostRecords.robotsChanged(table.find(url)));
    return RobotsCopy.decode(table.find(url)).changed();
  }

  @Test
  void changesAreNoted() throws Exception {
    cache.complete(A, 200, CLOSED);
    assertEquals(0, changed(A), "none before");
    later(Duration.ofDays(1));
    cache.complete(A, 200, CLOSED);
    assertEquals(0, changed(A));
    later(Duration.ofDays(1));
    long other = now.toEpochMilli();
    cache.complete(A, 404, CLOSED);
    assertEquals(other, changed(A));
    later(Duration.ofDays(1));
    cache.completeFailed(A, "reset");
    later(Duration.ofDays(1));
    cache.complete(A, 403, CLOSED);
    assertEquals(other, changed(A), "allows all as before");
    later(Duration.ofDays(1));
    cache.completeMoved(A, "http://b.test/robots.txt");
    assertEquals(now.toEpochMilli(), changed(A));
  }

  /** A record as earlier releases wrote it. */
  @Test
  void copyWithoutTheTimeOfItsChangeIsRead() throws Exception {
    byte[] record =
        HostRecords.encode(
            HostRecords.ROBOTS_WITHOUT_CHANGE,
            now.toEpochMilli(),
            out -> {
              out.writeByte('m');
              out.writeInt(A.length());
              out.write(A.getBytes(UTF_8));
              out.writeLong(0);
              out.writeLong(0);
            });
    assertEquals(A, RobotsCopy.decode(record).detail());
    assertEquals(now.toEpochMilli(), RobotsCopy.decode(record).requestedAt());
    assertEquals(0, HostRecords.robotsChanged(record));
    assertTrue(HostRecords.isRobots(record));
  }

  @Test
  void copyFromTheFutureIsNotTrusted() throws Exception {
    cache.complete(A, 200, CLOSED);
    later(Duration.ofHours(-3));
    assertEquals(new RobotsCache.Wanted(A), cache.lookUp("http://a.test"));
  }

  @Test
  void lastGoodCopyHoldsWhileTheFileIsUnreachable() throws Exception {
    cache.complete(A, 200, CLOSED);
    later(Duration.ofDays(2));
    cache.complete(A, 503, new byte[0]);
    assertFalse(ready("http://a.test").allows("http://a.test/x"));
    later(Duration.ofMinutes(9));
    assertFalse(ready("http://a.test").allows("http://a.test/x"));
    later(Duration.ofMinutes(2));
    assertEquals(new RobotsCache.Wanted(A), cache.lookUp("http://a.test"), "requested again soon");
    later(Duration.ofDays(60));
    cache.completeFailed(A, "reset");
    assertFalse(ready("http://a.test").allows("http://a.test/x"));
    later(Duration.ofDays(1));
    cache.complete(A, 404, new byte[0]);
    assertTrue(ready("http://a.test").allows("http://a.test/x"));
  }

  /** RFC 9309, 2.3.1.4: the period begins with the first request that brought no answer. */
  @ParameterizedTest
  @CsvSource({
    "30, false, 29, false",
    "30, false, 30, true",
    "30, true, 30, true",
    "-1, false, 3000, false",
    "0, false, 0, true"
  })
  void unreachableForLongIsUnavailable(int period, boolean unreached, int days, boolean allows)
      throws Exception {
    RobotsCache first = new RobotsCache(List.of("orbweaver"), table, clock, period);
    first.complete(A, 503, new byte[0]);
    now = now.plus(Duration.ofDays(days));
    RobotsCache last = new RobotsCache(List.of("orbweaver"), table, clock, period);
    if (unreached) {
      last.completeUnreached(A, "CONNECT, refused");
    } else {
      last.completeFailed(A, "reset");
    }
    assertEquals(allows, last.lookUp("http://a.test") instanceof RobotsCache.Ready);
  }

  @Test
  void answerEndsThePeriod() throws Exception {
    cache.complete(A, 503, new byte[0]);
    later(Duration.ofDays(20));
    cache.completeMoved(A, "http://b.test/robots.txt");
    later(Duration.ofDays(20));
    cache.complete(A, 503, new byte[0]);
    assertInstanceOf(RobotsCache.Unreachable.class, cache.lookUp("http://a.test"));
  }

  /** No request was made, so the next task may try at once. */
  @Test
  void unreachedHostIsTriedByTheNextTask() throws Exception {
    cache.completeUnreached(A, "DNS, no address");
    assertInstanceOf(RobotsCache.Unreachable.class, cache.lookUp("http://a.test"));
    later(Duration.ZERO);
    assertEquals(new RobotsCache.Wanted(A), cache.lookUp("http://a.test"));
  }

  @Test
  void redirectToAnUnreachableFileIsToldAsSuch() throws Exception {
    cache.completeMoved(A, "http://b.test/robots.txt");
    cache.completeUnreached("http://b.test/robots.txt", "DNS, no address");
    assertEquals(
        new RobotsCache.Unreachable(
            "robots.txt redirects to http://b.test/robots.txt: DNS, no address", Optional.empty()),
        cache.lookUp("http://a.test"));
  }

  @Test
  void redirectIsFollowedAndItsTargetSharedByOrigins() throws Exception {
    cache.completeMoved(A, "http://b.test/robots.txt");
    assertEquals(new RobotsCache.Wanted("http://b.test/robots.txt"), cache.lookUp("http://a.test"));
    cache.complete("http://b.test/robots.txt", 200, CLOSED);
    assertFalse(ready("http://a.test").allows("http://a.test/x"));
    assertFalse(ready("http://b.test").allows("http://b.test/x"));
    later(Duration.ofHours(20));
    assertFalse(ready("http://a.test").allows("http://a.test/x"));
  }

  @Test
  void ringAndLongChainEnd() throws Exception {
    cache.completeMoved(A, A);
    assertInstanceOf(RobotsCache.Unreachable.class, cache.lookUp("http://a.test"));
    cache.completeMoved("http://c.test/robots.txt", "http://c.test/1");
    for (int i = 1; i < 5; i++) {
      cache.completeMoved("http://c.test/" + i, "http://c.test/" + (i + 1));
    }
    assertEquals(new RobotsCache.Wanted("http://c.test/5"), cache.lookUp("http://c.test"));
    // The RFC would let it count as "unavailable", which allows all; but an unknown file is no
    // permission.
    cache.completeMoved("http://c.test/5", "http://c.test/6");
    assertInstanceOf(RobotsCache.Unreachable.class, cache.lookUp("http://c.test"));
  }

  /** More rules than the cache holds: evicted ones come back from the table. */
  @Test
  void memoryIsBounded() throws Exception {
    StringBuilder rules = new StringBuilder("User-agent: *\n");
    for (int i = 0; i < 20_000; i++) {
      rules.append("Disallow: /").append(i).append('\n');
    }
    byte[] file = rules.toString().getBytes(UTF_8);
    for (int i = 0; i < 40; i++) {
      cache.complete("http://h" + i + ".test/robots.txt", 200, file);
    }
    for (int i = 0; i < 40; i++) {
      assertFalse(ready("http://h" + i + ".test").allows("http://h" + i + ".test/19999"));
    }
    assertTrue(cache.weight() <= 64 << 20, "weight " + cache.weight());
  }

  /** A refusal depends on settings, which may change before the next task. */
  @Test
  void refusalIsNotKeptForTheNextTask() throws Exception {
    cache.completeRefused(A, "10.0.0.1 is private", false);
    assertEquals(
        new RobotsCache.Refused("robots.txt: 10.0.0.1 is private", false),
        cache.lookUp("http://a.test"));
    assertNull(table.find(A));
  }

  @Test
  void copyThatCannotBeReadIsAskedForAgain() throws Exception {
    table.put(A, new byte[] {9, 9, 9});
    assertEquals(new RobotsCache.Wanted(A), cache.lookUp("http://a.test"));
    cache.completeFailed(A, "reset");
    assertInstanceOf(RobotsCache.Unreachable.class, cache.lookUp("http://a.test"));
  }
}
