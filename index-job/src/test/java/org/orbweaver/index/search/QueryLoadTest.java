package org.orbweaver.index.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.orbweaver.index.query.QueryParser;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Page.Content;
import org.orbweaver.index.schema.Page.Facts;

class QueryLoadTest {
  private static final int QUERIES = 20_000;

  @Test
  void statisticsAreThoseOfTheLectures() throws IOException {
    try (TestIndex index = pages(200, 60)) {
      List<String> load = Stream.generate(new QueryLoad(index.reader(), 3)).limit(QUERIES).toList();
      Set<String> distinct = new HashSet<>();
      double terms = 0;
      double single = 0;
      double repeated = 0;
      double quoted = 0;
      for (String query : load) {
        int length = query.split(" ").length;
        terms += length;
        single += length == 1 ? 1 : 0;
        quoted += query.startsWith("\"") ? 1 : 0;
        repeated += distinct.add(query) ? 0 : 1;
        QueryParser.parse(query);
      }
      assertEquals(2.4, terms / QUERIES, .06);
      assertEquals(.5, single / QUERIES, .03);
      assertEquals(.07, quoted / QUERIES, .015);
      assertEquals(1 / 3., repeated / QUERIES, .03);
      String phrase = load.stream().filter(query -> query.startsWith("\"")).findFirst().get();
      assertTrue(index.find(phrase).size() >= 1, phrase);
      assertEquals(load, Stream.generate(new QueryLoad(index.reader(), 3)).limit(QUERIES).toList());
    }
  }

  @Test
  void anIndexWithoutWordsIsToldOf() throws IOException {
    try (TestIndex index = new TestIndex(new Page("http://a.org/", Content.NONE, Facts.NONE))) {
      assertThrows(IllegalStateException.class, new QueryLoad(index.reader(), 1)::get);
    }
  }

  private static TestIndex pages(int count, int words) throws IOException {
    Random random = new Random(5);
    Page[] pages = new Page[count];
    for (int i = 0; i < count; i++) {
      StringBuilder text = new StringBuilder();
      for (int j = 0; j < words; j++) {
        text.append('w').append(random.nextInt(100_000)).append(' ');
      }
      String title = text.substring(0, 60);
      pages[i] =
          new Page("http://a.org/" + i, Content.of(title, text.toString(), "en"), Facts.NONE);
    }
    return new TestIndex(pages);
  }
}
