package org.orbweaver.crawler.trap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MazeSearchTest {
  private static final String HOST = "a.test";

  private final Random random = new Random(1);
  private final Map<String, MazeSigns> found = new TreeMap<>();
  private final List<Page> pages = new ArrayList<>();

  private record Page(String url, List<String> links, String text) {}

  private void search() {
    MazeSearch search = new MazeSearch((host, folder, signs) -> found.put(host + folder, signs));
    pages.stream()
        .sorted(Comparator.comparing(Page::url))
        .forEach(page -> search.add(HOST, page.url, page.links, page.text, false));
    search.end();
  }

  private String random() {
    return Long.toString(random.nextLong() >>> 1, Character.MAX_RADIX);
  }

  /** Words by lot, more often those of low numbers. */
  private String lot(int words, String prefix) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      text.append(word(prefix, (int) (600 * Math.pow(random.nextDouble(), 2)))).append(' ');
    }
    return text.toString();
  }

  private static String word(String prefix, int number) {
    return prefix + (char) ('a' + number % 26) + (char) ('a' + number / 26);
  }

  /** A page that speaks of few things. */
  private String speech(int words) {
    StringBuilder text = new StringBuilder();
    int[] things = random.ints(20, 0, 600).toArray();
    for (int i = 0; i < words; i++) {
      text.append(word("w", things[random.nextInt(things.length)])).append(' ');
    }
    return text.toString();
  }

  private void maze(String folder, int size) {
    for (int i = 0; i < size; i++) {
      String base = "http://" + HOST + folder;
      List<String> links = List.of(base + random(), base + random() + "/" + random(), base);
      pages.add(new Page(base + random() + "/" + random(), links, "Menu\n" + lot(200, "w")));
    }
  }

  @Test
  void pagesWhoseWordsFallByLotAndThatLeadOnForEverAreAMaze() {
    maze("/m/", 40);
    search();
    assertEquals(List.of("a.test/m/"), List.copyOf(found.keySet()));
    MazeSigns signs = found.get("a.test/m/");
    assertTrue(signs.isMaze(), signs.toString());
    assertEquals(40, signs.pages());
    assertEquals(1, signs.randomness(), .06);
  }

  @Test
  void fewPagesAreSuspectAndProveNothingAndRoundsAddUp() {
    maze("/m/", 20);
    search();
    MazeSigns signs = found.get("a.test/m/");
    assertTrue(signs.isSuspect(), signs.toString());
    assertFalse(signs.isMaze(), signs.toString());
    assertTrue(signs.plus(signs).isMaze());
    found.clear();
    pages.removeIf(page -> pages.indexOf(page) >= 11);
    search();
    assertEquals(Map.of(), found);
  }

  @Test
  void aWholeHostIsOne() {
    maze("/", 40);
    search();
    assertEquals(List.of("a.test/"), List.copyOf(found.keySet()));
  }

  @Test
  void aScriptWithParametersIsAFolder() {
    for (int i = 0; i < 40; i++) {
      String base = "http://" + HOST + ":8080/p/x.php?q=";
      pages.add(
          new Page(base + random(), List.of(base + random(), base + random()), lot(200, "w")));
    }
    search();
    assertEquals(List.of("a.test/p/x.php?"), List.copyOf(found.keySet()));
  }

  @Test
  void thePagesAroundAMazeDoNotSuffer() {
    maze("/m/", 300);
    for (int i = 0; i < 30; i++) {
      String url = "http://" + HOST + "/page" + i;
      List<String> links =
          List.of("http://" + HOST + "/page" + (i + 1) % 30, url + "/a", url + "/b");
      pages.add(new Page(url, links, speech(200)));
    }
    search();
    assertEquals(List.of("a.test/m/"), List.copyOf(found.keySet()));
    assertEquals(MazeSearch.SAMPLE, found.get("a.test/m/").pages());
  }

  @Test
  void textsThatSpeakOfSomethingAreNoMazeThoughLinksAreEndless() {
    for (int i = 0; i < 100; i++) {
      String base = "http://" + HOST + "/d/";
      pages.add(new Page(base + random(), List.of(base + random(), base + random()), speech(200)));
    }
    search();
    assertEquals(Map.of(), found);
  }

  /** Link: what half of the pages have, beside words by lot. */
  @ParameterizedTest
  @ValueSource(strings = {"only known pages", "another host"})
  void wordsByLotAloneAreNoMaze(String links) {
    for (int i = 0; i < 100; i++) {
      String base = "http://" + HOST + "/d/";
      List<String> own =
          i % 2 == 0
              ? List.of(base + random(), base + random())
              : links.equals("only known pages")
                  ? List.of(base + 1, base + 2)
                  : List.of(base + random(), base + random(), "http://" + random() + ".test/");
      pages.add(new Page(base + random(), own, lot(200, "w")));
    }
    search();
    assertEquals(Map.of(), found);
  }

  @Test
  void aTemplateAndWordsOnNearlyAllPagesDoNotCount() {
    maze("/m/", 40);
    pages.replaceAll(
        page -> new Page(page.url, page.links, "the same line\n".repeat(50) + page.text));
    search();
    assertTrue(found.get("a.test/m/").isMaze());
    // Repeated pages: lines on several do not count, and nothing is left.
    found.clear();
    pages.replaceAll(page -> new Page(page.url, page.links, "one text\nfor all of them"));
    search();
    assertEquals(Map.of(), found);
  }

  /** Scripts without spaces, and letters of several scripts. */
  @ParameterizedTest
  @ValueSource(strings = {"а", "α", "字"})
  void theLanguageDoesNotMatter(String prefix) {
    maze("/m/", 40);
    pages.replaceAll(page -> new Page(page.url, page.links, lot(200, prefix)));
    search();
    assertTrue(found.get("a.test/m/").isMaze());
  }

  @Test
  void foldersOfAPath() {
    assertEquals(List.of("/"), MazeSearch.folders("/"));
    assertEquals(List.of("/", "/a/"), MazeSearch.folders("/a/b"));
    assertEquals(List.of("/", "/a/", "/a/b?"), MazeSearch.folders("/a/b?c=/d/"));
    assertEquals(
        Arrays.asList("/", "/a/", "/a/b/", "/a/b/c/"), MazeSearch.folders("/a/b/c/d/e/f?g"));
  }
}
