package org.orbweaver.orb.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.webgraph.format.CsrGraph;

class CrawlOrderTest {
  /** 0 links to 1 to 4; 1 and 2 to 6; 4 to 5; 6 to 7; 8 has no in-links. */
  private static CsrGraph graph() {
    int[][] rows = {{1, 2, 3, 4}, {6}, {6}, {}, {5}, {}, {7}, {}, {0}};
    CsrGraph.Builder graph = new CsrGraph.Builder(rows.length, 9);
    for (int[] row : rows) {
      graph.add(row, row.length);
    }
    return graph.build();
  }

  private static double[] ranks(CsrGraph graph) {
    double[] ranks = new double[graph.nodes()];
    Arrays.fill(ranks, 1.0 / ranks.length);
    CrawlOrder.pageRank(graph, null, IntStream.range(0, ranks.length).toArray(), ranks);
    return ranks;
  }

  @ParameterizedTest
  @CsvSource({
    "BREADTH_FIRST, 0 1 2 3 4 6 5 7",
    // Once two pages link to 6, it comes before those with one link.
    "INDEGREE, 0 1 2 6 3 4 7 5",
    // 1 and 2 give all their cash to 6, so it has twice the cash of 3 and 4, and 7 too.
    "OPIC, 0 1 2 6 7 3 4 5",
    // 1 comes first of four equal ones; 6 and 7 have higher ranks.
    "KNOWN_PAGERANK, 0 1 6 7 2 3 4 5"
  })
  void pagesComeInTheirOrder(CrawlOrder order, String expected) {
    CsrGraph graph = graph();
    int[] found = order.replay(graph, ranks(graph), new int[] {0}, 1);
    assertEquals(expected, words(found));
  }

  private static String words(int[] pages) {
    return Arrays.toString(pages).replaceAll("[\\[\\],]", "");
  }

  @Test
  void ranksSumToOneAndFollowLinks() {
    double[] ranks = ranks(graph());
    assertEquals(1, Arrays.stream(ranks).sum(), 1e-9);
    assertEquals(ranks[1], ranks[3], 1e-3);
    assertTrue(ranks[6] > 1.5 * ranks[1], Arrays.toString(ranks));
  }

  @Test
  void pageRankSoFarFindsPopularPagesBeforeBreadthFirstDoes() throws IOException {
    LocalWebGraph web = new LocalWebGraph(3000, 25_000);
    long[] arcs = new long[1];
    web.forEach((node, successors, count) -> arcs[0] += count);
    CsrGraph.Builder builder = new CsrGraph.Builder(3000, arcs[0]);
    web.forEach((node, successors, count) -> builder.add(successors, count));
    CsrGraph graph = builder.build();
    double[] ranks = ranks(graph);
    int[] seeds = {graph.degree(0) > 0 ? 0 : 1};
    double[] shares =
        Arrays.stream(CrawlOrder.values())
            .mapToDouble(
                order ->
                    Arrays.stream(order.replay(graph, ranks, seeds, 30), 0, 300)
                        .mapToDouble(page -> ranks[page])
                        .sum())
            .toArray();
    double[] sorted = shares.clone();
    assertTrue(shares[3] > shares[0], Arrays.toString(shares));
    Arrays.sort(sorted);
    assertEquals(sorted[4], shares[4], "the ranks of the whole graph are the best guide");
  }

  @Test
  void eachPageIsFetchedOnce() {
    CsrGraph graph = graph();
    int[] expected = {0, 1, 2, 3, 4, 5, 6, 7};
    for (CrawlOrder order : CrawlOrder.values()) {
      int[] found = order.replay(graph, ranks(graph), new int[] {0}, 3);
      Arrays.sort(found);
      assertArrayEquals(expected, found, order.name());
    }
  }
}
