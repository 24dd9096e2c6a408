package org.orbweaver.orb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.testkit.FakeWeb;
import org.orbweaver.testkit.FakeWebSpec;
import org.orbweaver.testkit.maze.Corpus;
import org.orbweaver.testkit.maze.Maze;

/** A maze of generated text in a folder of an honest site, from its first page to the index. */
class MazeIT {
  private static final String HONEST = "honest.test";
  private static final int PAGES = 30;
  private static final int MOST_REQUESTS = 200;

  @TempDir private Path tmp;
  private final FakeWeb web =
      FakeWeb.start(FakeWebSpec.builder().seed(1).hosts(1).pagesPerHost(1).build());
  private Maze maze;
  private TestSite site;

  @BeforeEach
  void open() throws IOException {
    Corpus corpus;
    try (Stream<Path> docs = Files.list(Path.of("../docs"))) {
      corpus =
          Corpus.ofMarkdown(docs.filter(it -> it.toString().endsWith(".md")).sorted().toList());
    }
    maze = Maze.of(Maze.Kind.BABBLE, corpus).seed(7).open(web, HONEST, "/maze/");
    for (int i = 0; i < PAGES; i++) {
      String links =
          Stream.of(2 * i + 1, 2 * i + 2)
              .map(to -> "<a href=/page" + to % PAGES + ">next</a> ")
              .collect(Collectors.joining());
      String text = corpus.paragraphs().get(2 * i) + ' ' + corpus.paragraphs().get(2 * i + 1);
      String escaped = text.replace("&", "&amp;").replace("<", "&lt;");
      String page = "<title>Page " + i + "</title><p>" + escaped + "</p>" + links + maze.entry();
      web.page(HONEST, i == 0 ? "/" : "/page" + i, page);
    }
    web.page(HONEST, "/page0", "<title>Page</title><p>The first page again.");
    site = new TestSite(web, tmp, "orbweaver.index.shards=1");
  }

  @AfterEach
  void stop() {
    web.close();
  }

  private String crawl(String... more) {
    List<String> command =
        Stream.concat(
                Stream.of("crawl", web.url(HONEST, "/"), site.dir(), "--rounds", "7"),
                Stream.of(more))
            .toList();
    return site.orb(0, command.toArray(new String[0]));
  }

  private long indexed(String query) {
    return site.orb(0, "search", site.dir(), query, "--all", "--json", "--top", "1000")
        .lines()
        .filter(line -> line.contains("\"url\":"))
        .count();
  }

  @Test
  void aMazeIsLeftAndItsPagesAreInNoIndexAndNoGraph() {
    crawl();
    int requests = maze.requests();
    assertTrue(requests >= 30 && requests <= MOST_REQUESTS, requests + " requests");
    assertEquals(0, indexed("url:maze"));
    assertEquals(PAGES + 1, indexed("url:" + HONEST + " -url:maze"));

    String why = site.orb(0, "why", maze.url(), site.dir());
    assertTrue(why.contains("a page of a maze of generated text: honest.test/maze/, of "), why);
    assertTrue(why.contains("orbweaver.maze.exempt"), why);
    String plan = site.orb(3, "plan", site.dir());
    assertTrue(plan.contains("of mazes of generated text"), plan);
    assertFalse(site.orb(0, "read", "graph", site.dir(), "--dump").contains("/maze/"));

    // Later rounds ask nothing of it.
    site.orb(0, "crawl", site.dir(), "--more", "1", "--add-days", "90");
    assertEquals(requests, maze.requests());

    // The host is exempt: the next update takes the marks off.
    site.orb(0, "crawl", site.dir(), "--more", "1", "-D", "orbweaver.maze.exempt=" + HONEST);
    assertTrue(maze.requests() > requests);
    assertTrue(indexed("url:maze") > requests, "in the index again");
  }

  @Test
  void oneSettingTurnsItOff() {
    crawl("-D", "orbweaver.maze.detect=false", "--top-n", "300");
    assertTrue(maze.requests() > 2 * MOST_REQUESTS, maze.requests() + " requests");
    assertTrue(indexed("url:maze") > 2 * MOST_REQUESTS);
  }
}
