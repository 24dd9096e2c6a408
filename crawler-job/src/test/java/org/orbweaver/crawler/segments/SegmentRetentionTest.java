package org.orbweaver.crawler.segments;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SegmentRetentionTest {
  private static final Instant NOW = Instant.parse("2026-05-10T12:00:00Z");

  /** Segments by month and day, kept, days, months: the groups that are merged. */
  @ParameterizedTest
  @CsvSource({
    // All but the newest, as one.
    "0401 0402 0501 0509,           1, 0, 0, 0401 0402 0501",
    "0401,                          1, 0, 0, ''",
    "'',                            1, 0, 0, ''",
    // None of the last days.
    "0401 0402 0502 0503 0509,      1, 7, 0, 0401 0402 0502",
    "0401 0402 0502 0503 0509,      4, 7, 0, 0401",
    // Month by month, and older ones as one.
    "0101 0201 0310 0320 0401 0505, 1, 0, 2, 0101 0201|0310 0320|0401",
    "0101 0201 0310 0320 0401 0505, 1, 0, 1, 0101 0201 0310 0320|0401",
    "0501 0502 0509,                1, 0, 1, 0501 0502",
  })
  void choosesByAgeAndMonth(String names, int kept, int days, int months, String groups) {
    List<String> all =
        names.isEmpty()
            ? List.of()
            : List.of(names.split(" ")).stream().map(day -> "2026" + day + "030000").toList();
    assertEquals(
        groups,
        String.join(
                "|",
                new SegmentRetention(kept, days, months)
                    .groups(all, NOW).stream().map(group -> String.join(" ", group)).toList())
            .replaceAll("2026(\\d{4})030000", "$1"));
  }
}
