package org.orbweaver.index.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParsedPagesTest {
  @ParameterizedTest
  @CsvSource({
    "1970-01-02, 86400000",
    "1970-01-01T01:00:00+01:00, 0",
    "1970-01-01T00:00:01Z, 1000",
    "yesterday, 0",
    "+999999999-12-31T00:00:00Z, 0",
    ", 0",
  })
  void aDateThatIsNoneIsNotKnown(String date, long millis) {
    assertEquals(millis, ParsedPages.millis(date));
  }
}
