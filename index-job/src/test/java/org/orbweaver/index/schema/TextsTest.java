package org.orbweaver.index.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "abcdefgh | 2-4 5-7 | cd/fg | ab/e/h",
        "abcdefgh | 0-99    | abcdefgh | ''",
        "abcdefgh | 6-99 100-200 | gh | abcdef",
        "abcdefgh | -       | abcdefgh | ''",
        "abcdefgh | ''      | abcdefgh | ''",
        "abcdefgh | 0-0     | abcdefgh | ''",
        "abcdefgh | 4-6 2-3 | abcdefgh | ''",
        "abcdefgh | x-y     | abcdefgh | ''"
      })
  void eachPieceIsInOneZone(String text, String ranges, String main, String rest) {
    Texts.Zones zones = Texts.zones(text, ranges);
    assertEquals(main, zones.main().replace('\n', '/'));
    assertEquals(rest, zones.rest().replace('\n', '/'));
  }

  @Test
  void largeAndEmphasisedPiecesStandOut() {
    String text = "Heading some big and bold words";
    assertEquals("big\nbold", Texts.prominent(text, "1:0-7 L:13-16 S:17-20 E:21-25 E:40-45", 99));
    assertEquals("bi", Texts.prominent(text, "L:13-16", 2));
    assertEquals("", Texts.prominent(text, null, 99));
    assertEquals("", Texts.prominent(text, "E:9-8", 99));
  }
}
