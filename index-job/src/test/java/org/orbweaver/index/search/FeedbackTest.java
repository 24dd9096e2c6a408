package org.orbweaver.index.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.index.query.Feedback;
import org.orbweaver.index.query.Feedback.Candidate;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Page.Content;
import org.orbweaver.index.schema.Page.Facts;

/** Words of the best pages are added to a query. */
class FeedbackTest {
  private static TestIndex pages;
  private static SearchIndex index;

  @BeforeAll
  static void pages() throws IOException {
    List<Page> all = new ArrayList<>();
    all.add(page("http://a.org/both", "a boat with sails is the yacht", "en"));
    all.add(page("http://a.org/other", "the sails of the yacht", "en"));
    all.add(page("http://b.org/yacht", "the yacht", "en"));
    all.add(page("http://b.org/deutsch", "yacht", "de"));
    for (int i = 0; i < 40; i++) {
      all.add(page("http://c.org/" + i, "the filler number" + (char) ('a' + i % 26), "en"));
    }
    pages = new TestIndex(all.toArray(new Page[0]));
    Configuration conf = new Configuration(false);
    conf.setInt("orbweaver.search.feedback.pages", 1);
    index = pages.whole(conf);
  }

  private static Page page(String url, String text, String lang) {
    return new Page(url, Content.of("", text, lang), Facts.NONE);
  }

  @AfterAll
  static void close() throws IOException {
    index.close();
    pages.close();
  }

  private static SearchResult search(SearchIndex searched, String query) throws IOException {
    return searched.search(
        new SearchRequest(query, 0, 100, true, false, false, true, true, List.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "boat,                   both other yacht deutsch",
    "boat lang:en,           both other yacht",
    "boat site:b.org,        ''",
    "boat -deutsch,          both other yacht",
    "boat -sails,            ''",
    "+boat sails,            both",
    "boat OR numberb -yacht,  1 27",
    "nowhere,                ''",
  })
  void pagesWithAddedWordsMatchIfTheyPassWhatTheQueryDemands(String query, String found)
      throws IOException {
    List<String> names = new ArrayList<>();
    for (SearchResult.Hit hit : search(index, query).hits()) {
      names.add(hit.url().substring(hit.url().lastIndexOf('/') + 1));
    }
    assertEquals(
        found.isEmpty() ? List.of() : List.of(found.split(" ")).stream().sorted().toList(),
        names.stream().sorted().toList());
  }

  @Test
  void theAnswerSaysWhatWasAdded() throws IOException {
    // "the" is on more than a tenth of the pages.
    try (TestIndex more = more();
        SearchIndex searched = more.whole(new Configuration(false))) {
      SearchResult result = search(searched, "boat");
      assertEquals(
          List.of(
              "added words of the 1 best page, with their shares: boat (0.33), sails (0.33), yacht"
                  + " (0.33)"),
          result.notes());
      SearchResult.Hit best = result.hits().get(0);
      assertTrue(best.url().endsWith("both"), best.url());
      // The typed word and the added ones have half of the score each.
      double typed = searched.search(SearchRequest.of("boat", 1)).hits().get(0).score();
      assertTrue(best.score() > 1.5 * typed, best.score() + " " + typed);
      assertTrue(best.explanation().contains("yacht"), best.explanation());
    }
  }

  private static TestIndex more() throws IOException {
    List<Page> all = new ArrayList<>();
    all.add(page("http://a.org/both", "the boat sails yacht", "en"));
    all.add(page("http://a.org/other", "the sails", "en"));
    for (int i = 0; i < 30; i++) {
      all.add(page("http://c.org/" + i, "the filler", "en"));
    }
    return new TestIndex(all.toArray(new Page[0]));
  }

  @Test
  void aQueryOfFullWeightStaysAsItIs() throws IOException {
    Configuration conf = new Configuration(false);
    conf.set("orbweaver.search.feedback.query.weight", "1");
    try (TestIndex more = more();
        SearchIndex searched = more.whole(conf)) {
      SearchResult typed = searched.search(new SearchRequest("boat", 0, 100, true, false, false));
      assertEquals(Answers.timeless(typed), Answers.timeless(search(searched, "boat")));
    }
  }

  @Test
  void aPagesWordsAreSharesOfItsText() {
    // Of 7 words, three are forms of one; numbers, single letters and overlong words do not.
    assertEquals(
        "files 0.4286, read 0.2857, disk 0.1429, the 0.1429",
        RelevanceModel.words(
                "The files, files: file disk 1 2nd a read reads " + "x".repeat(21) + " 9")
            .stream()
            .map(word -> String.format("%s %.4f", word.word(), word.likelihood()))
            .collect(Collectors.joining(", ")));
    assertEquals(List.of(), RelevanceModel.words(""));
  }

  @Test
  void likelihoodsAddUpByScore() {
    // P(w|R) ~ 3 * P(w|first) + 1 * P(w|second): files 1.5 + .25 (another form), disk 1.5, tape
    // .75.
    Feedback feedback =
        new RelevanceModel(2, 10, .75)
            .feedback(
                List.of(
                    new RelevanceModel.PageWords(
                        3, List.of(new Candidate("files", .5), new Candidate("disk", .5))),
                    new RelevanceModel.PageWords(
                        1, List.of(new Candidate("tape", .75), new Candidate("file", .25)))));
    assertEquals(
        new Feedback(
            List.of(
                new Candidate("files", 1.75),
                new Candidate("disk", 1.5),
                new Candidate("tape", .75)),
            10,
            .25,
            2),
        feedback);
  }

  @Test
  void whatNoSearchMakesIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Candidate("a", Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> new Candidate("a", -1));
    assertThrows(IllegalArgumentException.class, () -> new Feedback(List.of(), 1, 1, 1));
  }
}
