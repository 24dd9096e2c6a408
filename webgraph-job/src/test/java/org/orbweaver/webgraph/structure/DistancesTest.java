package org.orbweaver.webgraph.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbweaver.webgraph.format.lists.CsrGraph;

class DistancesTest {
  @Test
  void distancesFromAllPagesAreThoseOfTheMatrix() {
    Random random = new Random(3);
    for (int g = 0; g < 1000; g++) {
      // Above 64 pages a second batch of searches is needed.
      boolean[][] arcs = RandomGraphs.matrix(g % 10 == 0 ? 150 : 20, random);
      int n = arcs.length;
      int[][] distance = distances(arcs);
      List<Long> expected = new ArrayList<>();
      double sum = 0;
      long pairs = 0;
      for (int[] row : distance) {
        for (int d : row) {
          if (d >= 0) {
            while (expected.size() <= d) {
              expected.add(0L);
            }
            expected.set(d, expected.get(d) + 1);
            sum += d;
            pairs += d > 0 ? 1 : 0;
          }
        }
      }
      Distances found = Distances.sample(RandomGraphs.graph(arcs), n, 1);
      assertEquals(expected, found.pairsByDistance(), "graph " + g);
      assertEquals(n, found.sources());
      assertEquals(sum / pairs, found.mean(), 1e-12);
      assertEquals((double) pairs / n / (n - 1), found.reachable(), 1e-12);
    }
  }

  private static int[][] distances(boolean[][] arcs) {
    int n = arcs.length;
    int[][] distance = new int[n][n];
    for (int v = 0; v < n; v++) {
      java.util.Arrays.fill(distance[v], -1);
      distance[v][v] = 0;
      for (int d = 0; d < n; d++) {
        for (int u = 0; u < n; u++) {
          for (int w = 0; w < n && distance[v][u] == d; w++) {
            if (arcs[u][w] && distance[v][w] < 0) {
              distance[v][w] = d + 1;
            }
          }
        }
      }
    }
    return distance;
  }

  @Test
  void theEffectiveDiameterIsInterpolated() {
    // Of 10 pairs 8 at distance 1 and 2 at 2: nine tenths are reached half way from 1 to 2.
    assertEquals(1.5, Distances.of(1, 10, List.of(1L, 8L, 2L)).effectiveDiameter(), 1e-12);
    assertTrue(Double.isNaN(Distances.of(1, 1, List.of(1L)).effectiveDiameter()));
  }

  @Test
  void aSampleDependsOnTheSeedOnly() {
    boolean[][] arcs = RandomGraphs.matrix(200, new Random(8));
    CsrGraph out = RandomGraphs.graph(arcs);
    assertEquals(Distances.sample(out, 10, 5), Distances.sample(out, 10, 5));
    assertEquals(10, Distances.sample(out, 10, 5).pairsByDistance().get(0));
  }

  @Test
  void mutualLinksAreThoseOfTheMatrix() {
    Random random = new Random(4);
    for (int g = 0; g < 1000; g++) {
      boolean[][] arcs = RandomGraphs.matrix(20, random);
      long mutual = 0;
      long links = 0;
      long self = 0;
      int isolated = 0;
      for (int v = 0; v < arcs.length; v++) {
        boolean alone = true;
        for (int w = 0; w < arcs.length; w++) {
          mutual += v != w && arcs[v][w] && arcs[w][v] ? 1 : 0;
          links += v != w && arcs[v][w] ? 1 : 0;
          self += v == w && arcs[v][w] ? 1 : 0;
          alone &= !arcs[v][w] && !arcs[w][v];
        }
        isolated += alone ? 1 : 0;
      }
      CsrGraph out = RandomGraphs.graph(arcs);
      assertEquals(
          new Reciprocity(mutual, links, self, isolated), Reciprocity.of(out, out.transpose()));
    }
  }
}
