package org.orbweaver.crawler.recrawl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangeHistoryTest {
  @Test
  void bytesAreReadBack() {
    ChangeHistory history = new ChangeHistory();
    for (double days : new double[] {1e-9, .01, .5, 1, 7, 30, 200, 9000}) {
      history.observe(days, true);
      history.observe(days, false);
    }
    byte[] bytes = history.toBytes();
    assertTrue(bytes.length <= 23, bytes.length + " bytes");
    ChangeHistory read = ChangeHistory.fromBytes(bytes);
    assertArrayEquals(bytes, read.toBytes());
    assertEquals(16, read.visits());
    assertEquals(8, read.changes());
    assertEquals(9238.51, read.unchangedDays(), .01);
  }

  @Test
  void datesAreReadBack() {
    ChangeHistory history = new ChangeHistory();
    history.beginDated(100);
    history.observe(30, false);
    history.observe(30, true);
    history.observeDated(30, 4);
    history.observeDated(2, 5);
    ChangeHistory read = ChangeHistory.fromBytes(history.toBytes());
    assertArrayEquals(history.toBytes(), read.toBytes());
    assertEquals(4, read.visits());
    assertEquals(3, read.changes());
    assertEquals(3, read.dated(), "the one before the first visit, too");
    assertEquals(100 + 4 + 2, read.datedDays(), "at most the interval");
    assertEquals(30, read.unchangedDays());
  }

  @Test
  void datedChangesAreHalvedWithTheOthers() {
    ChangeHistory history = new ChangeHistory();
    history.beginDated(1);
    Random random = new Random(3);
    for (int i = 0; i < 1000; i++) {
      double days = Math.exp(3 * random.nextGaussian());
      if (i % 3 == 0) {
        history.observe(days, true);
      } else {
        history.observeDated(days, 1);
      }
      assertTrue(history.changes() <= ChangeHistory.CHANGES);
    }
    assertEquals(2 / 3.0, history.dated() / (double) history.changes(), .1);
    assertTrue(history.datedDays() <= history.dated(), history.datedDays() + " days");
    assertArrayEquals(history.toBytes(), ChangeHistory.fromBytes(history.toBytes()).toBytes());
  }

  @Test
  void binsAreWithinAQuarterOctaveOfTheInterval() {
    Random random = new Random(1);
    for (int i = 0; i < 1000; i++) {
      double days = Math.exp(Math.log(1 / 96.0) + random.nextDouble() * Math.log(96 * 4096));
      ChangeHistory history = new ChangeHistory();
      history.observe(days, true);
      int bin = 0;
      while (history.changed(bin) == 0) {
        bin++;
      }
      assertEquals(0, Math.log(ChangeHistory.days(bin) / days) / Math.log(2), .2501);
    }
  }

  @Test
  void countsAreHalvedAndKeepTheirProportion() {
    ChangeHistory history = new ChangeHistory();
    Random random = new Random(2);
    for (int i = 0; i < 1000; i++) {
      history.observe(Math.exp(3 * random.nextGaussian()), i % 4 == 0);
      assertTrue(history.changes() <= ChangeHistory.CHANGES);
    }
    assertEquals(.25, history.changes() / (double) history.visits(), .06);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0200000000000000",
        "01",
        "01000000",
        "01ffff00000000",
        "0100010000000026ff",
        "010000000000000101010107",
        "01000000000000017f0002",
        "0100000000000000410100",
        "020000000000000000000067010000",
        "0200000000000000000000660100"
      })
  void bytesThatAreNoHistoryAreRefused(String hex) {
    byte[] bytes = java.util.HexFormat.of().parseHex(hex);
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> ChangeHistory.fromBytes(bytes));
    assertTrue(refused.getMessage().startsWith("change history: "), refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void impossibleIntervalsAreRefused(double days) {
    assertThrows(IllegalArgumentException.class, () -> new ChangeHistory().observe(days, true));
  }
}
