package org.orbweaver.hits.focused;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BaseSetTest {

  private static String[] ownHosts(int size) {
    return IntStream.range(0, size).mapToObj(i -> "h" + i).toArray(String[]::new);
  }

  private static int[] pages(BaseSet base) {
    return IntStream.range(0, base.size()).map(base::id).toArray();
  }

  @Test
  void theLecturesLimits() {
    assertEquals(new BaseSet.Limits(200, 50, 8, false, 1), BaseSet.Limits.DEFAULT);
  }

  @Test
  void rootsTheirTargetsAndThoseThatLinkToThem() throws IOException {
    // 0 → 1 → 2 → 3, 4 → 1, and 5 → 0: from root 1 the pages 0, 1, 2, 4.
    int[][] out = {{1}, {2}, {3}, {}, {1}, {0}};
    BaseSet base =
        BaseSet.around(new Graphs.Links(out, ownHosts(6)), new int[] {1}, BaseSet.Limits.DEFAULT);
    assertArrayEquals(new int[] {0, 1, 2, 4}, pages(base));
    assertTrue(base.isRoot(1));
    assertFalse(base.isRoot(0));
    assertArrayEquals(new int[] {1}, base.targets(0));
    assertArrayEquals(new int[] {2}, base.targets(1));
    assertArrayEquals(new int[] {}, base.targets(2)); // 3 is not in the base set
    assertArrayEquals(new int[] {1}, base.targets(3));
    assertEquals(new BaseSet.Figures(1, 4, 0, 0, 0, 3), base.figures());
    assertEquals(3, base.index(4));
    assertTrue(base.index(5) < 0);
  }

  @Test
  void atMostFiftyRandomInlinksAPageAndTwoHundredRoots() throws IOException {
    // Pages 1 … 1000 link to page 0.
    int[][] out = new int[1001][];
    Arrays.fill(out, new int[] {0});
    out[0] = new int[0];
    Graphs.Links links = new Graphs.Links(out, ownHosts(1001));
    Map<Integer, Integer> chosen = new HashMap<>();
    Set<String> different = new HashSet<>();
    for (int seed = 0; seed < 200; seed++) {
      BaseSet.Limits limits = new BaseSet.Limits(200, 50, 8, false, seed);
      BaseSet base = BaseSet.around(links, new int[] {0}, limits);
      assertEquals(51, base.size());
      assertEquals(950, base.figures().inlinksLeftOut());
      assertArrayEquals(pages(base), pages(BaseSet.around(links, new int[] {0}, limits)));
      different.add(Arrays.toString(pages(base)));
      for (int page : pages(base)) {
        chosen.merge(page, 1, Integer::sum);
      }
    }
    assertEquals(200, different.size(), "another seed is another choice");
    // Each with probability 1/20, 10 of 200 on average: none is favoured.
    chosen.remove(0);
    assertTrue(chosen.size() > 990, "pages ever chosen: " + chosen.size());
    assertTrue(chosen.values().stream().allMatch(n -> n < 28), chosen.values().toString());
    BaseSet many =
        BaseSet.around(links, IntStream.rangeClosed(1, 1000).toArray(), BaseSet.Limits.DEFAULT);
    assertEquals(200, many.figures().roots());
    assertEquals(201, many.size());
  }

  @Test
  void linksWithinAHostAreDroppedAndMOfAHostKept() throws IOException {
    // Pages 0-11 of host a and 12-13 of host b link to 14 of host c; 0 and 1 link to one another.
    int[][] out = new int[15][];
    Arrays.fill(out, new int[] {14});
    out[0] = new int[] {1, 14};
    out[1] = new int[] {0, 14};
    out[14] = new int[0];
    String[] hosts = new String[15];
    Arrays.fill(hosts, 0, 12, "a");
    Arrays.fill(hosts, 12, 14, "b");
    hosts[14] = "c";
    Graphs.Links links = new Graphs.Links(out, hosts);
    BaseSet base = BaseSet.around(links, new int[] {14}, BaseSet.Limits.DEFAULT);
    assertEquals(new BaseSet.Figures(1, 15, 0, 2, 4, 10), base.figures());
    assertEquals(8, IntStream.range(0, 12).filter(page -> base.targets(page).length > 0).count());
    assertArrayEquals(new int[] {14}, base.targets(12));
    BaseSet all = BaseSet.around(links, new int[] {14}, new BaseSet.Limits(200, 50, 0, true, 1));
    assertEquals(new BaseSet.Figures(1, 15, 0, 0, 0, 16), all.figures());
    // Pages of unknown hosts do not share a host; a page shares one with itself.
    BaseSet unknown =
        BaseSet.around(
            new Graphs.Links(new int[][] {{0, 1}, {0}}, new String[] {"", ""}),
            new int[] {0},
            BaseSet.Limits.DEFAULT);
    assertEquals(new BaseSet.Figures(1, 2, 0, 1, 0, 2), unknown.figures());
  }

  @Test
  void keepsTheLimitsOnRandomGraphs() throws IOException {
    Random random = new Random(3);
    for (int g = 0; g < 500; g++) {
      int size = 5 + random.nextInt(40);
      boolean[][] has = new boolean[size][size];
      for (int i = 0; i < 6 * size; i++) {
        has[random.nextInt(size)][random.nextInt(size)] = true;
      }
      int[][] out = Graphs.lists(has);
      String[] hosts =
          IntStream.range(0, size).mapToObj(i -> "h" + random.nextInt(4)).toArray(String[]::new);
      int[] roots = random.ints(0, size).distinct().limit(3).toArray();
      int inlinks = random.nextInt(6);
      int m = 1 + random.nextInt(3);
      boolean keep = random.nextBoolean();
      BaseSet base =
          BaseSet.around(
              new Graphs.Links(out, hosts), roots, new BaseSet.Limits(3, inlinks, m, keep, g));
      long between = 0;
      Map<String, Integer> available = new HashMap<>();
      Map<String, Integer> kept = new HashMap<>();
      for (int u = 0; u < base.size(); u++) {
        for (int v : base.targets(u)) {
          assertTrue(has[base.id(u)][base.id(v)], "a link that is none");
          kept.merge(hosts[base.id(u)] + " " + v, 1, Integer::sum);
        }
        for (int v = 0; v < base.size(); v++) {
          if (has[base.id(u)][base.id(v)]) {
            between++;
            if (keep || !hosts[base.id(u)].equals(hosts[base.id(v)])) {
              available.merge(hosts[base.id(u)] + " " + v, 1, Integer::sum);
            }
          }
        }
      }
      available.replaceAll((key, count) -> Math.min(m, count));
      assertEquals(available, kept, "graph " + g);
      BaseSet.Figures figures = base.figures();
      assertEquals(
          between, figures.withinHost() + figures.beyondHostLimit() + figures.links(), "sum");
      for (int root : roots) {
        assertTrue(base.isRoot(base.index(root)));
        for (int v : out[root]) {
          assertTrue(base.index(v) >= 0, "a root's target is missing");
        }
      }
      assertTrue(
          base.size()
              <= 3 + 3L * inlinks + Arrays.stream(roots).mapToLong(r -> out[r].length).sum());
    }
  }
}
