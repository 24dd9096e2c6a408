package org.orbweaver.crawler.read;

import static java.time.ZoneOffset.UTC;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.fetch.task.LogClock;
import org.orbweaver.crawler.fetch.task.RequestLine;

class PolitenessProofTest {
  private final List<PolitenessProof.Group> groups = new ArrayList<>();
  private final PolitenessProof proof = new PolitenessProof(groups::add, true);

  private void request(String group, String address, long start, long end, long gap) {
    String url = "http://" + group + "/" + start;
    proof.take(new RequestLine(group, start, end, gap, address, "200", 10, url, "-"));
  }

  @Test
  void politeLogIsProved() {
    request("a", "1.1.1.1", 1000, 1100, 5000);
    request("a", "1.1.1.1", 6100, 6200, 5000);
    request("a", "1.1.1.1", 11_200, 11_300, 5000);
    request("b", "1.1.1.1", 1000, 2000, 5000);
    proof.end();
    assertTrue(proof.violations.isEmpty());
    assertEquals(4, proof.requests);
    assertEquals(2, proof.gaps());
    assertEquals(5000, proof.closest.smallestGapMs());
    assertEquals(1, proof.most);
    assertEquals(
        List.of(
            new PolitenessProof.Group("a", 3, 5000, 1),
            new PolitenessProof.Group("b", 1, Long.MAX_VALUE, 1)),
        groups);
    assertEquals(List.of(new PolitenessProof.Group("1.1.1.1", 4, -100, 2)), proof.addresses());
  }

  @Test
  void earlyAndConcurrentRequestsAreFound() {
    request("a", "-", 1000, 2000, 5000);
    request("a", "-", 6999, 7000, 5000);
    request("a", "-", 11_000, 20_000, 0);
    request("a", "-", 15_000, 16_000, 0);
    // A request may overlap with any earlier one, not only with the previous one.
    request("a", "-", 19_000, 19_500, 0);
    proof.end();
    assertEquals(3, proof.violations.size());
    assertEquals(4999, proof.violations.get(0).gapMs());
    assertTrue(proof.violations.get(1).concurrent());
    assertEquals(-1000, proof.violations.get(2).gapMs());
    assertEquals(2, proof.most);
    assertTrue(proof.addresses().isEmpty());
  }

  /** Requests without a delay, one right after the other, at any fraction of a millisecond. */
  @Test
  void roundingAccusesNobody() {
    Random random = new Random(7);
    for (int task = 0; task < 20; task++) {
      Clock wall =
          Clock.fixed(Instant.ofEpochSecond(1_000 + task, random.nextInt(1_000_000_000)), UTC);
      long now = random.nextLong() / 4;
      LogClock log = new LogClock(now, wall);
      String group = "g" + (char) ('a' + task);
      long gapMs = task % 3;
      for (int i = 0; i < 1000; i++) {
        long end = now + random.nextInt(3_000_000);
        request(group, "-", log.millis(now), log.millis(end), i == 0 ? 0 : gapMs);
        now = end + gapMs * 1_000_000 + (i % 2 == 0 ? 0 : random.nextInt(2_000_000));
      }
    }
    proof.end();
    assertEquals(List.of(), proof.violations);
    assertEquals(1, proof.most);
  }

  /** One millisecond too early is found at any fraction of one. */
  @Test
  void roundingHidesNoMillisecond() {
    Random random = new Random(8);
    LogClock log = new LogClock(0, Clock.fixed(Instant.ofEpochSecond(9, 999_999_999), UTC));
    long now = 0;
    for (int i = 0; i < 1000; i++) {
      long end = now + random.nextInt(3_000_000);
      request("a", "-", log.millis(now), log.millis(end), i == 0 ? 0 : 5000);
      now = end + 4999 * 1_000_000L;
    }
    proof.end();
    assertEquals(999, proof.violations.size());
  }

  @Test
  void emptyLog() {
    proof.end();
    assertEquals(0, proof.requests);
    assertNull(proof.closest);
    assertTrue(groups.isEmpty());
  }
}
