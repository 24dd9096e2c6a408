package org.orbweaver.crawler.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpDatesTest {
  private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Sun, 06 Nov 1994 08:49:37 GMT | 1994-11-06T08:49:37Z",
        "Sunday, 06-Nov-94 08:49:37 GMT | 1994-11-06T08:49:37Z",
        "Sun Nov  6 08:49:37 1994 | 1994-11-06T08:49:37Z",
        "Wed Nov 16 08:49:37 1994 | 1994-11-16T08:49:37Z",
        "sun, 06 NOV 1994 08:49:37 gmt | 1994-11-06T08:49:37Z",
        // Another weekday, and a leap second.
        "Mon, 06 Nov 1994 08:49:37 GMT | 1994-11-06T08:49:37Z",
        "Sat, 31 Dec 2016 23:59:60 GMT | 2016-12-31T23:59:59Z",
        "Thu, 29 Feb 2024 00:00:00 GMT | 2024-02-29T00:00:00Z",
        // Two digits: at most 50 years ahead.
        "Friday, 01-May-26 12:00:00 GMT | 2026-05-01T12:00:00Z",
        "Friday, 01-May-76 12:00:00 GMT | 2076-05-01T12:00:00Z",
        "Friday, 01-May-76 12:00:01 GMT | 1976-05-01T12:00:01Z",
        "Friday, 01-Jan-99 00:00:00 GMT | 1999-01-01T00:00:00Z",
        "Tuesday, 29-Feb-00 00:00:00 GMT | 2000-02-29T00:00:00Z",
        "Friday, 29-Feb-80 00:00:00 GMT | 1980-02-29T00:00:00Z",
      })
  void allThreeFormsAreRead(String text, String expected) {
    assertEquals(Optional.of(Instant.parse(expected)), HttpDates.parse(text, NOW));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "yesterday",
        "0",
        "Sun, 06 Nov 1994 08:49:37",
        "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 6 Nov 1994 08:49:37 GMT",
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
    assertEquals(Optional.empty(), HttpDates.parse(text, NOW));
  }

  @Test
  void theyAreWrittenInOneForm() {
    Instant time = Instant.parse("1994-11-06T08:49:37Z");
    assertEquals("Sun, 06 Nov 1994 08:49:37 GMT", HttpDates.format(time));
    assertEquals(Optional.of(time), HttpDates.parse(HttpDates.format(time)));
  }
}
