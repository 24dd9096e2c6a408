package org.orbweaver.crawler.page.content;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainContentTest {

  @ParameterizedTest
  @CsvSource(
      nullValues = "null",
      value = {
        "null,     '0123456789'",
        "'',       ''",
        "0-3,      '012'",
        "1-3 5-7,  '12\n56'",
        "8-20,     '89'",
        "20-30,    ''",
        "5-3,      '0123456789'",
        "4-6 2-3,  '0123456789'",
        "-3-4,     '0123456789'",
        "words,    '0123456789'",
        "3-,       '0123456789'",
        "1-99999999999, '0123456789'",
      })
  void cutsTheRangesOutAndTakesAllWhereThereAreNone(String value, String main) {
    assertEquals(main, MainContent.of("0123456789", value));
  }

  @Test
  void theStoredFormIsReadBack() {
    assertEquals("1-3 5-7", MainContent.parse("1-3 5-7", 10).toString());
  }
}
