package org.orbweaver.crawler.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.orbweaver.common.store.StepRecord;

class RoundNumbersTest {
  private final List<StepRecord> history = new ArrayList<>();

  private void step(String name, String key, Map<String, String> results) {
    history.add(new StepRecord(history.size() + 1, name, key, Instant.EPOCH, results, List.of()));
  }

  private void generated(String segment) {
    step("generate", segment, Map.of("round", "" + RoundNumbers.of(history).next()));
  }

  private void fetched(String segment, int pages) {
    step("fetch", segment, Map.of("ok", "" + pages, "not_modified", "0", "redirected", "0"));
    step("update", segment, Map.of("segments", segment));
  }

  @Test
  void theyGoOnWhereTheLogHasForgottenTheFirst() {
    for (int i = 1; i <= 5; i++) {
      generated("2026010100000" + i);
      fetched("2026010100000" + i, 10);
    }
    history.subList(0, 9).clear();
    assertEquals(
        Map.of("20260101000004", 4, "20260101000005", 5), RoundNumbers.of(history).bySegment());
    assertEquals(6, RoundNumbers.of(history).next());
  }

  @Test
  void aRoundThatFetchedNothingGivesItsNumberToTheNext() {
    generated("20260101000001");
    fetched("20260101000001", 0);
    assertEquals(1, RoundNumbers.of(history).next());
    generated("20260101000002");
    assertEquals(
        Map.of("20260101000001", 1, "20260101000002", 1), RoundNumbers.of(history).bySegment());
  }

  @Test
  void segmentsMadeElsewhereAreCountedByTheirOrder() {
    step("generate", "20260101000003", Map.of());
    assertEquals(
        Map.of("20260101000001", 1, "20260101000003", 2),
        RoundNumbers.of(history, List.of("20260101000001")).bySegment());
    assertEquals(2, RoundNumbers.of(history).next());
  }
}
