package org.orbweaver.index.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.schema.Page.Content;
import org.orbweaver.index.schema.Page.Facts;

/** Searches with synonyms. */
class SynonymSearchTest {
  @TempDir static Path folder;
  private static final Configuration CONF = new Configuration(false);
  private static TestIndex pages;
  private static SearchIndex index;

  @BeforeAll
  static void pages() throws IOException {
    synonyms("colour, color\nusa, united states\ncar => motor vehicle, auto\n");
    pages =
        new TestIndex(
            page("british", "the colour of money"),
            page("american", "the color of money"),
            page("plural", "many colors and shades"),
            page("short", "economy of the usa"),
            page("long", "economy of the united states"),
            page("apart", "economy of states that are united"),
            page("united", "a united front"),
            page("vehicle", "a motor vehicle tax"),
            page("motor", "tax of a vehicle without motor"),
            page("auto", "auto tax"),
            page("car", "car tax"));
    index = pages.whole(CONF);
  }

  private static void synonyms(String lines) throws IOException {
    Path file = Files.writeString(folder.resolve("synonyms.txt"), lines);
    IndexKeys.SYNONYMS_FILE.set(CONF, file.toString());
  }

  private static Page page(String name, String text) {
    return new Page("http://x.org/" + name, Content.of("", text, "en"), Facts.NONE);
  }

  @AfterAll
  static void close() throws IOException {
    index.close();
    pages.close();
  }

  private static List<SearchResult.Hit> hits(String query) throws IOException {
    return index.search(new SearchRequest(query, 0, 100, true, false, false)).hits();
  }

  private static String name(SearchResult.Hit hit) {
    return hit.url().substring(hit.url().lastIndexOf('/') + 1);
  }

  @ParameterizedTest
  @CsvSource({
    "colour,                 american british plural",
    "color,                  american british plural",
    "'\"colour\"',           british",
    "body:colour,            british",
    "colour money,           american british",
    "money -colour,          american",
    "+colour money,          american british plural",
    // Several words of a synonym are a phrase, those that were typed are not.
    "usa,                    long short",
    "usa economy,            long short",
    "united states,          apart long short",
    "'\"united states\"',    long",
    // One way only.
    "car tax,                auto car vehicle",
    "auto tax,               auto",
    "car OR colour,          american auto british car plural vehicle",
  })
  void aSynonymStandsForItsWord(String query, String found) throws IOException {
    assertEquals(
        Arrays.asList(found.split(" ", -1)),
        hits(query).stream().map(SynonymSearchTest::name).sorted().toList());
  }

  @ParameterizedTest
  @CsvSource({"colour, british", "color money, american", "usa economy, short", "car tax, car"})
  void whatWasTypedCountsMost(String query, String first) throws IOException {
    List<SearchResult.Hit> hits = hits(query);
    assertEquals(first, name(hits.get(0)));
    assertTrue(hits.get(0).score() > hits.get(1).score());
  }

  @Test
  void theAnswerShowsThem() throws IOException {
    SearchResult result = index.search(new SearchRequest("car tax", 0, 100, true, false, false));
    assertEquals(
        List.of("synonyms are searched, too: \"motor vehicle\" for car, auto for car"),
        result.notes());
    SearchResult.Hit vehicle =
        result.hits().stream().filter(hit -> name(hit).equals("vehicle")).findFirst().get();
    assertEquals("a [motor] [vehicle] [tax]", vehicle.snippet().marked(text -> text, "[", "]"));
    assertTrue(vehicle.explanation().contains("motor vehicle"), vehicle.explanation());
    SearchResult.Hit auto =
        result.hits().stream().filter(hit -> name(hit).equals("auto")).findFirst().get();
    assertTrue(auto.explanation().contains("auto"), auto.explanation());
  }

  @ParameterizedTest
  @CsvSource({"1, 56", "8, 8", "64, 1"})
  void aLongQueryOfLongSynonymsIsAnswered(int words, int entries) throws IOException {
    StringBuilder lines = new StringBuilder();
    StringBuilder query = new StringBuilder();
    for (int i = 0; i < 56; i++) {
      query.append(" typing").append(i);
    }
    for (int i = 0; i < entries; i++) {
      lines.append("typing").append(i).append(" =>");
      for (int w = 0; w < words; w++) {
        lines.append(" synonyms").append(i).append('x').append(w);
      }
      lines.append('\n');
    }
    Configuration conf = new Configuration(false);
    Path file = Files.writeString(folder.resolve("long.txt"), lines);
    IndexKeys.SYNONYMS_FILE.set(conf, file.toString());
    try (TestIndex same = new TestIndex(page("one", query + " other"))) {
      SearchRequest request =
          new SearchRequest(
              query + " \"a b c\" +other", 0, 10, true, true, true, true, true, List.of());
      SearchResult result = same.whole(conf).search(request);
      assertEquals(1, result.total());
      assertEquals(1, result.notes().stream().filter(note -> note.startsWith("synonyms")).count());
    }
  }

  @Test
  void anIndexThatIsOpenedReadsTheFileAnew() throws IOException {
    Configuration conf = new Configuration(false);
    Path file = Files.writeString(folder.resolve("changing.txt"), "shade, colour\n");
    IndexKeys.SYNONYMS_FILE.set(conf, file.toString());
    SearchRequest request = SearchRequest.of("shade", 10);
    try (TestIndex same = new TestIndex(page("british", "the colour of money"))) {
      assertEquals(1, same.whole(conf).search(request).total());
      Files.writeString(file, "shade, hue\n");
      assertEquals(0, same.whole(conf).search(request).total());
    }
  }
}
