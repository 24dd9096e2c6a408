package org.orbweaver.index.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.index.conf.Phrases;
import org.orbweaver.index.schema.Anchors.Anchor;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Page.Content;
import org.orbweaver.index.schema.Page.Facts;
import org.orbweaver.index.search.TestIndex;

/** The results of queries of each kind. */
class QueryCompilerTest {
  private static TestIndex index;

  @BeforeAll
  static void pages() throws IOException {
    index =
        new TestIndex(
            page(
                "http://www.unipr.it/a",
                "Installing the server",
                "The lord mayor of Melbourne opened it. Copies are instantaneous.",
                "A menu of things",
                "Ada Lovelace",
                "en",
                "article",
                "2019-12-31",
                "http://b.org/",
                "https://x.org/p?q=(1)"),
            page(
                "http://b.org/b",
                "Mayor",
                "The mayor of the lord of Melbourne, an instance of installation",
                "",
                "Charles Babbage",
                "en",
                "documentation",
                "2020-01-01",
                "https://b.org/"),
            page(
                "https://docs.b.org/9.6/c",
                "Das Amt",
                "Das Amt des Oberbürgermeisters, the office of the lord mayor",
                "instant menu",
                "",
                "de-at",
                "article",
                "2020-03-15"));
  }

  private static Page page(
      String url,
      String title,
      String main,
      String body,
      String author,
      String lang,
      String kind,
      String day,
      String... links) {
    Content content =
        new Content(
            title,
            List.of(),
            "",
            author,
            main,
            body,
            "",
            Arrays.asList(links),
            lang,
            "text/html",
            kind,
            "",
            "",
            Instant.parse(day + "T12:00:00Z").toEpochMilli(),
            0,
            Page.Showing.ALL);
    return new Page(
        url,
        content,
        new Facts(0, "", "", false, List.of(new Anchor("town hall", 1)), 1, 0, 0, 0, List.of()));
  }

  @AfterAll
  static void close() throws IOException {
    index.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "lord mayor                           | a b c",
        "\"lord mayor\"                       | a c",
        "\"lord mayor\"~4                     | a b c",
        "\"the lord mayor of melbourne\"      | a",
        "mayor NEAR/0 lord                    | a c",
        "mayor NEAR/2 lord                    | a b c",
        "melbourne NEAR/1 mayor               | a",
        "\"of melbourne\" NEAR/1 \"the lord\" | a b",
        "office NEAR/0 lord                   |",
        "lord -melbourne                      | c",
        "lord AND NOT melbourne OR copies     | a c",
        "title:(mayor OR amt)                 | b c",
        "body:menu                            | a c",
        "body:amt                             | c",
        "anchor:town -anchor:village          | a b c",
        "author:babbage OR author:lovelace    | a b",
        "site:b.org lord                      | b c",
        "host:b.org lord                      | b",
        "host:B.org OR host:www.unipr.it      | a b",
        "link:b.org                           | a b",
        "link:http://b.org/                   | a",
        "link:x.org/p?q=(1)                   | a",
        "lang:de                              | c",
        "kind:article -lang:de                | a",
        "type:html lord                       | a b c",
        "url:http://b.org/b                   | b",
        "url:unipr                            | a",
        "url:b.org/9.6                        | c",
        "url:9.6/c_                           | c",
        "date:2019                            | a",
        "date:2020                            | b c",
        "lord date:<2020-03                   | a b",
        "date:2020-01..2020-02                | b",
        "date:2020 -date:2020-03-15           | b",
        "instan*                              | a b c",
        "instanta*                            | a",
        "*stallat*                            | b",
        "*bürgermeister*                      | c",
        "title:in*ing                         | a",
        "title:instan*                        |",
        "xyz*                                 |",
        "lord (instanta* OR *meisters)        | a c",
      })
  void finds(String query, String pages) throws IOException {
    assertEquals(pages == null ? "" : pages, String.join(" ", index.find(query)));
    assertEquals(List.of(), index.notes());
  }

  @Test
  void chineseWordsThatAreApartOnAPageAreFoundAsTheyAreTyped() throws IOException {
    Page page =
        new Page("http://a.org/zh", Content.of("第3章 选择一个 Debian 发布版本", "", "zh"), Facts.NONE);
    try (TestIndex one = new TestIndex(page)) {
      assertEquals(Set.of("zh"), one.find("选择发布版本"));
      assertEquals(Set.of(), one.find("选择升级系统"));
    }
  }

  /** Of 600 pages, most have {@code many} and {@code much}, few have one of the other words. */
  private static TestIndex weakAndStrong() throws IOException {
    List<String> few = List.of("one", "two", "three", "four", "five", "six");
    Page[] pages = new Page[600];
    for (int i = 0; i < pages.length; i++) {
      String text = (i % 5 > 0 ? "many much " : "") + (i < few.size() ? few.get(i) : "");
      pages[i] = new Page("http://a.org/" + i, Content.of("", text + " filler", ""), Facts.NONE);
    }
    pages[10] = new Page("http://a.org/10", Content.of("", "one two three", ""), Facts.NONE);
    return new TestIndex(pages);
  }

  @ParameterizedTest
  @CsvSource({
    "one two, 10",
    "one four, ''",
    // Of three or four words, two are enough,
    "one two six, 10",
    "one two three four, 10",
    "one four six, ''",
    // of five, one,
    "one two three four five, 0 1 10 2 3 4",
    // and a word that every second page has only ranks.
    "one many, 0 10",
    "one many much, 0 10",
    "one two many much, 10",
    "one four six many, ''",
    "+one many, 0 10",
    "one many site:a.org, 0 10",
    "one (two OR many) four, 10 3",
  })
  void fewWordsMustMatchAndManyRank(String query, String pages) throws IOException {
    try (TestIndex words = weakAndStrong()) {
      assertEquals(pages, String.join(" ", words.find(query)));
    }
  }

  @Test
  void whereAllWordsAreOnManyPagesAllMustMatch() throws IOException {
    try (TestIndex words = weakAndStrong()) {
      assertEquals(480, words.find("many much").size(), "of 600");
      assertEquals(600, words.find("many much filler one two").size());
    }
  }

  @Test
  void aPageWithAllOfThreeWordsComesFirst() throws IOException {
    QueryNode.All query = QueryParser.parse("lord mayor office").query();
    IndexSearcher searcher = new IndexSearcher(index.reader());
    QueryCompiler compiler =
        new QueryCompiler(new Ranking(Weights.DEFAULT), Phrases.POSITIONS, index.reader());
    ScoreDoc[] found = searcher.search(compiler.text(query), 9).scoreDocs;
    assertEquals(3, found.length);
    assertEquals(2, found[0].doc, "it alone has the office");
    float bonus = ScorePart.ALL_WORDS.byDefault();
    assertTrue(found[0].score > bonus && found[1].score < bonus);
  }

  @Test
  void titlesAndLinksWeighLessInLongQueries() throws IOException {
    Page named = new Page("http://a.org/named", Content.of("Zeppelin", "", ""), Facts.NONE);
    Page about =
        new Page(
            "http://a.org/about", Content.of("", "of a zeppelin, the zeppelin", ""), Facts.NONE);
    try (TestIndex two = new TestIndex(named, about)) {
      assertEquals(0, first(two, "zeppelin"));
      assertEquals(1, first(two, "airships, balloons, boats, rockets or zeppelin"));
    }
  }

  @Test
  void functionWordsOfAQuestionWeighLess() throws IOException {
    Page words = new Page("http://a.org/words", Content.of("", "how do I before", ""), Facts.NONE);
    Page about =
        new Page(
            "http://a.org/about",
            Content.of("", "a disk is resized here by a tool for the partition", ""),
            Facts.NONE);
    Page both =
        new Page("http://a.org/both", Content.of("", "how I resize the partition", ""), Facts.NONE);
    try (TestIndex three = new TestIndex(words, about, both)) {
      assertEquals(Set.of("about", "both", "words"), three.find("how do I resize a partition?"));
      assertEquals(2, first(three, "how do I resize a partition?"));
      assertEquals(1, first(three, "what is the disk of the tool?"));
      // Function words alone are what is meant.
      assertEquals(Set.of("words", "both"), three.find("how before that which how"));
    }
  }

  private static int first(TestIndex index, String query) throws IOException {
    QueryCompiler compiler =
        new QueryCompiler(new Ranking(Weights.DEFAULT), Phrases.POSITIONS, index.reader());
    Query compiled = compiler.text(QueryParser.parse(query).query());
    return new IndexSearcher(index.reader()).search(compiled, 1).scoreDocs[0].doc;
  }

  @Test
  void undatedPagesHaveNoDateToBeFoundBy() throws IOException {
    Page undated = new Page("http://a.org/undated", Content.of("", "word", ""), Facts.NONE);
    try (TestIndex one = new TestIndex(undated)) {
      assertEquals(Set.of("undated"), one.find("word"));
      assertEquals(Set.of(), one.find("word date:<2000"));
      assertEquals(Set.of(), one.find("date:1970"));
    }
  }

  @Test
  void phraseIsNoLongerCheckedWhenTimeIsOver() throws IOException {
    for (boolean isOver : new boolean[] {false, true}) {
      Query query =
          new QueryCompiler(
                  new Ranking(Weights.DEFAULT), Phrases.CHECK, index.reader(), () -> isOver)
              .text(QueryParser.parse("\"lord mayor\"").query());
      assertEquals(isOver ? 0 : 2, new IndexSearcher(index.reader()).count(query));
    }
  }

  @Test
  void aPatternIsCutToItsMostFrequentWordsWithANote() throws IOException {
    Page[] pages =
        IntStream.range(0, 120)
            .mapToObj(
                i ->
                    new Page(
                        "http://a.org/" + i,
                        Content.of("", "word" + i + (i < 3 ? " wordless" : ""), ""),
                        Facts.NONE))
            .toArray(Page[]::new);
    try (TestIndex many = new TestIndex(pages)) {
      assertTrue(many.find("wordl*").containsAll(List.of("0", "1", "2")));
      assertEquals(List.of(), many.notes());
      assertTrue(many.find("word*").containsAll(List.of("0", "1", "2")));
      assertEquals(
          List.of("word* stands for more than 100 words; only the most frequent are searched"),
          many.notes());
    }
  }
}
