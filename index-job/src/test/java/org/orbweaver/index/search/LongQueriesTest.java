package org.orbweaver.index.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.common.error.ExitCode;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Page.Content;
import org.orbweaver.index.schema.Page.Facts;

/** Queries as long as the language allows, of all shapes, matching few pages. */
class LongQueriesTest {
  private static final int WORDS = 64;
  private static final int RANDOM_QUERIES = 100;

  private static TestIndex pages;
  private static SearchIndex index;

  @BeforeAll
  static void pages() throws IOException {
    String half = words("word%02d", 40, " ");
    pages =
        new TestIndex(
            new Page(
                "http://a.org/all", Content.of("all", words("word%02d", 64, " "), "en"), none()),
            new Page("http://a.org/half", Content.of("half", half, "en"), none()),
            new Page("http://a.org/ja", Content.of("全文検索の手引き", "全文検索の手引き", "ja"), none()));
    index = pages.whole(new Configuration(false));
  }

  private static Facts none() {
    return Facts.NONE;
  }

  @AfterAll
  static void close() throws IOException {
    index.close();
    pages.close();
  }

  private static String words(String format, int count, String between) {
    return IntStream.range(0, count)
        .mapToObj(i -> String.format(format, i))
        .collect(Collectors.joining(between));
  }

  private static SearchResult search(String query) throws IOException {
    return index.search(new SearchRequest(query, 0, 10, true, true, true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "word%02d",
        "+word%02d",
        "(word%02d)",
        "\"word%02d\"",
        "words%02ding",
        "title:word%02d",
        "body:\"word%02d\"",
        "author:word%02d",
        "word%02d -no%02$s",
        "-link:x%02d word00",
        "host:h%02d",
        "date:>20%02d",
        "url:word%02d",
        "lang:x%02d"
      })
  void anyWordsAreAnswered(String format) throws IOException {
    String of = format.replace("%02$s", "%1$02d").replace("%02d", "%1$02d");
    int each = Math.max(1, format.split(" ", -1).length);
    for (String between : List.of(" ", " OR ", " AND ")) {
      SearchResult result = search(words(of, WORDS / each, between));
      assertTrue(result.isComplete());
    }
  }

  @Test
  void pagesWithHalfOfManyWordsAreFound() throws IOException {
    assertEquals(2, search(words("word%02d", WORDS, " ")).total());
  }

  @Test
  void whatIsTooLongIsRefusedByItsPlace() throws IOException {
    List<String> shapes =
        List.of(
            words("+word%02d", 65, " "),
            words("word%02d", 65, " OR "),
            words("\"word%02d other\"", WORDS, " "),
            words("全文検索の手引き%02d", 20, " "),
            words("word%02d*", 5, " "));
    for (String query : shapes) {
      assertEquals("usage", outcome(query), query);
    }
  }

  /** The outcome: an answer, or a refusal that names the fault. */
  private static String outcome(String query) throws IOException {
    try {
      search(query);
      return "answer";
    } catch (OrbException e) {
      assertEquals(ExitCode.USAGE, e.exitCode(), query);
      return "usage";
    }
  }

  @Test
  void mixturesOfAllShapesAreAnswered() throws IOException {
    Random random = new Random(23);
    int answered = 0;
    for (int i = 0; i < RANDOM_QUERIES; i++) {
      StringBuilder query = new StringBuilder();
      int parts = 1 + random.nextInt(WORDS);
      for (int p = 0; p < parts; p++) {
        query.append(part(random, 3)).append(joint(random));
      }
      answered += outcome(query + "word00").equals("answer") ? 1 : 0;
    }
    assertTrue(answered > RANDOM_QUERIES / 3, answered + " answered");
  }

  private static String joint(Random random) {
    return List.of(" ", " ", " ", " OR ", " AND ").get(random.nextInt(5));
  }

  private static String part(Random random, int depth) {
    String word = String.format("word%02d", random.nextInt(99));
    return switch (random.nextInt(16)) {
      case 0 -> '"' + word + '"';
      case 1 -> '+' + word;
      case 2 -> '-' + word;
      case 3 -> random.nextInt(9) == 0 ? word.substring(0, 4) + '*' : word;
      case 4 -> random.nextInt(9) == 0 ? "全文検索" : "文";
      case 5 -> "title:" + word;
      case 6 -> random.nextInt(9) == 0 ? word + " NEAR/3 word01" : word;
      case 7 -> depth == 0 ? word : nested(random, depth);
      case 8 -> "host:" + word + ".org";
      case 9 -> "link:" + word + ".org";
      default -> word + (random.nextBoolean() ? "s" : "");
    };
  }

  private static String nested(Random random, int depth) {
    List<String> parts = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      parts.add(part(random, depth - 1));
    }
    return '(' + String.join(joint(random), parts) + ')';
  }
}
