package org.orbweaver.index.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Page.Content;
import org.orbweaver.index.schema.Page.Facts;

class ReaderLanguagesTest {
  private static TestIndex pages;
  private static SearchIndex index;

  /** Ten pages of each language, so that it counts. */
  @BeforeAll
  static void pages() throws IOException {
    pages =
        new TestIndex(
            Stream.of("en partition tables", "de Partition Noten", "fr partition livres")
                .flatMap(
                    text ->
                        IntStream.range(0, 10).mapToObj(i -> page(text.substring(0, 2), i, text)))
                .toArray(Page[]::new));
    index = pages.whole(new Configuration(false));
  }

  private static Page page(String language, int number, String text) {
    return new Page(
        "http://a.org/" + language + number,
        Content.of("", text.substring(3), language),
        Facts.NONE);
  }

  @AfterAll
  static void close() throws IOException {
    index.close();
    pages.close();
  }

  @ParameterizedTest
  @CsvSource({
    "de, de",
    "'pt-BR,en', pt en",
    "'de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7', de en",
    "'en;q=.5, fr', fr en",
    "'de;q=0,en', en",
    "*, ''",
    "'', ''",
    "'a,b,c,d,e,f', a b c d",
  })
  void thePreferredComesFirst(String text, String codes) {
    assertEquals(codes, String.join(" ", ReaderLanguages.of(text)));
    assertEquals(ReaderLanguages.of(text), ReaderLanguages.ofHeader(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"de_DE", "de;q=2", "\u0000", "<b>"})
  void whatIsNoLanguageIsRefused(String text) {
    assertThrows(OrbException.class, () -> ReaderLanguages.of(text));
    assertEquals(List.of(), ReaderLanguages.ofHeader(text));
    assertEquals(List.of(), ReaderLanguages.ofHeader("de,".repeat(100) + text));
  }

  private static SearchResult search(String query, String... languages) throws IOException {
    return index.search(
        new SearchRequest(query, 0, 30, false, false, false, true, false, List.of(languages)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "de", "fr"})
  void pagesInTheReadersLanguageComeFirstAndNoneIsHidden(String language) throws IOException {
    SearchResult found = search("partition", language, "xx");
    assertEquals(30, found.total());
    for (SearchResult.Hit hit : found.hits().subList(0, 10)) {
      assertEquals(language, hit.lang());
    }
    assertEquals(
        List.of("de", "fr", "en"),
        search("partition", "de", "fr").hits().stream()
            .map(SearchResult.Hit::lang)
            .distinct()
            .toList());
  }

  @Test
  void aQueryInAnotherLanguagePrefersNoPages() throws IOException {
    String question = "which of the pages is about a partition";
    assertEquals(search(question).hits(), search(question, "de").hits());
  }

  @Test
  void wordsAreStemmedInAllLanguagesOfTheIndex() throws IOException {
    assertEquals(10, search("note", "de").total());
    assertEquals(10, search("livre", "de").total());
    assertEquals(10, search("table", "de").total());
  }
}
