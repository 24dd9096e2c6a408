package org.orbweaver.webgraph.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.orbweaver.webgraph.format.lists.CsrGraph;
import org.orbweaver.webgraph.structure.BowTie.Region;

class ComponentsTest {
  private static final int GRAPHS = 4000;

  @Test
  void componentsAreThoseOfTheReachabilityMatrix() {
    Random random = new Random(1);
    for (int g = 0; g < GRAPHS; g++) {
      boolean[][] arcs = RandomGraphs.matrix(16, random);
      boolean[][] reach = RandomGraphs.reach(arcs);
      boolean[][] weakly = RandomGraphs.reach(RandomGraphs.undirected(arcs));
      CsrGraph out = RandomGraphs.graph(arcs);
      Components strong = Components.strong(out);
      Components weak = Components.weak(out);
      int n = arcs.length;
      int strongCount = 0;
      int weakCount = 0;
      for (int v = 0; v < n; v++) {
        boolean firstStrong = true;
        boolean firstWeak = true;
        int size = 0;
        for (int w = 0; w < n; w++) {
          boolean together = reach[v][w] && reach[w][v];
          assertEquals(together, strong.component(v) == strong.component(w), "graph " + g);
          assertEquals(weakly[v][w], weak.component(v) == weak.component(w), "graph " + g);
          size += together ? 1 : 0;
          firstStrong &= !(together && w < v);
          firstWeak &= !(weakly[v][w] && w < v);
        }
        assertEquals(size, strong.size(strong.component(v)));
        strongCount += firstStrong ? 1 : 0;
        weakCount += firstWeak ? 1 : 0;
      }
      assertEquals(strongCount, strong.sizes().count());
      assertEquals(weakCount, weak.sizes().count());
      assertEquals(
          n,
          strong.sizes().countBySize().entrySet().stream()
              .mapToInt(e -> e.getKey() * e.getValue())
              .sum());
    }
  }

  @Test
  void theBowTieIsThatOfTheReachabilityMatrix() {
    Random random = new Random(2);
    Set<Region> met = EnumSet.noneOf(Region.class);
    for (int g = 0; g < GRAPHS; g++) {
      boolean[][] arcs = RandomGraphs.matrix(20, random);
      boolean[][] reach = RandomGraphs.reach(arcs);
      boolean[][] weakly = RandomGraphs.reach(RandomGraphs.undirected(arcs));
      CsrGraph out = RandomGraphs.graph(arcs);
      BowTie tie = BowTie.of(out, out.transpose(), Components.strong(out), Components.weak(out));
      int core = core(reach);
      for (int v = 0; v < arcs.length; v++) {
        Region expected = region(v, core, reach, weakly);
        assertEquals(expected, tie.region(v), "page " + v + " of graph " + g);
        met.add(expected);
      }
      assertEquals(arcs.length, tie.sizes().values().stream().mapToInt(Integer::intValue).sum());
    }
    assertEquals(EnumSet.allOf(Region.class), met);
  }

  private static int core(boolean[][] reach) {
    int best = -1;
    int most = 0;
    for (int v = 0; v < reach.length; v++) {
      int size = 0;
      for (int w = 0; w < reach.length; w++) {
        size += reach[v][w] && reach[w][v] ? 1 : 0;
      }
      if (size > most) {
        most = size;
        best = v;
      }
    }
    return best;
  }

  private static Region region(int v, int core, boolean[][] reach, boolean[][] weakly) {
    boolean from = reach[core][v];
    boolean to = reach[v][core];
    if (from || to) {
      return from && to ? Region.CORE : from ? Region.OUT : Region.IN;
    }
    boolean fromIn = false;
    boolean toOut = false;
    for (int w = 0; w < reach.length; w++) {
      fromIn |= reach[w][core] && !reach[core][w] && reach[w][v];
      toOut |= reach[core][w] && !reach[w][core] && reach[v][w];
    }
    if (fromIn || toOut) {
      return !toOut ? Region.TENDRILS_FROM_IN : fromIn ? Region.TUBES : Region.TENDRILS_TO_OUT;
    }
    return weakly[v][core] ? Region.OTHER : Region.DISCONNECTED;
  }

  @Test
  void aChainOfAMillionPagesNeedsNoStack() {
    int n = 1_000_000;
    CsrGraph.Builder chain = new CsrGraph.Builder(n, n - 1);
    CsrGraph.Builder ring = new CsrGraph.Builder(n, n);
    for (int v = 0; v < n; v++) {
      chain.add(new int[] {v + 1}, v + 1 < n ? 1 : 0);
      ring.add(new int[] {(v + 1) % n}, 1);
    }
    assertEquals(Map.of(1, n), Components.strong(chain.build()).sizes().countBySize());
    assertEquals(Map.of(n, 1), Components.strong(ring.build()).sizes().countBySize());
  }

  @Test
  void anEmptyGraphHasNone() {
    CsrGraph none = new CsrGraph.Builder(0, 0).build();
    Components strong = Components.strong(none);
    Components weak = Components.weak(none);
    assertEquals(0, strong.sizes().count());
    assertEquals(0, weak.sizes().largest());
    assertEquals(0, BowTie.of(none, none, strong, weak).sizes().get(Region.CORE));
  }
}
