package org.orbweaver.pagerank.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.pagerank.core.PageRank;
import org.orbweaver.pagerank.core.PageRank.DanglingPolicy;
import org.orbweaver.pagerank.core.PageRank.Form;
import org.orbweaver.pagerank.core.Teleport;
import org.orbweaver.webgraph.kernel.Convergence;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.StopRule;
import org.orbweaver.webgraph.matrix.Workers;

class PageRankTest {

  private static final List<Form> FORMS = List.of(Form.values());
  static final List<DanglingPolicy> POLICIES = List.of(DanglingPolicy.values());

  static Teleport randomTeleport(Random random, int size) {
    if (random.nextBoolean()) {
      return Teleport.uniform(size);
    }
    Map<Integer, Double> weights = new HashMap<>();
    do {
      weights.put(random.nextInt(size), random.nextDouble() + .01);
    } while (random.nextBoolean());
    return Teleport.to(weights);
  }

  /**
   * Solves r = M·r with the dense matrix, by iteration from another start. The normalised form has
   * the same start as ours: if mass is lost faster than a trap keeps it, its limit is the one of
   * the pages that the start reaches.
   */
  static double[] dense(
      TestGraph graph, double damping, Form form, DanglingPolicy policy, Teleport teleport) {
    int n = graph.size();
    double[][] follow = new double[n][n]; // [to][from]
    double[] outWeights = graph.outWeights();
    for (int v = 0; v < n; v++) {
      for (int j = 0; j < graph.in[v].length; j++) {
        int u = graph.in[v][j];
        double weight = graph.weights == null ? 1 : graph.weights[v][j];
        follow[v][u] = weight / outWeights[u];
      }
    }
    boolean repaired = form != Form.NORMALISED && policy != DanglingPolicy.DROP;
    for (int u = 0; u < n && repaired; u++) {
      for (int v = 0; v < n && graph.outDegrees[u] == 0; v++) {
        follow[v][u] = policy == DanglingPolicy.UNIFORM ? 1.0 / n : teleport.at(v);
      }
    }
    double[] rank = new double[n];
    rank[0] = 1;
    for (int v = 0; v < n && form == Form.NORMALISED; v++) {
      rank[v] = teleport.at(v);
    }
    double change = 1;
    for (int k = 0; k < 1000 && change > 1e-15; k++) {
      double[] next = new double[n];
      double sum = 0;
      for (int v = 0; v < n; v++) {
        for (int u = 0; u < n; u++) {
          next[v] += damping * follow[v][u] * rank[u];
        }
        next[v] += (1 - damping) * teleport.at(v);
        sum += next[v];
      }
      for (int v = 0; v < n && form == Form.NORMALISED; v++) {
        next[v] /= sum;
      }
      change = 0;
      for (int v = 0; v < n; v++) {
        change += Math.abs(next[v] - rank[v]);
      }
      rank = next;
    }
    for (int v = 0; v < n && form == Form.SUM_N; v++) {
      rank[v] *= n;
    }
    return rank;
  }

  @Test
  void agreesWithTheDenseMatrixOnThousandsOfSmallGraphs() throws IOException {
    Random random = new Random(20);
    for (int g = 0; g < 4000; g++) {
      TestGraph graph = TestGraph.random(random, 12);
      if (g % 2 == 0) {
        graph.weigh(random);
      }
      double damping = .05 + .9 * random.nextDouble();
      Form form = FORMS.get(random.nextInt(3));
      DanglingPolicy policy = POLICIES.get(random.nextInt(3));
      Teleport teleport = randomTeleport(random, graph.size());
      PageRank pageRank = new PageRank(graph.size(), damping, form, policy, teleport);
      double[] ranks = graph.limit(pageRank);
      assertArrayEquals(
          dense(graph, damping, form, policy, teleport),
          ranks,
          1e-10,
          "graph " + g + " " + form + " " + policy);
      if (pageRank.conservesMass()) {
        assertEquals(pageRank.total(), Arrays.stream(ranks).sum(), 1e-11);
      }
    }
  }

  private static Convergence converge(FusedPageRank run, int topics, StopRule rule)
      throws IOException {
    Convergence convergence = new Convergence(rule, topics, PageRank.SUMS, List.of(run.last()));
    try (Workers workers = new Workers(1)) {
      while (convergence.verdict().continues()) {
        run.iterate(workers, convergence);
      }
    }
    return convergence;
  }

  @Test
  void topicsSideBySideEndWithTheBitsOfRunsOfTheirOwn() throws IOException {
    Random random = new Random(77);
    StopRule rule = new StopRule(1e-7, 60, false, 50);
    int stoppedEarlier = 0;
    for (int g = 0; g < 1000; g++) {
      TestGraph graph = TestGraph.random(random, 12);
      Form form = FORMS.get(random.nextInt(3));
      DanglingPolicy policy = POLICIES.get(random.nextInt(3));
      double damping = random.nextDouble();
      int width = 1 + random.nextInt(10);
      List<PageRank> topics = new ArrayList<>();
      for (int k = 0; k < width; k++) {
        Teleport teleport = randomTeleport(random, graph.size());
        topics.add(new PageRank(graph.size(), damping, form, policy, teleport));
      }
      FusedPageRank all = graph.start(topics);
      Convergence together = converge(all, width, rule);
      for (int k = 0; k < width; k++) {
        FusedPageRank alone = graph.start(topics.get(k));
        Convergence own = converge(alone, 1, rule);
        String where = "graph " + g + ", topic " + k + " of " + width;
        for (int v = 0; v < graph.size(); v++) {
          assertEquals(alone.ranks()[v], all.ranks()[v * width + k], 0, where);
          assertEquals(alone.shares()[v], all.shares()[v * width + k], 0, where);
        }
        assertEquals(own.verdict(), together.verdict(k), where);
        List<Iteration> history = together.history(k);
        assertEquals(own.history(0).size(), history.size(), where);
        stoppedEarlier += history.size() <= all.last().number() ? 1 : 0;
        for (int i = 0; i < history.size(); i++) {
          assertEquals(
              own.history(0).get(i).sums().toString(), history.get(i).sums().toString(), where);
        }
      }
    }
    assertTrue(stoppedEarlier > 1000, "topics that waited for others: " + stoppedEarlier);
  }

  @Test
  void massIsConservedInEveryIteration() throws IOException {
    Random random = new Random(3);
    int size = 100_000;
    int[][] targets = new int[size][];
    for (int u = 0; u < size; u++) {
      // A few pages get most links, a fifth of all dangle.
      targets[u] =
          random.nextInt(5) == 0
              ? new int[0]
              : random
                  .doubles(1 + random.nextInt(12))
                  .mapToInt(x -> (int) (size * x * x * x))
                  .toArray();
    }
    TestGraph graph = new TestGraph(targets);
    PageRank pageRank =
        new PageRank(size, .85, Form.PROBABILITY, DanglingPolicy.UNIFORM, Teleport.uniform(size));
    FusedPageRank one = graph.start(pageRank);
    FusedPageRank three = graph.start(pageRank);
    try (Workers alone = new Workers(1);
        Workers threads = new Workers(3)) {
      for (int i = 0; i < 30; i++) {
        assertEquals(1, one.iterate(alone).sum(PageRank.MASS), 1e-12);
        three.iterate(threads);
        assertEquals(one.last().sums().toString(), three.last().sums().toString());
      }
    }
    assertArrayEquals(one.ranks(), three.ranks(), 0, "threads change nothing");
  }

  @Test
  void refusesWhatIsNoParameter() {
    Teleport uniform = Teleport.uniform(1);
    for (double damping : new double[] {-.1, 1.1, Double.NaN}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new PageRank(1, damping, Form.PROBABILITY, DanglingPolicy.UNIFORM, uniform));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> new PageRank(0, .85, Form.PROBABILITY, DanglingPolicy.UNIFORM, uniform));
    assertThrows(IllegalArgumentException.class, () -> Teleport.to(Map.of()));
    assertThrows(IllegalArgumentException.class, () -> Teleport.to(Map.of(1, 0.0)));
    assertThrows(IllegalArgumentException.class, () -> Teleport.to(Map.of(1, Double.NaN)));
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.MIN_VALUE, 1e-300, 1e-26, 1, 1e12, 1e300})
  void teleportSharesSumToOneWhateverTheWeights(double weight) {
    Teleport teleport = Teleport.to(Map.of(3, weight, 5, 3 * weight));
    assertEquals(.25, teleport.at(3));
    assertEquals(.75, teleport.at(5));
  }
}
