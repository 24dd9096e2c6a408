package org.orbweaver.index.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.index.conf.Phrases;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Page.Content;
import org.orbweaver.index.schema.Page.Facts;

/** Numbers and dates find each other, however they are spelled. */
class NumberSearchTest {
  private static Page page(String name, String text, String language) {
    return new Page("http://x.org/" + name, Content.of("", text, language), Facts.NONE);
  }

  private static Set<String> found(TestIndex pages, String query) throws IOException {
    Set<String> found = new TreeSet<>();
    SearchIndex index = pages.whole(new Configuration(false));
    for (SearchResult.Hit hit :
        index.search(new SearchRequest(query, 0, 100, true, false, false)).hits()) {
      found.add(hit.url().substring(hit.url().lastIndexOf('/') + 1));
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1000", "1,000", "1.000", "1\u00a0000", "1\u202f000", "1\u2009000", "1 000"})
  void numbers(String query) throws IOException {
    try (TestIndex pages =
        new TestIndex(
            page("plain", "it has 1000 pages", "en"),
            page("english", "it has 1,000 pages", "en"),
            page("german", "es hat 1.000 Seiten", "de"),
            page("french", "il y a 1 000 pages", "fr"),
            page("russian", "1\u00a0000 страниц", "ru"),
            page("no", "10000, 1.0, 1, 100 and 000", "en"))) {
      Set<String> found = found(pages, query);
      found.remove("no");
      assertEquals("[english, french, german, plain, russian]", found.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5 March 2024",
        "March 5, 2024",
        "2024-03-05",
        "5.3.2024",
        "5 de marzo de 2024",
        "20240305"
      })
  void dates(String query) throws IOException {
    List<Page> all =
        new ArrayList<>(
            List.of(
                page("words", "On 5 March 2024 it rained", "en"),
                page("american", "on March 5, 2024 it rained", "en"),
                page("ordinal", "on March 5th, 2024", "en"),
                page("iso", "2024-03-05T12:00:00Z", "en"),
                page("points", "am 05.03.2024 regnete es", "de"),
                page("german", "am 5. März 2024", "de"),
                page("spanish", "el 5 de marzo de 2024", "es"),
                page("slashes", "5/3/2024", "en"),
                page("other", "20240306 2023-03-05", "en")));
    try (TestIndex pages = new TestIndex(all.toArray(Page[]::new))) {
      Set<String> found = found(pages, query);
      found.remove("other");
      assertEquals(
          "[american, german, iso, ordinal, points, slashes, spanish, words]", found.toString());
    }
  }

  @Test
  void dayAndMonthMayBeEither() throws IOException {
    try (TestIndex pages =
        new TestIndex(
            page("march", "2024-03-05", "en"),
            page("may", "2024-05-03", "en"),
            page("june", "2023-06-05", "en"))) {
      assertEquals("[march, may]", found(pages, "title:x OR 05/03/2024").toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"POSITIONS", "PAIRS", "CHECK"})
  void phrasesAreAsTheyAreTyped(Phrases phrases) throws IOException {
    try (TestIndex pages =
        new TestIndex(
            page("plain", "the 1000 of them", "en"), page("grouped", "the 1,000 of them", "en"))) {
      assertEquals("[plain]", pages.find("\"the 1000 of\"", phrases).toString());
      assertEquals("[grouped]", pages.find("\"the 1,000 of\"", phrases).toString());
      assertEquals("[plain]", pages.find("100*", phrases).toString());
    }
  }

  @Test
  void anotherSpellingIsMarkedInTheSnippet() throws IOException {
    try (TestIndex pages = new TestIndex(page("a", "there are 18,230 pages of it", "en"))) {
      SearchResult.Hit hit =
          pages.whole(new Configuration(false)).search(SearchRequest.of("18230", 10)).hits().get(0);
      Snippet.Span span = hit.snippet().matches().get(0);
      assertEquals("18,230", hit.snippet().text().substring(span.start(), span.end()));
    }
  }

  @Test
  void theNumberAsTypedComesFirst() throws IOException {
    try (TestIndex pages =
        new TestIndex(page("a", "1000 rows", "en"), page("b", "1,000 rows", "en"))) {
      for (String query : List.of("1000", "1,000")) {
        String first =
            pages
                .whole(new Configuration(false))
                .search(SearchRequest.of(query, 10))
                .hits()
                .get(0)
                .url();
        assertEquals(query.equals("1000") ? "http://x.org/a" : "http://x.org/b", first);
      }
    }
  }
}
