package org.orbweaver.crawler.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.hosts.HostBackOff.Admission;

class HostBackOffTest {
  private static final long DAY = 86_400_000L;
  private static final long NOW = 1_000 * DAY;

  private final HostBackOff backOff = new HostBackOff(DAY, 90 * DAY, 6);

  private static HostOutage outage(int failures) {
    return new HostOutage(NOW, failures, NOW - 9 * DAY, "DNS");
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "3, 4", "4, 8", "5, 16", "6, 90", "1000, 90"})
  void delayDoublesUntilTheHostCountsAsGone(int failures, int days) {
    HostOutage outage = outage(failures);
    assertEquals(NOW + days * DAY, backOff.nextTry(outage));
    assertEquals(Admission.NONE, backOff.admission(outage, NOW + days * DAY - 1));
    assertEquals(Admission.PROBE, backOff.admission(outage, NOW + days * DAY));
  }

  @Test
  void delayIsAtMostTheMaximumInterval() {
    assertEquals(NOW + 3 * DAY, new HostBackOff(DAY, 3 * DAY, 0).nextTry(outage(100)));
  }

  @Test
  void hostWithoutAnOutageIsAdmitted() {
    assertEquals(Admission.ALL, backOff.admission(null, NOW));
    assertEquals(Admission.ALL, backOff.admission(HostOutage.over(NOW), NOW));
    assertEquals(
        Admission.ALL, new HostBackOff(0, 90 * DAY, 6).admission(outage(9), NOW), "turned off");
  }

  /** A wrong clock must not keep a host away for years. */
  @Test
  void outageFromTheFutureIsProbed() {
    assertEquals(Admission.PROBE, backOff.admission(outage(1), NOW - 500 * DAY));
    HostOutage anew = backOff.failed(outage(5), NOW - DAY, "CONNECT");
    assertEquals(new HostOutage(NOW - DAY, 1, NOW - DAY, "CONNECT"), anew);
  }

  @Test
  void failuresOfOneRoundCountOnce() {
    HostOutage first = backOff.failed(null, NOW, "DNS");
    assertEquals(new HostOutage(NOW, 1, NOW, "DNS"), first);
    assertSame(first, backOff.failed(first, NOW + DAY / 2, "CONNECT"));
    HostOutage second = backOff.failed(first, NOW + DAY, "CONNECT");
    assertEquals(new HostOutage(NOW + DAY, 2, NOW, "CONNECT"), second);
    assertEquals(
        new HostOutage(NOW + 9 * DAY, 1, NOW + 9 * DAY, "DNS"),
        backOff.failed(HostOutage.over(NOW + 8 * DAY), NOW + 9 * DAY, "DNS"));
  }

  /** A dead host is tried on six days of the first 120, and then once in a maximum interval. */
  @Test
  void deadHostIsTriedLessAndLess() {
    List<Integer> days = new ArrayList<>();
    HostOutage outage = null;
    for (int day = 0; day < 250; day++) {
      long now = NOW + day * DAY;
      if (backOff.admission(outage, now) != Admission.NONE) {
        days.add(day);
        outage = backOff.failed(outage, now, "DNS");
      }
    }
    assertEquals(List.of(0, 1, 3, 7, 15, 31, 121, 211), days);
  }
}
