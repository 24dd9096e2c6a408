package org.orbweaver.bench.maze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.orbweaver.testkit.maze.Corpus;

class HardCasesTest {
  private static final Pattern LINK = Pattern.compile("href=\"(/[^\"]*)\"");

  /** The project's documentation. */
  public static Corpus docs() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("..", "docs"))) {
      return Corpus.ofMarkdown(files.filter(it -> it.toString().endsWith(".md")).sorted().toList());
    }
  }

  @Test
  void areWholeSites() throws Exception {
    Map<String, Map<String, String>> sites = HardCases.all(docs());
    assertEquals(10, sites.size());
    sites.forEach(
        (host, pages) -> {
          assertTrue(
              pages.size() >= 60 && pages.size() <= 300,
              () -> host + ": " + pages.size() + " pages");
          TreeSet<String> linked = new TreeSet<>();
          pages
              .values()
              .forEach(html -> LINK.matcher(html).results().forEach(it -> linked.add(it.group(1))));
          linked.remove("/assets/site.css");
          assertEquals(new TreeSet<>(pages.keySet()), linked, host);
        });
    assertEquals(sites, HardCases.all(docs()), "changes from run to run");
  }

  @Test
  void areRead() throws Exception {
    HonestPages pages = new HonestPages();
    HardCases.all(docs())
        .forEach((host, all) -> pages.add(host, Map.of("/", all.get("/"), "/b", all.get("/"))));
    int[] links = new int[1];
    pages.forEach(
        (url, page) -> {
          assertTrue(page.parsed() && !page.title().isEmpty(), url);
          links[0] += page.links().size();
        });
    assertEquals(List.of(2), pages.counts().values().stream().distinct().toList());
    assertTrue(links[0] > 1_000, () -> links[0] + " links");
  }
}
