package org.orbweaver.pagerank.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Graphs from others' files, imported and ranked by the commands. */
class ImportedGraphsIT extends PageRankRuns {

  private Map<String, Double> dump(String dir, String... options) {
    Stream<String> command = Stream.of("read", "pagerank", dir, "--dump");
    ok(Stream.concat(command, Stream.of(options)).toArray(String[]::new));
    Map<String, Double> ranks = new HashMap<>();
    lines().stream()
        .map(line -> line.split("\\s+", -1))
        .forEach(words -> ranks.put(words[1], Double.valueOf(words[0])));
    return ranks;
  }

  /**
   * Graphalytics' examples after the iterations that it prescribes: the published values to the
   * printed digits.
   */
  @ParameterizedTest
  @ValueSource(strings = {"directed", "undirected"})
  void graphalyticsExample(String kind) throws IOException {
    Path data =
        Path.of(System.getProperty("orbweaver.shared", "absent"), "data/graphs/graphalytics");
    assumeTrue(Files.isDirectory(data), "skipped: no public graphs at " + data);
    String file = data.resolve("example-" + kind).toString();
    String dir = dir().toString();
    Stream<String> command =
        Stream.of("graph", dir, "--import", file + ".e", "--vertices", file + ".v");
    Stream<String> options = Stream.of("--format", "edges", "--no-weights", "--undirected");
    ok(
        Stream.concat(command, options.limit(kind.equals("directed") ? 3 : 4))
            .toArray(String[]::new));
    ok("pagerank", dir, "--iterations", "2");
    Map<String, Double> ranks = dump(dir);
    List<String> expected = Files.readAllLines(Path.of(file + "-PR"));
    assertTrue(expected.size() >= 9);
    assertEquals(expected.size(), ranks.size());
    for (String line : expected) {
      String[] words = line.split("\\s+", -1);
      double value = Double.parseDouble(words[1]);
      assertEquals(value, ranks.get(words[0]), 1e-8 * value, words[0]);
    }
  }

  private Path dir() {
    return dir.resolve("crawl");
  }

  @Test
  void listsAreRankedAsTyped() throws IOException {
    Path file = Files.writeString(dir.resolve("links.txt"), "1 2\r\n2\r\n\r\n2 0\r\n\r\n");
    String crawl = dir().toString();
    ok("graph", "--import", file.toString(), crawl);
    ok("pagerank", crawl);
    ok("read", "pagerank", crawl, "--top", "2");
    assertEquals(2, lines().size());
    assertTrue(lines().get(0).endsWith("  2"), lines().get(0));
    assertEquals(1, dump(crawl).values().stream().mapToDouble(rank -> rank).sum(), 1e-8);
  }

  /** Of a.test's three links two lead to b.test: it gets twice c.test's share of a.test's rank. */
  @Test
  void hostsAreRankedByTheirPagesLinks() throws IOException {
    Path file =
        Files.writeString(
            dir.resolve("edges.txt"),
            """
            http://a.test/1 http://b.test/
            http://a.test/2 http://b.test/
            http://a.test/2 http://c.test/
            http://a.test/2 http://a.test/1
            http://b.test/ http://a.test/1
            """);
    String crawl = dir().toString();
    ok("graph", crawl, "--import", file.toString(), "--format", "edges");
    ok("graph", crawl, "--level", "host");
    ok("pagerank", crawl, "--level", "host", "--tolerance", "1e-14");
    Map<String, Double> ranks = dump(crawl, "--topic", "host");
    double everywhere = (0.15 + 0.85 * ranks.get("c.test")) / 3;
    double c = ranks.get("c.test") - everywhere;
    assertEquals(0.85 * ranks.get("a.test") / 3, c, 1e-9);
    assertEquals(2 * c, ranks.get("b.test") - everywhere, 1e-9);
    assertEquals(0.85 * ranks.get("b.test"), ranks.get("a.test") - everywhere, 1e-9);
  }
}
