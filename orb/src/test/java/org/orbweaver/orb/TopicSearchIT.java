package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;

/** A query's topics decide between pages of equal text: topic-sensitive PageRank as a whole. */
class TopicSearchIT {
  /** Of a topic: with 20, no page was held out to test by at one port in 70. */
  private static final int PAGES = 60;

  @TempDir private Path tmp;
  private final FakeWeb web =
      FakeWeb.start(FakeWebSpec.builder().seed(1).hosts(1).pagesPerHost(1).build());
  private TestSite site;

  @AfterEach
  void stop() {
    web.close();
  }

  /**
   * Pages of a topic, all of which link to an authority on Java; both authorities have the same
   * text.
   */
  private String topic(String host, String words, String authority, String others) {
    String seeds = "";
    for (int i = 0; i < PAGES; i++) {
      String text = "<title>Page " + i + "</title><p>All about " + words + " and number " + i + ".";
      web.page(host, "/" + i, text + " <a href=" + web.url(authority, "/") + ">more</a>");
      seeds += "<a href=" + web.url(host, "/" + i) + ">page</a> ";
    }
    String text = "Of java, a program, and java, an island. " + others;
    web.page(authority, "/", "<title>Java</title><p>" + text);
    return seeds;
  }

  private void crawl() throws IOException {
    String seeds =
        topic("code.test", "program compiler class method", "lang.test", "One two three four.")
            + topic("sea.test", "island volcano harbour coast", "isle.test", "Ten six eight five.");
    web.page("start.test", "/", "<title>Start</title>" + seeds);
    Path labels = tmp.resolve("labels.txt");
    Files.writeString(labels, "language code.test\nisland sea.test\n");
    site = new TestSite(web, tmp, "orbweaver.index.shards=2");
    site.orb(0, "crawl", web.url("start.test", "/"), site.dir(), "--rounds", "3");
    site.orb(0, "topics", site.dir(), labels.toString());
    site.orb(
        0,
        "pagerank",
        site.dir(),
        "--topic-host",
        "language=code.test",
        "--topic-host",
        "island=sea.test");
  }

  /** URLs found, best first. */
  private List<String> found(String query, String... settings) {
    List<String> words = new ArrayList<>(List.of("search", site.dir(), query, "--json"));
    words.addAll(List.of(settings));
    return site.orb(0, words.toArray(new String[0]))
        .lines()
        .filter(line -> line.contains("\"url\":"))
        .map(line -> line.replaceAll(".*?\"url\":\"([^\"]*)\".*", "$1"))
        .toList();
  }

  @Test
  void theQuerysTopicsDecideWhoseAuthorityCounts() throws IOException {
    crawl();
    String language = web.url("lang.test", "/");
    String island = web.url("isle.test", "/");
    List<String> without = found("java program");
    // Only ranks by topic are new: the index notices them.
    String built = site.orb(0, "index", site.dir());
    assertTrue(built.contains(" " + (2 * PAGES + 3) + " documents "), built);
    assertFalse(built.contains("(0 new or changed)"), built);

    assertEquals(List.of(language, island), found("java program"));
    assertEquals(List.of(island, language), found("java island"));
    assertEquals(List.of(island, language), found("java (island OR volcano)"));
    assertEquals(without, found("java program", "-D", "orbweaver.search.weights=topic=0"));

    String why = site.orb(0, "search", site.dir(), "java program", "--explain");
    String first = why.substring(0, why.indexOf(island));
    assertTrue(first.matches("(?s).*score; the query is about language [01]\\.\\d\\d\n.*"), why);
    assertTrue(
        first.matches("(?s).* topic:language: weight [12]\\.\\d+ × S/\\(S \\+ pivot.*"), why);
    // A word of both topics, and one of none: nothing is clear, and nothing is added.
    for (String unclear : List.of("java", "two")) {
      why = site.orb(0, "search", site.dir(), unclear, "--explain");
      assertTrue(why.contains(" score\n"), why);
      assertFalse(why.contains("topic:"), why);
    }
  }
}
