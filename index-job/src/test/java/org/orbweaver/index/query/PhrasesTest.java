package org.orbweaver.index.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.index.Term;
import org.junit.jupiter.api.Test;
import org.orbweaver.index.conf.Phrases;
import org.orbweaver.index.schema.CommonPairs;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Page.Content;
import org.orbweaver.index.schema.Page.Facts;
import org.orbweaver.index.search.TestIndex;

/** Positions, pairs and check find a phrase in the same pages. */
class PhrasesTest {
  private static final List<String> WORDS =
      List.of("the", "lord", "lords", "mayor", "of", "melbourne", "to", "be", "or", "its", "it");

  @Test
  void pairsAreThoseOfCommonWordsAndOfTheCommonest() {
    assertEquals(
        List.of("the lord", "mayor of", "of melbourne"),
        CommonPairs.of(List.of("the", "lord", "mayor", "of", "melbourne")));
    assertEquals(
        List.of("to be", "be or", "or not", "not to", "to be"),
        CommonPairs.of(List.of("to", "be", "or", "not", "to", "be")));
    assertEquals(List.of("der die"), CommonPairs.of(List.of("der", "die", "melbourne")));
    assertEquals(List.of(), CommonPairs.of(List.of("to", "melbourne", "and")));
  }

  @Test
  void allStrategiesFindTheSamePages() throws IOException {
    Random random = new Random(7);
    Page[] pages = new Page[300];
    for (int i = 0; i < pages.length; i++) {
      String title = words(random, random.nextInt(6));
      String lang = i % 3 == 0 ? "de" : "en";
      Content content = Content.of(title, words(random, random.nextInt(30)) + "!", lang);
      pages[i] = new Page("http://a.org/" + i, content, Facts.NONE);
    }
    pages[0] = page("http://a.org/0", "The Lord Mayor of Melbourne, to be or not to be");
    pages[1] = page("http://a.org/1", "the lord mayor, of melbourne the lord, mayor of melbourne");
    pages[2] = page("http://a.org/2", "the mayor of the lords of melbourne");
    Set<String> distinct = new HashSet<>();
    try (TestIndex index = new TestIndex(pages)) {
      Term pair = new Term(IndexField.PAIRS.fieldName(), "the lord");
      assertTrue(index.reader().docFreq(pair) > 10, "indexed");
      for (int i = 0; i < 400; i++) {
        String phrase =
            switch (i) {
              case 0 -> "the lord mayor of melbourne";
              case 1 -> "to be or not to be";
              default -> words(random, 1 + random.nextInt(4));
            };
        String query = (i % 2 == 0 ? "\"" : "title:\"") + phrase + "\"";
        Set<String> found = index.find(query, Phrases.POSITIONS);
        assertEquals(found, index.find(query, Phrases.PAIRS), query);
        assertEquals(found, index.find(query, Phrases.CHECK), query);
        distinct.add(found.toString());
        assertTrue(i > 0 || (found.contains("0") && !found.contains("2")), found.toString());
      }
    }
    assertTrue(distinct.size() > 100, "queries tell pages apart: " + distinct.size());
  }

  private static Page page(String url, String text) {
    return new Page(url, Content.of("", text, "en"), Facts.NONE);
  }

  private static String words(Random random, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : " ").append(WORDS.get(random.nextInt(WORDS.size())));
    }
    return text.toString();
  }
}
