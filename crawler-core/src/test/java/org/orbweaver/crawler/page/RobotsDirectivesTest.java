package org.orbweaver.crawler.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The restrictions by robots meta elements and X-Robots-Tag headers. */
class RobotsDirectivesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "noindex | noindex",
        "NoIndex, NOFOLLOW | noindex,nofollow",
        "none | noindex,nofollow",
        "  , noindex ,, | noindex",
        "all | all",
        "orbweaver: noindex | noindex",
        "Orbweaver : noindex, nofollow | noindex,nofollow",
        "*: noindex | noindex",
        "otherbot: noindex, nofollow | -",
        "otherbot: noindex, orbweaver: nofollow | nofollow",
        "nofollow, otherbot: noindex | nofollow",
        "orbweaver: noindex, otherbot: nofollow | noindex",
        "max-snippet: 20, noindex | max-snippet:20,noindex",
        "noindex;nofollow | noindex,nofollow",
        "noindex; nofollow; | noindex,nofollow",
        "noindex nofollow | noindex,nofollow",
        "noindex/nofollow | noindex,nofollow",
        "noindex+nofollow | noindex,nofollow",
        "noindex\uff0cnofollow | noindex,nofollow",
        "index follow max-snippet : -1 max-image-preview:large"
            + " | index,follow,max-snippet:-1,max-image-preview:large",
        "otherbot: noindex; nofollow | -",
        "unavailable_after: 25 Jun 2011 15:00:00 PST; noindex | noindex",
        "unavailable_after: sat, 25 jun 2011 15:00:00 gmt, noindex | noindex",
      })
  void aHeaderHoldsForWhomItNames(String value, String expected) {
    RobotsDirectives directives = new RobotsDirectives("orbweaver");
    directives.addHeader(value);
    assertEquals(expected == null ? "" : expected, directives.toString());
    assertEquals(("," + expected + ",").contains(",noindex,"), directives.noindex());
    assertEquals(("," + expected + ",").contains(",nofollow,"), directives.nofollow());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "unavailable_after: Sat, 25 Jun 2011 15:00:00 GMT, noarchive | 2011-06-25T15:00:00Z",
        "Unavailable_After: 25-Jun-2011 15:00:00 PST | 2011-06-26T00:00:00Z",
        "unavailable_after: 2011-06-25T15:00:00+02:00 | 2011-06-25T13:00:00Z",
        "noindex, unavailable_after: 2011-06-25, max-snippet:20 | 2011-06-26T00:00:00Z",
        "unavailable_after: 2012-01-01, unavailable_after: 2011-06-25 | 2011-06-26T00:00:00Z",
        "otherbot: unavailable_after: 2011-06-25 |",
        "googlebot: unavailable_after: 2011-06-25, orbweaver: unavailable_after: 2031-01-01 |"
            + " 2031-01-02T00:00:00Z",
        "unavailable_after: Saturday, 25-Jun-11 15:00:00 GMT | 2011-06-25T15:00:00Z",
        "unavailable_after: Sat Jun 25 15:00:00 2011 | 2011-06-25T15:00:00Z",
        "unavailable_after: 25 Jun 2031 15:00:00 GMT | 2031-06-26T00:00:00Z",
        "unavailable_after: 2031-06-25T15:00:00Z | 2031-06-25T15:00:00Z",
        "unavailable_after: 25 June 2031 | 2031-06-26T00:00:00Z",
        "unavailable_after: 2011-02-30 |",
        "unavailable_after: soon |",
        "unavailable_after:, 12345678901234567890 |",
      })
  void unavailableAfterIsATime(String value, String expected) {
    RobotsDirectives directives = new RobotsDirectives("orbweaver");
    directives.addHeader(value);
    Instant time = directives.unavailableAfter();
    assertEquals(expected, time == null ? null : time.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "index, follow | 2147483647",
        "nosnippet | 0",
        "max-snippet:0 | 0",
        "max-snippet : 20 | 20",
        "max-snippet=20;max-snippet:30 | 20",
        "max-snippet:-1 | 2147483647",
        "max-snippet:-1, max-snippet:50 | 50",
        "max-snippet:50, nosnippet | 0",
        "max-snippet:many | 2147483647",
        "max-snippet:99999999999999999999 | 2147483647",
        "otherbot: nosnippet | 2147483647",
      })
  void aSnippetHasAtMostSoManyCharacters(String value, int expected) {
    RobotsDirectives directives = new RobotsDirectives("orbweaver");
    directives.addHeader(value);
    assertEquals(expected, directives.maxSnippet());
    assertEquals(expected, RobotsDirectives.of(directives.toString()).maxSnippet());
  }

  @Test
  void theStrictestWordOfAllPlacesCounts() {
    RobotsDirectives directives = new RobotsDirectives("orbweaver");
    directives.addHeader("index");
    directives.addMeta("otherbot", "none");
    assertEquals("index", directives.toString());
    directives.addMeta("ROBOTS", "NOINDEX");
    directives.addMeta("orbweaver", "nofollow");
    assertTrue(directives.noindex() && directives.nofollow());
  }

  @Test
  void manyWordsDoNotHideTheOneThatCounts() {
    RobotsDirectives directives = new RobotsDirectives("");
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      words.append("word").append(i).append(',');
    }
    directives.addHeader(words + "noindex, max-snippet:7");
    assertTrue(directives.noindex());
    assertEquals(7, RobotsDirectives.of(directives.toString()).maxSnippet());
    assertTrue(directives.toString().length() < 400);
  }
}
