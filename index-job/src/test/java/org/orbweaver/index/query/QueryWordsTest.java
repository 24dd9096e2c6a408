package org.orbweaver.index.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.orbweaver.common.error.OrbException;

class QueryWordsTest {

  @Test
  void countsEachWordOnceByFormOrStem() {
    QueryWords words = QueryWords.of("search engines");
    assertEquals(2, words.count());
    assertEquals(2, words.in("A Searching ENGINE, an engine"));
    assertEquals(1, words.in("engine room"));
    assertEquals(0, words.in("nothing of it"));
    assertEquals(0, words.in(""));
  }

  @Test
  void phrasesAndZonesCountButExclusionsAndFiltersDoNot() {
    QueryWords words =
        QueryWords.of(
            "\"jaguar cars\" title:racing (lion OR tiger) -atari site:example.org lang:en");
    assertEquals(5, words.count());
    assertEquals(5, words.in("jaguar car racing lion tiger atari example org en"));
    assertEquals(0, words.in("atari example org en"));
  }

  @Test
  void aQueryWithoutWordsIsAnError() {
    assertThrows(OrbException.class, () -> QueryWords.of("-atari"));
  }
}
