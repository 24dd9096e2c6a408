package org.orbweaver.crawler.recrawl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageHistoryTest {
  @Test
  void visitsAreKeptAsBytes() {
    PageHistory history = PageHistory.first(ChangeTest.SIMHASH, 77, .5);
    assertEquals(21, history.toBytes().length);
    PageHistory before = history;
    for (int i = 0; i < 10; i++) {
      history = history.visited(1 + i, i % 2 == 0, -5 - i, .01);
    }
    assertEquals(0, before.visits().visits(), "a history does not change");
    byte[] bytes = history.toBytes();
    PageHistory read = PageHistory.fromBytes(bytes);
    assertArrayEquals(bytes, read.toBytes());
    assertEquals(-14, read.content());
    assertEquals(5, read.visits().changes());
    assertEquals(history.changeRate(), read.changeRate(), 1e-7);
  }

  @Test
  void rateGoesFromThePriorToWhatVisitsSaw() {
    PageHistory history = PageHistory.first(ChangeTest.BYTES, 1, .5);
    assertEquals(.5, history.changeRate());
    for (int i = 0; i < 100; i++) {
      history = history.visited(1, i % 4 == 0, i, .5);
    }
    assertEquals(-Math.log(.75), history.changeRate(), .02);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "01",
        "02620000000000000000" + "3f800000" + "01000000000000",
        "01000000000000000000" + "3f800000" + "01000000000000",
        "01620000000000000000" + "00000000" + "01000000000000",
        "01620000000000000000" + "3f800000",
        "01620000000000000000" + "3f800000" + "02000000000000"
      })
  void bytesThatAreNoHistoryAreRefused(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> PageHistory.fromBytes(bytes))
            .getMessage()
            .contains("history: "));
  }

  @ParameterizedTest
  @CsvSource({
    "CONTENT, 7, 7, 0, false",
    "CONTENT, 7, 6, 9, true",
    "BYTES, 7, 6, 9, true",
    "SIMHASH, 7, 0, 3, false",
    "SIMHASH, 7, 0, 2, true",
    "SIMHASH, -1, 0, 63, true",
    "SIMHASH, -1, 0, 64, false"
  })
  void whatCountsAsAChange(ChangeTest test, long before, long after, int bits, boolean changed) {
    assertEquals(changed, test.isChange(before, after, bits));
  }

  @ParameterizedTest
  @CsvSource({
    // interval, since the last change, changed: interval, delay
    "10, 0, true, 8, 8",
    "10, 5, false, 14, 12.5",
    "10, 20, false, 20, 14",
    "300, 50, false, 365, 350",
    ".5, 0, true, 1, 1"
  })
  void intervalsAdapt(double interval, double since, boolean changed, double next, double delay) {
    AdaptiveInterval.Next found =
        new AdaptiveInterval(.4, .2, .3, 1, 365).after(interval, since, changed);
    assertEquals(next, found.interval(), 1e-9);
    assertEquals(delay, found.delay(), 1e-9);
  }
}
