package org.orbweaver.pagerank.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.pagerank.core.PageRank.DanglingPolicy;
import org.orbweaver.pagerank.core.PageRank.Form;
import org.orbweaver.pagerank.core.Solution;
import org.orbweaver.pagerank.core.Teleport;
import org.orbweaver.pagerank.spam.FarmFinder;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;

/** Farms of known shape in random graphs. */
class SpamFarmTest {

  private static final double EXACT = 1e-12;

  @TempDir private Path temp;

  /** A random web in which pages [0, m) support page m, the target, and others link to it. */
  private static final class Web {
    private final int[][] targets;
    private final int farm;
    private final int lone;
    private final int outDegree;
    private final boolean selfLink;

    Web(int[][] targets, int farm, int lone, int outDegree, boolean selfLink) {
      this.targets = targets;
      this.farm = farm;
      this.lone = lone;
      this.outDegree = outDegree;
      this.selfLink = selfLink;
    }

    TestGraph.Solved solve(double damping, DanglingPolicy policy, Form form) throws IOException {
      return new TestGraph(targets).solve(damping, form, policy, Teleport.uniform(targets.length));
    }
  }

  /**
   * @param open true if the target links to itself and to other pages, and pages may dangle
   */
  private static Web web(Random random, boolean open) {
    int farm = 1 + random.nextInt(30);
    int lone = open ? random.nextInt(4) : 0;
    int others = 5 + random.nextInt(40);
    int size = farm + 1 + lone + others;
    int firstOther = farm + 1 + lone;
    int[][] targets = new int[size][];
    for (int u = 0; u < farm; u++) {
      targets[u] = new int[] {farm};
    }
    for (int u = farm + 1; u < firstOther; u++) {
      targets[u] = new int[] {farm};
    }
    for (int u = firstOther; u < size; u++) {
      List<Integer> list = new ArrayList<>();
      // At least two neighbours, so that no page becomes one of the farm's by chance.
      list.add(firstOther + (u - firstOther + 1) % others);
      for (int i = random.nextInt(5); i >= 0; i--) {
        list.add(firstOther + random.nextInt(others));
      }
      if (random.nextInt(6) == 0) {
        list.add(farm);
      }
      targets[u] =
          open && random.nextInt(5) == 0
              ? new int[0]
              : list.stream().distinct().mapToInt(Integer::intValue).toArray();
    }
    List<Integer> ofTarget = new ArrayList<>();
    for (int u = 0; u < farm; u++) {
      ofTarget.add(u);
    }
    boolean self = open && random.nextBoolean();
    if (open) {
      for (int i = random.nextInt(4); i > 0; i--) {
        ofTarget.add(firstOther + random.nextInt(others));
      }
      if (self) {
        ofTarget.add(farm);
      }
    }
    targets[farm] = ofTarget.stream().distinct().mapToInt(Integer::intValue).toArray();
    return new Web(targets, farm, lone, targets[farm].length, self);
  }

  private static double outside(Web web, double[] ranks, double follow) {
    double x = 0;
    for (int u = web.farm + 1; u < web.targets.length; u++) {
      if (Arrays.stream(web.targets[u]).anyMatch(v -> v == web.farm)) {
        x += follow * ranks[u] / web.targets[u].length;
      }
    }
    return x;
  }

  @Test
  void formulaIsExactForClosedFarms() throws IOException {
    Random random = new Random(1);
    for (int g = 0; g < 300; g++) {
      Web web = web(random, false);
      double damping = .5 + .45 * random.nextDouble();
      double[] ranks = web.solve(damping, DanglingPolicy.UNIFORM, Form.PROBABILITY).ranks();
      int n = ranks.length;
      double x = outside(web, ranks, damping);
      FarmFinder.SpamFarm farm = new FarmFinder.SpamFarm(web.farm, 1, 0, x);
      assertTrue(farm.closed());
      double y = ranks[web.farm];
      assertEquals(y, farm.textbook(damping, n), EXACT, "graph " + g);
      assertEquals(
          y,
          x / (1 - damping * damping) + (damping * web.farm + 1) / ((1 + damping) * n),
          EXACT,
          "as it is printed, graph " + g);
      assertEquals(y, farm.value(damping, (1 - damping) / n), EXACT, "graph " + g);
      // The textbook leaves (1-b)/n out, the target's own term, so y is larger by it.
      double printed = x / (1 - damping * damping) + damping / (1 + damping) * web.farm / n;
      assertEquals(1 / ((1 + damping) * n), y - printed, EXACT);
    }
  }

  @Test
  void generalFormulaIsExactForOpenFarmsAndDanglingPages() throws IOException {
    Random random = new Random(2);
    int dangling = 0;
    for (int g = 0; g < 400; g++) {
      Web web = web(random, true);
      double damping = .5 + .4 * random.nextDouble();
      DanglingPolicy policy = List.of(DanglingPolicy.values()).get(random.nextInt(3));
      Form form = List.of(Form.values()).get(random.nextInt(3));
      TestGraph.Solved solved = web.solve(damping, policy, form);
      double[] ranks = solved.ranks();
      Solution run = solved.solution();
      dangling += run.danglingMass() > 0 ? 1 : 0;
      FarmFinder.SpamFarm farm =
          new FarmFinder.SpamFarm(
              web.farm,
              (double) web.farm / web.outDegree,
              web.selfLink ? 1.0 / web.outDegree : 0,
              outside(web, ranks, run.follow()));
      assertEquals(
          ranks[web.farm],
          farm.value(run.follow(), run.jump()),
          EXACT * run.total(),
          "graph " + g + " " + form + " " + policy);
    }
    assertTrue(dangling > 100, dangling + " graphs with pages that dangle");
  }

  @Test
  void amplificationIsTheLecturesFigure() {
    assertEquals(
        3.6036, new FarmFinder.SpamFarm(0, 1, 0, 1).textbook(.85, Integer.MAX_VALUE), 5e-5);
    assertEquals(.85 / 1.85, .459459, 5e-7);
    // 100 farm pages among a million, nothing from outside: 1 + 85 shares of 1/(1.85 million).
    assertEquals(
        86 / 1.85e6, new FarmFinder.SpamFarm(100, 1, 0, 0).textbook(.85, 1_000_000), 1e-18);
  }

  @Test
  void finderTellsTheFarmFromItsSurroundings() throws IOException {
    Random random = new Random(3);
    for (int g = 0; g < 24; g++) {
      Web web = web(random, g % 2 == 0);
      int n = web.targets.length;
      List<int[]> edges = new ArrayList<>();
      for (int u = 0; u < n; u++) {
        for (int v : web.targets[u]) {
          edges.add(new int[] {u, v});
        }
      }
      Path folder = temp.resolve("graph" + g);
      GraphBuilder.fromEdges(
              n,
              edges.stream().mapToInt(e -> e[0]).toArray(),
              edges.stream().mapToInt(e -> e[1]).toArray())
          .parts(1 + random.nextInt(5))
          .write(folder);
      GraphDir graph =
          GraphDir.open(new Configuration(), new org.apache.hadoop.fs.Path(folder.toUri()));
      FarmFinder.Surroundings around = FarmFinder.around(graph, false, web.farm);
      int[] farm = new int[web.farm];
      Arrays.setAll(farm, i -> i);
      int[] lone = new int[web.lone];
      Arrays.setAll(lone, i -> web.farm + 1 + i);
      assertArrayEquals(farm, around.farm().toIntArray());
      assertArrayEquals(lone, around.lone().toIntArray());
      assertEquals(web.outDegree, around.outDegree());
      assertEquals(web.selfLink ? 1.0 / web.outDegree : 0, around.toSelf());
      assertEquals((double) web.farm / web.outDegree, around.toFarm(), 1e-15);
      for (int i = 0; i < around.others().size(); i++) {
        int u = around.others().getInt(i);
        assertEquals(1.0 / web.targets[u].length, around.otherShares().getDouble(i));
        assertTrue(u > web.farm + web.lone);
      }
      assertEquals(graph.predecessors(web.farm).length, around.inDegree());
      // A page without links in has no neighbourhood.
      if (web.lone > 0) {
        assertEquals(0, FarmFinder.around(graph, false, lone[0]).inDegree());
      }
      assertFalse(new FarmFinder.SpamFarm(0, 0, 0, 0).closed());
    }
  }
}
