package org.orbweaver.index.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Page.Content;
import org.orbweaver.index.schema.Page.Facts;
import org.orbweaver.index.search.SearchIndex;
import org.orbweaver.index.search.TestIndex;

class FindingQueriesTest {
  @Test
  void examplesAreWordsThatPeopleSearchFor() throws IOException {
    String noise = "rikjjaesduzrb a9f3b2c4 0x7fff2a " + "ab".repeat(40);
    String text =
        noise + " The okapi lives in forests; an okapi eats leaves. " + noise + " 2718281828";
    try (TestIndex pages =
            new TestIndex(
                page("a", "Okapi", text.replaceFirst("rikjjaesduzrb ", "")),
                page("b", "Trees", "Trees have leaves, and many are a forest or forests."),
                page("c", "Roads", "Roads lead to towns."));
        SearchIndex index = pages.whole(new Configuration(false))) {
      String url = "http://a.org/a";
      List<String> queries =
          FindingQueries.of(index, url, index.stored(url).orElseThrow()).stream()
              .map(FindingQueries.TriedQuery::query)
              .collect(Collectors.toList());
      assertTrue(queries.contains("okapi"), queries.toString());
      assertEquals(
          List.of(),
          queries.stream()
              .filter(query -> query.matches(".*\\d.*|.*rikj.*|.*abab.*"))
              .collect(Collectors.toList()));
    }
  }

  private static Page page(String name, String title, String text) {
    return new Page("http://a.org/" + name, Content.of(title, text, "en"), Facts.NONE);
  }
}
