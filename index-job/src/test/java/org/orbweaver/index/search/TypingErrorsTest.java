package org.orbweaver.index.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Page.Content;
import org.orbweaver.index.schema.Page.Facts;

/**
 * Typing errors by chance, put right with the texts of the demo. {@code
 * -Dorbweaver.test.typing=DIR} measures a crawl's index, by the words of its titles and of its
 * texts.
 */
class TypingErrorsTest {
  private static final Path TEXTS =
      Path.of("../orb/src/main/resources/org/orbweaver/orb/demo/texts");

  /** A page of a text: {@code @ path | title}, then its lines. */
  private static final Pattern PAGE =
      Pattern.compile("(?ms)^@ (\\S+) \\| ([^\\n]*)\\n(.*?)(?=^@ |\\z)");

  private static final int WORDS = 500;

  /** The lowest share of typing errors that must be put right. */
  private static final double FLOOR = .87;

  private static TestIndex pages;
  private static SearchIndex index;

  private static TestIndex demo() throws IOException {
    List<Page> pages = new ArrayList<>();
    for (String name : List.of("arden", "law", "milton", "wonderland")) {
      String text = Files.readString(TEXTS.resolve(name + ".txt"));
      for (MatchResult page : PAGE.matcher(text).results().toList()) {
        pages.add(
            new Page(
                "http://" + name + ".demo/" + page.group(1),
                Content.of(page.group(2), page.group(3), "en"),
                Facts.NONE));
      }
    }
    return new TestIndex(pages.toArray(Page[]::new));
  }

  @BeforeAll
  static void open() throws IOException {
    pages = demo();
    index = pages.whole(new Configuration(false));
  }

  @AfterAll
  static void close() throws IOException {
    index.close();
    pages.close();
  }

  @Test
  void mostTypingErrorsArePutRight() throws IOException {
    List<TypingErrors.TypingError> errors =
        TypingErrors.of(index.reader(), IndexField.MAIN, WORDS, 1);
    TypingErrors.Outcome outcome = TypingErrors.search(index, errors);
    assertEquals(WORDS, outcome.asked());
    assertTrue(outcome.right() >= FLOOR * outcome.asked(), () -> outcome + "\n" + outcome.misses());
    assertEquals(0, outcome.changed());
  }

  @Test
  void theCorrectionIsSearchedWhereNothingIsFound() throws IOException {
    SearchRequest typed = new SearchRequest("alice wonderlnd", 0, 3, false, true, true);
    SearchResult found = index.search(typed);
    assertEquals(Optional.of("alice wonderland"), found.searchedFor());
    assertEquals(Optional.empty(), found.correction());
    SearchResult meant = index.search(typed.withQuery("alice wonderland"));
    assertFalse(meant.hits().isEmpty());
    assertEquals(meant.hits(), found.hits());
    assertEquals(meant.total(), found.total());
    assertEquals(meant.facets(), found.facets());
    assertEquals(Optional.empty(), meant.searchedFor());

    SearchResult asTyped = index.search(typed.asTyped());
    assertEquals(0, asTyped.total());
    assertEquals(Optional.of("alice wonderland"), asTyped.correction());
    assertEquals(Optional.empty(), asTyped.searchedFor());
  }

  @Test
  void laterPagesOfResultsAreOfTheSameQuery() throws IOException {
    SearchRequest second = new SearchRequest("gryhpon", 2, 2, false, true, false);
    SearchResult found = index.search(second);
    assertEquals(Optional.of("gryphon"), found.searchedFor());
    assertEquals(index.search(second.withQuery("gryphon")).hits(), found.hits());
    assertFalse(found.hits().isEmpty());
    assertEquals(Optional.empty(), index.search(second.asTyped()).correction());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"wonderlnd\"",
        "title:wonderlnd",
        "wonderlnd*",
        "alice -wonderlnd",
        "wndrlnd",
        "qqqqqq",
        "alice"
      })
  void isLeftAlone(String query) throws IOException {
    SearchResult found = index.search(SearchRequest.of(query, 10));
    assertEquals(Optional.empty(), found.searchedFor());
    assertEquals(Optional.empty(), found.correction());
  }

  @Test
  void measuresACrawl() throws IOException {
    String folder = System.getProperty("orbweaver.test.typing");
    assumeTrue(folder != null, "no crawl to measure");
    Configuration conf = new Configuration();
    try (SearchIndex crawl = SearchIndex.openLatest(conf, CrawlDir.open(conf, folder))) {
      for (IndexField field : List.of(IndexField.TITLE, IndexField.MAIN)) {
        System.out.println(
            field
                + ": "
                + TypingErrors.search(crawl, TypingErrors.of(crawl.reader(), field, WORDS, 1)));
      }
    }
  }
}
