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
import org.orbweaver.common.error.OrbException;
import org.orbweaver.pagerank.core.Mixture;
import org.orbweaver.pagerank.core.PageRank.DanglingPolicy;
import org.orbweaver.pagerank.core.PageRank.Form;
import org.orbweaver.pagerank.core.Solution;
import org.orbweaver.pagerank.core.Teleport;
import org.orbweaver.pagerank.spam.SpamMass;

/** The linearity of mixtures and of spam mass: against runs with the vectors themselves. */
class MixtureTest {

  private static Map<Integer, Double> topic(Random random, int size) {
    Map<Integer, Double> weights = new HashMap<>();
    do {
      weights.put(random.nextInt(size), .1 + random.nextDouble());
    } while (random.nextInt(3) > 0);
    double sum = weights.values().stream().mapToDouble(Double::doubleValue).sum();
    weights.replaceAll((id, weight) -> weight / sum);
    return weights;
  }

  @Test
  void mixtureEqualsTheRunWithTheMixedTeleport() throws IOException {
    Random random = new Random(4);
    double farthestFromNaive = 0;
    for (int g = 0; g < 300; g++) {
      TestGraph graph = TestGraph.random(random, 40);
      int n = graph.size();
      double damping = .3 + .65 * random.nextDouble();
      DanglingPolicy policy = List.of(DanglingPolicy.values()).get(g % 3);
      Form form = g % 2 == 0 ? Form.PROBABILITY : Form.SUM_N;
      int topics = 1 + random.nextInt(4);
      double[] weights = random.doubles(topics, .05, 3).toArray();
      double sum = Arrays.stream(weights).sum();
      Map<Integer, Double> mixed = new HashMap<>();
      double[][] ranks = new double[topics][];
      List<Solution> solutions = new ArrayList<>();
      for (int i = 0; i < topics; i++) {
        Map<Integer, Double> topic = topic(random, n);
        TestGraph.Solved solved = graph.solve(damping, form, policy, Teleport.to(topic));
        ranks[i] = solved.ranks();
        solutions.add(solved.solution());
        double share = weights[i] / sum;
        topic.forEach((id, weight) -> mixed.merge(id, share * weight, Double::sum));
      }
      Mixture mixture = Mixture.of(weights, solutions);
      double[] expected = graph.solve(damping, form, policy, Teleport.to(mixed)).ranks();
      double[] actual = new double[n];
      for (int v = 0; v < n; v++) {
        double[] ofPage = new double[topics];
        double naive = 0;
        for (int i = 0; i < topics; i++) {
          ofPage[i] = ranks[i][v];
          naive += weights[i] / sum * ranks[i][v];
        }
        actual[v] = mixture.rank(ofPage);
        if (policy == DanglingPolicy.TELEPORT) {
          farthestFromNaive = Math.max(farthestFromNaive, Math.abs(naive - actual[v]));
        }
      }
      double total = form == Form.SUM_N ? n : 1;
      assertArrayEquals(expected, actual, 1e-12 * total, "graph " + g + " " + policy + " " + form);
    }
    assertTrue(farthestFromNaive > .01, "w = t needs more than a sum: " + farthestFromNaive);
  }

  @Test
  void linearSolutionsFollowFromEveryPolicy() throws IOException {
    Random random = new Random(5);
    for (int g = 0; g < 150; g++) {
      TestGraph graph = TestGraph.random(random, 40);
      int n = graph.size();
      double damping = .3 + .6 * random.nextDouble();
      Form form = g % 2 == 0 ? Form.PROBABILITY : Form.SUM_N;
      Teleport seeds = Teleport.to(topic(random, n));
      Teleport all = Teleport.uniform(n);
      double[] expected =
          graph.solve(damping, Form.PROBABILITY, DanglingPolicy.DROP, seeds).ranks();
      double[] uniform = graph.solve(damping, Form.PROBABILITY, DanglingPolicy.DROP, all).ranks();
      for (DanglingPolicy policy : DanglingPolicy.values()) {
        TestGraph.Solved ofSeeds = graph.solve(damping, form, policy, seeds);
        TestGraph.Solved ofAll = graph.solve(damping, form, policy, all);
        Solution.Linear linear = ofSeeds.solution().linear();
        Solution.Linear linearAll = ofAll.solution().linear();
        for (int v = 0; v < n; v++) {
          double p = linearAll.at(ofAll.ranks()[v], 0);
          assertEquals(uniform[v], p, 1e-12, policy + " " + g);
          assertEquals(expected[v], linear.at(ofSeeds.ranks()[v], p), 1e-12, policy + " " + g);
        }
        // Spam mass does not depend on the treatment of the dangling mass.
        SpamMass mass = new SpamMass(ofAll.solution(), ofSeeds.solution(), .85);
        for (int v = 0; v < n; v++) {
          SpamMass.PageMass figures = mass.of(ofAll.ranks()[v], ofSeeds.ranks()[v]);
          double relative = 1 - .85 * expected[v] / uniform[v];
          assertEquals(relative, figures.relative(), 1e-9, policy + " " + g);
          assertEquals(
              figures.rank() * relative, figures.mass(), 1e-11 * (form == Form.SUM_N ? n : 1));
          assertEquals(
              uniform[v] * n / (1 - damping), mass.timesLeast(ofAll.ranks()[v]), 1e-9, "scaled");
        }
      }
    }
  }

  @Test
  void readsWeights() {
    assertEquals(Map.of("sports", .6, "news", .4), Mixture.parse("sports=.6,news=.4"));
    assertEquals(List.of("b", "a"), List.copyOf(Mixture.parse("b=1,a=2").keySet()));
    for (String wrong :
        List.of("", "a", "a=", "a=x", "a=0", "a=-1", "=1", "a=1,a=2", "a=1,", "a=NaN", "a=1e300")) {
      OrbException e = assertThrows(OrbException.class, () -> Mixture.parse(wrong), wrong);
      assertEquals(2, e.exitCode().code(), wrong);
    }
    Solution normalised = new Solution(3, .85, Form.NORMALISED, DanglingPolicy.DROP, true, 1, 0);
    assertThrows(
        IllegalArgumentException.class, () -> Mixture.of(new double[] {1}, List.of(normalised)));
  }
}
