package org.orbweaver.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class ServedRequestsTest {
  private static final long START = 1_700_000_000_000_000L;

  /** Times in seconds from the start. */
  private static String line(
      String host, String path, double start, double end, double planned, int status) {
    return String.format(
        Locale.ROOT,
        "%d\t%d\t%d\t%d\t100\t%s\t%s",
        START + Math.round(start * 1e6),
        START + Math.round(end * 1e6),
        Math.round(planned * 1e6),
        status,
        host,
        path);
  }

  /**
   * With a delay of 2 s: a could finish after .5 + 2 + .5 + 2 + 1 = 6 s and took 7, b after 1 + 2 +
   * 1 = 4 and took 4.5 of its own, but was begun 1.5 s late.
   */
  private static final List<String> LINES =
      List.of(
          line("b", "/robots.txt", 1.5, 2.5, 1, 404),
          line("a", "/robots.txt", 0, 0.5, 0.5, 404),
          line("a", "/y", 6, 7, 1, 200),
          line("a", "/x", 2.6, 3.2, 0.5, 200),
          line("b", "/x", 5, 6, 1, 200));

  private final ServedRequests served = ServedRequests.of(LINES);

  @Test
  void countsPagesAndRequests() {
    assertEquals(3, served.pages());
    assertEquals(0, served.repeated());
    assertEquals(START, served.first());
    assertEquals(7, served.seconds(), 1e-9);
  }

  @Test
  void knowsHowFastItCouldHaveBeen() {
    assertEquals(6, served.idealSeconds(2), 1e-9);
    assertEquals(3 / 6.0 + 2 / 4.0, served.idealRate(2), 1e-9);
    assertEquals(3 / 7.0 + 2 / 6.0, served.rate(), 1e-9);
  }

  @Test
  void aRunAtTheLimitGetsAllOfTheRate() {
    ServedRequests best =
        ServedRequests.of(
            List.of(line("a", "/x", 0, 0.3, 0.3, 200), line("a", "/y", 5.3, 6, 0.7, 200)));
    assertEquals(best.idealRate(5), best.rate(), 1e-9);
    assertEquals(best.idealSeconds(5), best.seconds(), 1e-9);
  }

  @Test
  void latenessOfTheWebCountsAgainstTheFetcher() {
    ServedRequests late = ServedRequests.of(List.of(line("a", "/x", 0, 3, 1, 200)));
    assertEquals(1, late.idealSeconds(5), 1e-9);
    assertEquals(3, late.seconds(), 1e-9);
  }

  @Test
  void findsTheSmallestGap() {
    assertEquals(2.1, served.smallestGap(), 1e-6);
    ServedRequests overlapping =
        ServedRequests.of(
            List.of(
                line("a", "/x", 0, 5, 0, 200),
                line("a", "/y", 1, 2, 0, 200),
                line("a", "/z", 9, 10, 0, 200)));
    assertEquals(-4, overlapping.smallestGap(), 1e-6);
    ServedRequests single = ServedRequests.of(List.of(line("a", "/x", 0, 5, 0, 200)));
    assertTrue(single.smallestGap() > 1e9);
  }

  @Test
  void noticesWhatWasAskedTwiceOrFailed() {
    ServedRequests wrong =
        ServedRequests.of(
            List.of(
                line("a", "/x", 0, 1, 0, 200),
                line("a", "/x", 2, 3, 0, 200),
                line("b", "/x", 2, 3, 0, 503),
                line("b", "/y", 4, 5, 0, 0)));
    assertEquals(1, wrong.repeated());
    assertEquals(1, wrong.pages());
  }

  @Test
  void refusesAnotherFile() {
    assertThrows(IllegalArgumentException.class, () -> ServedRequests.of(List.of("no log")));
    assertTrue(ServedRequests.of(List.of()).isEmpty());
  }
}
