package org.orbweaver.orb.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.store.StepRecord;

class RoundEtaTest {
  private final List<StepRecord> history = new ArrayList<>();

  private static Instant at(long second) {
    return Instant.ofEpochSecond(second);
  }

  private void step(String name, String segment, long second, String urls) {
    history.add(
        new StepRecord(
            history.size() + 1, name, segment, at(second), Map.of("urls", urls), List.of()));
  }

  private void round(String segment, long from, long to, String urls) {
    step("generate", segment, from, urls);
    step("update", segment, to, "5");
  }

  @Test
  void endsBetweenTheFastestAndTheSlowestPaceOfTheLastRounds() {
    round("0", 0, 5000, "1"); // too long ago
    round("1", 10_000, 10_010, "10");
    round("2", 10_000, 10_020, "10");
    round("3", 10_000, 10_030, "10");
    round("4", 10_000, 10_040, "10");
    round("5", 10_000, 10_050, "10");
    assertEquals(Optional.empty(), RoundEta.of(history, at(20_000)), "no round is open");
    step("generate", "6", 20_000, "100");
    assertEquals(
        Optional.of(new RoundEta(100, 5, at(20_100), at(20_500))),
        RoundEta.of(history, at(20_050)));
    assertEquals(
        Optional.of(new RoundEta(100, 5, at(20_300), at(20_500))),
        RoundEta.of(history, at(20_300)),
        "not in the past");
    assertEquals(Optional.empty(), RoundEta.of(history, at(20_501)), "slower than any");
    step("update", "6", 20_600, "9");
    assertEquals(Optional.empty(), RoundEta.of(history, at(20_601)));
  }

  @Test
  void nothingIsToldByOneRoundOrADamagedLog() {
    round("1", 0, 10, "10");
    step("generate", "2", 100, "10");
    assertEquals(Optional.empty(), RoundEta.of(history, at(101)));
    history.clear();
    round("1", 0, 10, "10");
    round("2", 20, 30, "10");
    step("generate", "3", 100, "many");
    assertEquals(Optional.empty(), RoundEta.of(history, at(101)));
  }
}
