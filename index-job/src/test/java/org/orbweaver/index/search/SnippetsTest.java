package org.orbweaver.index.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.IOFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.index.conf.Phrases;
import org.orbweaver.index.query.QueryCompiler;
import org.orbweaver.index.query.QueryParser;
import org.orbweaver.index.query.Ranking;
import org.orbweaver.index.query.Weights;
import org.orbweaver.index.schema.IndexField;
import org.orbweaver.index.schema.Page;

class SnippetsTest {
  private static final String FILLER = "Nothing of interest is said in this sentence. ";

  /** A test's index stores some more characters of a text. */
  private static final int STORED = 9_000;

  private static Page page(String main, String body, String lang) {
    return page(main, body, lang, Page.Showing.ALL);
  }

  private static Page page(String main, String body, String lang, Page.Showing showing) {
    return new Page(
        "http://a.org/",
        new Page.Content(
            "", List.of(), "", "", main, body, "", List.of(), lang, "", "", "", "", 0, 0, showing),
        Page.Facts.NONE);
  }

  private static Snippet snippet(Page page, String query) throws IOException {
    Ranking ranking = new Ranking(Weights.DEFAULT);
    return snippet(
        page,
        reader ->
            new QueryCompiler(ranking, Phrases.PAIRS, reader)
                .text(QueryParser.parse(query).query()));
  }

  private static Snippet snippet(Page page, IOFunction<IndexReader, Query> query)
      throws IOException {
    try (TestIndex index = new TestIndex(page)) {
      Document stored = index.reader().storedFields().document(0);
      return new Snippets(index.reader(), query.apply(index.reader())).of(0, stored);
    }
  }

  private static String marked(String text, String lang, String query) throws IOException {
    return snippet(page(text, "", lang), query).marked(t -> t, "[", "]");
  }

  @ParameterizedTest
  @CsvSource({
    // A heading that only repeats is left out, unless it alone has the word.
    "Crawlers|What a crawler does|A crawler fetches pages of the web and finds the links in them.,"
        + " … A [crawler] fetches pages of the web and finds the links in them.",
    "What a crawler does|Programs fetch pages of the web and find the links in them day by day.,"
        + " What a [crawler] does Programs fetch pages of the web and find the links in them day by"
        + " day.",
    "How crawlers work:|A crawler fetches pages of the web and finds the links in them one after"
        + " another., How [crawlers] work: A [crawler] fetches pages of the web and finds the links"
        + " in them one after another.",
  })
  void beginsWithASentence(String text, String snippet) throws Exception {
    assertEquals(snippet, marked(text.replace('|', '\n'), "en", "crawler"));
  }

  @Test
  void showsTheSentenceThatHasAllWordsHoweverLate() throws Exception {
    String text =
        "A zebra is striped. "
            + FILLER.repeat(40)
            + "An okapi is not a zebra, but a giraffe. "
            + FILLER.repeat(40);
    assertEquals(
        "A [zebra] is striped. Nothing of interest is said in this sentence. Nothing of interest is"
            + " said in this sentence. Nothing of interest is said in this sentence. … An [okapi]"
            + " is not a [zebra], but a giraffe. Nothing of interest is said in this sentence."
            + " Nothing of interest is said in this sentence. …",
        marked(text, "en", "okapi zebra"));
  }

  @Test
  void aSecondPassageHasTheOtherWords() throws Exception {
    String text =
        "An okapi here. " + FILLER.repeat(9) + "An okapi. " + FILLER.repeat(9) + "One zebra.";
    String marked = marked(text, "en", "okapi zebra");
    assertTrue(marked.startsWith("An [okapi] here. "), marked);
    assertTrue(marked.endsWith("… One [zebra]."), marked);
  }

  @Test
  void aShownWordCountsHalfHoweverOftenItIsShown() throws Exception {
    String text =
        "An okapi, okapi, okapi, okapi, okapi and a yak. "
            + FILLER.repeat(20)
            + "An okapi with a zebra. "
            + FILLER.repeat(20)
            + "A lion with a yak.";
    String marked = marked(text, "en", "okapi yak zebra lion");
    assertTrue(marked.contains("An [okapi] with a [zebra]."), marked);
  }

  /** However often this page has it: a word of few pages says more than one of all. */
  @Test
  void prefersWordsOfFewPages() throws Exception {
    String text =
        "How to make it. "
            + FILLER.repeat(20)
            + "How to make more. "
            + FILLER.repeat(20)
            + "A backup is here. ".repeat(12);
    Page[] pages = new Page[20];
    Arrays.setAll(pages, i -> page(i == 0 ? text : "How to make it.", "", "en"));
    try (TestIndex index = new TestIndex(pages);
        SearchIndex whole = index.whole(new Configuration(false))) {
      SearchResult found = whole.search(SearchRequest.of("how to make backup", 1));
      String marked = found.hits().get(0).snippet().marked(t -> t, "[", "]");
      assertTrue(marked.contains("A [backup] is here."), marked);
    }
  }

  @Test
  void neighbouringPassagesHaveASpaceBetweenThem() throws Exception {
    String first =
        "Both ranks of an okapi are about equal, as was said in an earlier chapter of it.";
    String second =
        "Now we see the zebra, which was described at length in the chapter before that.";
    assertEquals(
        first.replace("okapi", "[okapi]") + " " + second.replace("zebra", "[zebra]"),
        marked(first + "\n" + second, "en", "okapi zebra"));
  }

  @Test
  void aLongSentenceIsCutBetweenWordsAroundTheMatch() throws Exception {
    String words =
        IntStream.range(0, 300).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));
    String marked = marked(words, "en", "word150");
    assertTrue(marked.matches("… (word\\d+ ){5,9}\\[word150\\]( word\\d+){15,25} …"), marked);
  }

  /** Hidden words are searched; they are blank in the stored text. */
  @Test
  void hiddenWordsAreNotShownAndHideNoOthers() throws Exception {
    String hidden = "The okapi is hidden. ".repeat(100);
    String text = hidden + "The okapi is shown. " + hidden;
    String shown = " ".repeat(hidden.length()) + "The okapi is shown. " + " ".repeat(20);
    Page page = page(text, "", "en", new Page.Showing(Integer.MAX_VALUE, List.of(shown, "")));
    assertEquals("The [okapi] is shown.", snippet(page, "okapi").marked(t -> t, "[", "]"));
  }

  @Test
  void theOtherTextIsShownIfItAloneHasTheWords() throws Exception {
    Page page = page("A zebra is striped.", "An okapi is not.", "en");
    assertEquals("An [okapi] is not.", snippet(page, "okapi").marked(t -> t, "[", "]"));
    assertEquals("A [zebra] is striped.", snippet(page, "zebra").marked(t -> t, "[", "]"));
    assertEquals("A zebra is striped.", snippet(page, "giraffe").text());
    assertEquals("An okapi is not.", snippet(page("", "An okapi is not.", ""), "x").text());
    assertEquals(Snippet.EMPTY, snippet(page("", "", ""), "okapi"));
    assertEquals(Snippet.EMPTY, snippet(page(" \n ", "", ""), "okapi"));
  }

  @Test
  void aTextWithoutMatchesIsShownFromItsBeginning() throws Exception {
    String marked = marked(FILLER.repeat(20), "en", "okapi");
    assertEquals((FILLER.repeat(6).strip() + " …"), marked);
  }

  @ParameterizedTest
  @CsvSource({
    "en, The houses are old., house, The [houses] are old.",
    "ja, 東京都は日本の首都である。, 首都, 東京都は日本の[首都]である。",
    "th, ภาษาไทยเป็นภาษาที่มีระดับเสียง, ระดับ, ภาษาไทยเป็นภาษาที่มี[ระดับ]เสียง",
    "en, See postgresql.conf for it., conf, See postgresql.[conf] for it.",
    "en, A crawler and other crawlers, crawler, A [crawler] and other [crawlers]",
    "'', Ένα ΣΠΊΤΙ εδώ, σπίτι, Ένα [ΣΠΊΤΙ] εδώ",
    "en, \uD83D\uDE00 an \uD83D\uDE00okapi\uD83D\uDE00, okapi,"
        + " \uD83D\uDE00 an \uD83D\uDE00[okapi]\uD83D\uDE00",
  })
  void marksWordsInAllScripts(String lang, String text, String query, String marked)
      throws Exception {
    assertEquals(marked, marked(text, lang, query));
  }

  @Test
  void marksFormsInTheLanguageOfThePage() throws Exception {
    String text = "Die Häuser der Stadt.";
    TermQuery stem = new TermQuery(new Term(IndexField.TITLE.fieldName(), "~de:haus"));
    assertEquals(
        "Die [Häuser] der Stadt.",
        snippet(page(text, "", "de-at"), index -> stem).marked(t -> t, "[", "]"));
    assertEquals(text, snippet(page(text, "", "nl"), index -> stem).marked(t -> t, "[", "]"));
  }

  /** Wherever a word is, the snippet has it, and marks nothing else. */
  @ParameterizedTest
  @ValueSource(strings = {"en", "de", "ru", "ja", "th", "ko", "zh", "ar", ""})
  void findsEveryWord(String lang) throws Exception {
    List<String> words =
        Stream.concat(
                IntStream.range(0, 60).mapToObj(i -> "w" + i + "x"),
                Stream.of(
                    "postgresql.conf",
                    "l’eau",
                    "3.14",
                    "日本語文書",
                    "ภาษาไทย",
                    "한국어를",
                    "Straße",
                    "\uD83D\uDE00",
                    "والكتاب",
                    "x".repeat(300),
                    "—",
                    "a_b",
                    "İ"))
            .toList();
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      String[] separators = {" ", " ", " ", ". ", "\n", ", ", "  ", "。", "-", "\u00a0"};
      StringBuilder text = new StringBuilder();
      int size = random.nextInt(2500);
      for (int i = 0; i < size; i++) {
        text.append(words.get(random.nextInt(words.size())));
        text.append(separators[random.nextInt(separators.length)]);
      }
      int at = random.nextInt(Math.min(STORED, text.length() + 1));
      at = at > 0 && at < text.length() && Character.isLowSurrogate(text.charAt(at)) ? at - 1 : at;
      text.insert(at, " okapi ");
      Snippet snippet = snippet(page(text.toString(), "", lang), "okapi");
      String place = "seed " + seed + ": " + snippet;
      assertEquals(1, snippet.matches().size(), place);
      Snippet.Span match = snippet.matches().get(0);
      assertEquals("okapi", snippet.text().substring(match.start(), match.end()), place);
      assertFalse(snippet.text().length() > 2 * 220 + 9, place);
    }
  }
}
