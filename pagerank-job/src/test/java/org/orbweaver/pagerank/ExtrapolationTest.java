package org.orbweaver.pagerank;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbweaver.webgraph.kernel.Columns;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.StopRule;
import org.orbweaver.webgraph.kernel.Workers;

class ExtrapolationTest {

  /** Runs all topics until each has stopped. */
  static Columns converge(FusedPageRank run, int topics, StopRule rule, Extrapolation extrapolation)
      throws IOException {
    Columns columns =
        new Columns(extrapolation.judge(rule), topics, Sweep.SUMS, List.of(run.last()));
    if (extrapolation.isOn()) {
      run.keep(run.ranks().clone());
    }
    try (Workers workers = new Workers(1)) {
      while (columns.verdict().goesOn()) {
        run.keepOn(columns.active());
        run.take(extrapolation.turns(columns, topics));
        columns.add(run.iterate(workers));
      }
    }
    return columns;
  }

  /**
   * Thousands of small graphs: every topic ends where the dense matrix says, with the bits of a run
   * of its own, after an ordinary iteration.
   */
  @Test
  void theLimitIsTheSame() throws IOException {
    Random random = new Random(31);
    int moved = 0;
    int rescaled = 0;
    for (int g = 0; g < 3000; g++) {
      TestGraph graph = new TestGraph(PageRankTest.randomTargets(random));
      Form form = random.nextBoolean() ? Form.PROBABILITY : Form.SUM_N;
      DanglingPolicy policy = PageRankTest.POLICIES.get(random.nextInt(3));
      double damping = .3 + .65 * random.nextDouble();
      int width = 1 + random.nextInt(3);
      List<PageRank> topics = new ArrayList<>();
      for (int k = 0; k < width; k++) {
        Teleport teleport = PageRankTest.randomTeleport(random, graph.size());
        topics.add(new PageRank(graph.size(), damping, form, policy, teleport));
      }
      double total = topics.get(0).total();
      StopRule rule = new StopRule(1e-13 * total, 2000, false, 100);
      Extrapolation extrapolation = Extrapolation.of(damping, rule);
      FusedPageRank all = graph.start(topics);
      Columns columns = converge(all, width, rule, extrapolation);
      for (int k = 0; k < width; k++) {
        String where = "graph " + g + ", topic " + k + ", " + form + ", " + policy;
        PageRank topic = topics.get(k);
        FusedPageRank alone = graph.start(topic);
        List<Iteration> history = converge(alone, 1, rule, extrapolation).history(0);
        assertArrayEquals(
            PageRankTest.dense(graph, damping, form, policy, topic.teleport()),
            alone.ranks(),
            1e-10,
            where);
        for (int v = 0; v < graph.size(); v++) {
          assertEquals(alone.ranks()[v], all.ranks()[v * width + k], 0, where);
        }
        assertEquals(history.size(), columns.history(k).size(), where);
        assertTrue(!extrapolation.moved(history), where);
        moved += extrapolation.moves(history);
        for (int i = 1; i < history.size(); i++) {
          double off = history.get(i).sum(Sweep.MASS) / total - 1;
          if (topic.conservesMass() && extrapolation.moved(history.subList(0, i + 1))) {
            assertTrue(off > -1e-12, where);
            rescaled += off > 1e-9 ? 1 : 0;
          } else if (topic.conservesMass()) {
            assertEquals(0, off, 1e-11, where);
          }
        }
      }
    }
    assertTrue(moved > 300, "moves: " + moved);
    assertTrue(rescaled > 0, "with elements that would have been negative: " + rescaled);
  }

  /** Pages that lead into many small traps: eigenvalues at β and −β. */
  private static TestGraph traps(Random random, int traps) {
    int size = 10 * traps;
    int[][] targets = new int[size][];
    for (int u = 0; u < size; u++) {
      int within = u / 10 * 10;
      targets[u] =
          switch (u % 10) {
            case 0 -> TestGraph.to(within + 1);
            case 1 -> TestGraph.to(within);
            case 2 -> TestGraph.to(within + 2);
            default -> random.ints(4, 0, size).toArray();
          };
    }
    return new TestGraph(targets);
  }

  @Test
  void aGraphWithTrapsTakesFewerIterations() throws IOException {
    TestGraph graph = traps(new Random(4), 300);
    PageRank pageRank =
        new PageRank(
            graph.size(),
            .85,
            Form.PROBABILITY,
            DanglingPolicy.UNIFORM,
            Teleport.uniform(graph.size()));
    StopRule rule = new StopRule(1e-10, 500, false, 50);
    FusedPageRank plain = graph.start(pageRank);
    int usual = converge(plain, 1, rule, Extrapolation.none()).history(0).size();
    Extrapolation extrapolation = Extrapolation.of(.85, rule);
    FusedPageRank run = graph.start(pageRank);
    List<Iteration> history = converge(run, 1, rule, extrapolation).history(0);
    assertTrue(extrapolation.moves(history) > 0);
    assertTrue(history.size() <= .5 * usual, history.size() + " instead of " + usual);
    // Both are within β/(1−β) of the tolerance.
    assertArrayEquals(plain.ranks(), run.ranks(), 2 * 5.7e-10);
  }

  @Test
  void aGraphThatConvergesFasterIsLeftAlone() throws IOException {
    Random random = new Random(5);
    int[][] targets = new int[500][];
    for (int u = 0; u < targets.length; u++) {
      targets[u] = random.ints(20, 0, targets.length).toArray();
    }
    TestGraph graph = new TestGraph(targets);
    PageRank pageRank =
        new PageRank(500, .85, Form.SUM_N, DanglingPolicy.UNIFORM, Teleport.uniform(500));
    StopRule rule = new StopRule(1e-9, 500, false, 50);
    FusedPageRank plain = graph.start(pageRank);
    List<Iteration> usual = converge(plain, 1, rule, Extrapolation.none()).history(0);
    FusedPageRank run = graph.start(pageRank);
    List<Iteration> history = converge(run, 1, rule, Extrapolation.of(.85, rule)).history(0);
    assertEquals(usual.size(), history.size());
    assertArrayEquals(plain.ranks(), run.ranks(), 0);
  }

  @Test
  void aMoveComesOnlyWhenTheChangeHasHalved() {
    StopRule rule = new StopRule(1e-9, 100, false, 50);
    Extrapolation extrapolation = Extrapolation.of(.85, rule);
    List<Iteration> history =
        IntStream.range(0, 60).mapToObj(i -> PageRankTest.iteration(i, Math.pow(.849, i))).toList();
    List<Integer> moves =
        IntStream.range(1, history.size())
            .filter(i -> extrapolation.moved(history.subList(0, i + 1)))
            .boxed()
            .toList();
    // Two iterations to settle, then the vector is kept, and moved four later.
    assertEquals(List.of(6, 12, 18, 24, 30, 36, 42, 48, 54), moves);
    List<Iteration> level =
        IntStream.range(0, 60).mapToObj(i -> PageRankTest.iteration(i, .5)).toList();
    assertEquals(1, extrapolation.moves(level));
  }

  @Test
  void needsADampingBelowOneAndATolerance() {
    StopRule rule = new StopRule(1e-9, 100, false, 50);
    assertThrows(IllegalArgumentException.class, () -> Extrapolation.of(1, rule));
    StopRule exactly = new StopRule(0, 10, true, 0);
    assertThrows(IllegalArgumentException.class, () -> Extrapolation.of(.85, exactly));
  }
}
