package org.orbweaver.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The synthetic graph has the properties in its description. */
class LocalWebGraphTest {
  private static final int PAGES = 20_000;
  private static final long LINKS = 172_000;

  @TempDir Path tmp;

  @Test
  void hasTheLinksAskedForNearAndFar() throws Exception {
    long[] near = new long[1];
    long[] all = new long[1];
    int[] inDegree = new int[PAGES];
    int[] dangling = new int[1];
    new LocalWebGraph(PAGES, LINKS)
        .forEach(
            (node, successors, count) -> {
              dangling[0] += count == 0 ? 1 : 0;
              for (int i = 0; i < count; i++) {
                assertTrue(i == 0 || successors[i - 1] < successors[i], "ascending");
                assertTrue(successors[i] != node, "no link to itself");
                near[0] += Math.abs(successors[i] - node) < 100 ? 1 : 0;
                inDegree[successors[i]]++;
                all[0]++;
              }
            });
    assertEquals(1, all[0] / (double) LINKS, 0.15);
    assertEquals(0.12, dangling[0] / (double) PAGES, 0.05);
    assertTrue(near[0] > all[0] / 2, near[0] + " of " + all[0] + " are near");
    int most = java.util.Arrays.stream(inDegree).max().orElseThrow();
    assertTrue(most > PAGES / 20, "the most popular page has " + most + " links");
  }

  @Test
  void writesTheSameAgainAndBothWays() throws Exception {
    LocalWebGraph graph = new LocalWebGraph(1000, 9000);
    long links = graph.write(tmp.resolve("lists"), tmp.resolve("edges"));
    graph.write(tmp.resolve("again"), null);
    assertArrayEquals(
        Files.readAllBytes(tmp.resolve("lists")), Files.readAllBytes(tmp.resolve("again")));
    List<String> lists = Files.readAllLines(tmp.resolve("lists"));
    List<String> edges = Files.readAllLines(tmp.resolve("edges"));
    assertEquals(1000, lists.size());
    assertEquals(links, edges.size());
    int next = 0;
    for (int node = 0; node < lists.size(); node++) {
      for (String target : lists.get(node).isEmpty() ? new String[0] : lists.get(node).split(" ")) {
        assertEquals(node + " " + target, edges.get(next++));
      }
    }
  }
}
