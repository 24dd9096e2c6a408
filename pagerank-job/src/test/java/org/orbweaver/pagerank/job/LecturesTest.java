package org.orbweaver.pagerank.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orbweaver.pagerank.job.TestGraph.iterate;
import static org.orbweaver.pagerank.job.TestGraph.to;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.orbweaver.pagerank.core.PageRank;
import org.orbweaver.pagerank.core.PageRank.DanglingPolicy;
import org.orbweaver.pagerank.core.PageRank.Form;
import org.orbweaver.pagerank.core.Teleport;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.StopRule;
import org.orbweaver.webgraph.matrix.Workers;

/**
 * The numbers printed in the lectures on web search, iterate by iterate (A, B, C, D are 0 to 3).
 */
class LecturesTest {

  private static final double EXACT = 1e-15;
  private static final int MANY = 400;

  /** A → B, C, D; B → A, D; C → A; D → B, C. */
  private static final TestGraph EXAMPLE = new TestGraph(to(1, 2, 3), to(0, 3), to(0), to(1, 2));

  /** The same, but C has no links. */
  private static final TestGraph DEAD_END = new TestGraph(to(1, 2, 3), to(0, 3), to(), to(1, 2));

  /** The same, but C links to itself only. */
  private static final TestGraph TRAP = new TestGraph(to(1, 2, 3), to(0, 3), to(2), to(1, 2));

  private static PageRank pageRank(TestGraph graph, double damping, DanglingPolicy dangling) {
    return new PageRank(
        graph.size(), damping, Form.PROBABILITY, dangling, Teleport.uniform(graph.size()));
  }

  private static double[] fractions(double denominator, double... numerators) {
    return Arrays.stream(numerators).map(x -> x / denominator).toArray();
  }

  @Test
  void exampleWithoutTeleport() throws IOException {
    FusedPageRank run = EXAMPLE.start(pageRank(EXAMPLE, 1, DanglingPolicy.UNIFORM));
    assertArrayEquals(fractions(4, 1, 1, 1, 1), run.ranks(), EXACT);
    assertArrayEquals(fractions(24, 9, 5, 5, 5), iterate(run, 1), EXACT);
    assertArrayEquals(fractions(48, 15, 11, 11, 11), iterate(run, 1), EXACT);
    assertArrayEquals(fractions(9, 3, 2, 2, 2), iterate(run, MANY), 1e-14);
  }

  @Test
  void deadEndLosesAllMass() throws IOException {
    FusedPageRank run = DEAD_END.start(pageRank(DEAD_END, 1, DanglingPolicy.DROP));
    assertArrayEquals(fractions(24, 3, 5, 5, 5), iterate(run, 1), EXACT);
    assertArrayEquals(fractions(48, 5, 7, 7, 7), iterate(run, 1), EXACT);
    assertArrayEquals(new double[4], iterate(run, MANY), 1e-12);
  }

  @Test
  void deadEndRepairedUniformly() throws IOException {
    FusedPageRank run = DEAD_END.start(pageRank(DEAD_END, 1, DanglingPolicy.UNIFORM));
    assertArrayEquals(fractions(48, 9, 13, 13, 13), iterate(run, 1), EXACT);
    assertArrayEquals(fractions(192, 39, 51, 51, 51), iterate(run, 1), EXACT);
    assertArrayEquals(fractions(15, 3, 4, 4, 4), iterate(run, MANY), 1e-14);
  }

  @Test
  void spiderTrapTakesAllWithoutTeleport() throws IOException {
    FusedPageRank run = TRAP.start(pageRank(TRAP, 1, DanglingPolicy.UNIFORM));
    assertArrayEquals(new double[] {0, 0, 1, 0}, iterate(run, MANY), 1e-12);
  }

  @Test
  void teleportLeadsOutOfTheSpiderTrap() throws IOException {
    FusedPageRank run = TRAP.start(pageRank(TRAP, .8, DanglingPolicy.UNIFORM));
    assertArrayEquals(fractions(60, 9, 13, 25, 13), iterate(run, 1), EXACT);
    assertArrayEquals(fractions(300, 41, 53, 153, 53), iterate(run, 1), EXACT);
    assertArrayEquals(fractions(148, 15, 19, 95, 19), iterate(run, MANY), 1e-14);
  }

  @Test
  void teleportSet() throws IOException {
    PageRank topic =
        new PageRank(
            4, .8, Form.PROBABILITY, DanglingPolicy.UNIFORM, Teleport.to(Map.of(1, 1.0, 3, 1.0)));
    FusedPageRank run = EXAMPLE.start(topic);
    assertArrayEquals(fractions(2, 0, 1, 0, 1), run.ranks(), EXACT);
    assertArrayEquals(fractions(10, 2, 3, 2, 3), iterate(run, 1), EXACT);
    assertArrayEquals(fractions(150, 42, 41, 26, 41), iterate(run, 1), EXACT);
    assertArrayEquals(fractions(250, 62, 71, 46, 71), iterate(run, 1), EXACT);
    assertArrayEquals(fractions(210, 54, 59, 38, 59), iterate(run, MANY), 1e-14);
  }

  @Test
  void twoCycleDoesNotConvergeAndSaysSo() throws IOException {
    TestGraph cycle = new TestGraph(to(1), to(0));
    FusedPageRank run = cycle.from(pageRank(cycle, 1, DanglingPolicy.UNIFORM), 1, 0);
    StopRule rule = new StopRule(1e-9, 1000, false, 50);
    List<Iteration> history = new ArrayList<>(List.of(run.last()));
    try (Workers workers = new Workers(1)) {
      while (rule.after(history).continues()) {
        history.add(run.iterate(workers));
        boolean odd = history.size() % 2 == 0;
        assertArrayEquals(odd ? new double[] {0, 1} : new double[] {1, 0}, run.ranks(), 0);
      }
    }
    assertEquals(StopRule.Verdict.STALLED, rule.after(history));
    assertTrue(history.size() < 60, "given up after " + history.size());
  }

  @Test
  void sumFormOfTwoPagesThatLinkToEachOther() throws IOException {
    TestGraph pair = new TestGraph(to(1), to(0));
    PageRank sum = new PageRank(2, .85, Form.SUM_N, DanglingPolicy.UNIFORM, Teleport.uniform(2));
    FusedPageRank run = pair.from(sum, 0, 0);
    assertArrayEquals(new double[] {.15, .15}, iterate(run, 1), EXACT);
    assertArrayEquals(new double[] {.2775, .2775}, iterate(run, 1), EXACT);
    assertArrayEquals(new double[] {1, 1}, iterate(run, MANY), 1e-14);
    run = pair.from(sum, 40, 40);
    for (int k = 1; k <= 100; k++) {
      double expected = 1 + 39 * Math.pow(.85, k);
      assertArrayEquals(new double[] {expected, expected}, iterate(run, 1), 1e-12);
    }
  }

  @Test
  void sumFormOfFourPages() throws IOException {
    TestGraph graph = new TestGraph(to(1, 2), to(2), to(0), to(2));
    PageRank sum = new PageRank(4, .85, Form.SUM_N, DanglingPolicy.UNIFORM, Teleport.uniform(4));
    double[] ranks = iterate(graph.start(sum), MANY);
    assertArrayEquals(new double[] {1.490107, .783296, 1.576597, .15}, ranks, 5e-7);
    assertEquals(4, Arrays.stream(ranks).sum(), 1e-12);
  }

  @Test
  void twoDocuments() throws IOException {
    TestGraph graph = new TestGraph(to(1), to());
    FusedPageRank run = graph.start(pageRank(graph, .8, DanglingPolicy.UNIFORM));
    assertArrayEquals(new double[] {.5, .5}, run.ranks(), EXACT);
    assertArrayEquals(new double[] {.3, .7}, iterate(run, 1), EXACT);
    assertArrayEquals(new double[] {.38, .62}, iterate(run, 1), EXACT);
    assertArrayEquals(new double[] {.348, .652}, iterate(run, 1), EXACT);
    assertArrayEquals(fractions(14, 5, 9), iterate(run, MANY), 1e-14);
  }

  @Test
  void normalisedFormHasAnotherFixedPointThanUniformRepair() throws IOException {
    PageRank normalised =
        new PageRank(4, .85, Form.NORMALISED, DanglingPolicy.UNIFORM, Teleport.uniform(4));
    FusedPageRank run = DEAD_END.start(normalised);
    double[] ranks = iterate(run, MANY);
    assertArrayEquals(new double[] {.19605, .26798, .26798, .26798}, ranks, 5e-6);
    assertEquals(1, run.last().sum(PageRank.MASS), 1e-14);
    assertEquals(1.29498, normalised.after(run.last()).scale(), 5e-6);
    assertArrayEquals(
        new double[] {.20619, .26460, .26460, .26460},
        iterate(DEAD_END.start(pageRank(DEAD_END, .85, DanglingPolicy.UNIFORM)), MANY),
        5e-6);
  }
}
