package org.orbweaver.crawler.sitemap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SitemapValuesTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1",
    "1.0, 1",
    "0.3, .3",
    ".7, .7",
    "NaN, .5",
    "Infinity, .5",
    "-0.1, .5",
    "1.01, .5",
    "80%, .5",
    "'', .5",
    "1e-3, .001"
  })
  void priorities(String written, float read) {
    assertEquals(read, SitemapValues.priority(written));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "2026-05-01, 2026-05-01T23:59:59.999Z",
        "2026-05, 2026-05-01T00:00:00Z",
        "2026, 2026-01-01T00:00:00Z",
        "2026-05-01T12:30Z, 2026-05-01T12:30:00Z",
        "2026-05-01T12:30:15.25-02:00, 2026-05-01T14:30:15.250Z",
        "'Fri, 01 May 2026 12:30:00 GMT', 2026-05-01T12:30:00Z",
        "2026-05-01T12:30:00, 2026-05-01T12:30:00Z",
        "2026-05-01T12:30, 2026-05-01T12:30:00Z",
        "2026-05-01 12:30:00, 2026-05-01T12:30:00Z",
        "2026-05-01 12:30:00 +0100, 2026-05-01T11:30:00Z",
        "2026-05-01 12:30:00 UTC, 2026-05-01T12:30:00Z",
        "2026-05-01T12:30:00+0100, 2026-05-01T11:30:00Z",
        "2026-05-01T12:30:00-02, 2026-05-01T14:30:00Z",
        "'2026-05-01T12:30:15,25+01:00', 2026-05-01T11:30:15.250Z",
        "2026-05-01T25:30:00, none",
        "2026-05-01T12:30:00+9900, none",
        "2026-02-30, none",
        "yesterday, none",
        "1969-12-01, none",
        "+999999999-01-01T00:00:00Z, none",
        "'', none"
      })
  void datesOfChange(String written, Instant read) {
    assertEquals(read == null ? 0 : read.toEpochMilli(), SitemapValues.lastmod(written));
  }
}
