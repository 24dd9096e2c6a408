package org.orbweaver.crawler.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpDatesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Sun, 06 Nov 1994 08:49:37 GMT | 1994-11-06T08:49:37Z",
        "Sun Nov  6 08:49:37 1994 | 1994-11-06T08:49:37Z",
        "Wed Nov 16 08:49:37 1994 | 1994-11-16T08:49:37Z",
        "sun, 06 NOV 1994 08:49:37 gmt | 1994-11-06T08:49:37Z",
        "Thu, 29 Feb 2024 00:00:00 GMT | 2024-02-29T00:00:00Z",
        "Friday, 01-May-26 12:00:00 GMT | 2026-05-01T12:00:00Z",
        "Tuesday, 29-Feb-00 00:00:00 GMT | 2000-02-29T00:00:00Z",
      })
  void allThreeFormsAreRead(String text, String expected) {
    assertEquals(Optional.of(Instant.parse(expected)), HttpDates.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "yesterday",
        "0",
        "Sun, 06 Nov 1994 08:49:37",
        "Mon, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Foo 1994 08:49:37 GMT",
        "Sun, 31 Nov 1994 08:49:37 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT",
        "Tuesday, 29-Feb-01 00:00:00 GMT",
        "Sun Nov  0 08:49:37 1994",
        "1994-11-06T08:49:37Z",
      })
  void whatIsNoDateIsNone(String text) {
    assertEquals(Optional.empty(), HttpDates.parse(text));
  }

  @Test
  void theyAreWrittenInOneForm() {
    Instant time = Instant.parse("1994-11-06T08:49:37Z");
    assertEquals("Sun, 06 Nov 1994 08:49:37 GMT", HttpDates.format(time));
    assertEquals(Optional.of(time), HttpDates.parse(HttpDates.format(time)));
  }
}
