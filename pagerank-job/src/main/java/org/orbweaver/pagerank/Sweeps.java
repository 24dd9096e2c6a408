package org.orbweaver.pagerank;

import java.util.ArrayList;
import java.util.List;
import org.orbweaver.webgraph.kernel.ExactSum;
import org.orbweaver.webgraph.kernel.Iteration;

/** A {@link Sweep} for each topic; topics that have stopped have none. */
final class Sweeps {

  private final int[] active;
  private final Sweep[] sweeps;

  /**
   * A pass over some of the pages.
   *
   * @param active the topics that go on, ascending
   * @param steps one a topic; those of others than {@code active} may be null
   */
  Sweeps(int[] active, PageRank.Step[] steps) {
    this.active = active;
    sweeps = new Sweep[steps.length];
    for (int k : active) {
      sweeps[k] = new Sweep(steps[k]);
    }
  }

  /**
   * The steps after {@code last}, which has the sums of all topics.
   *
   * @return one a topic, null for those that have stopped
   */
  static PageRank.Step[] stepsAfter(List<PageRank> topics, int[] active, Iteration last) {
    PageRank.Step[] steps = new PageRank.Step[topics.size()];
    for (int k : active) {
      steps[k] = Sweep.stepAfter(topics.get(k), last.column(k, Sweep.SUMS));
    }
    return steps;
  }

  /** Replaces the ranks of page {@code v}, which begin at {@code at}, where its topics go on. */
  void rank(int v, double[] sums, double[] ranks, int at, double divisor) {
    for (int k : active) {
      ranks[at + k] = sweeps[k].rank(v, sums[k], ranks[at + k], divisor);
    }
  }

  /** The same for the only topic. */
  double rank(int v, double sum, double old, double divisor) {
    return sweeps[0].rank(v, sum, old, divisor);
  }

  /** The sums of the rows so far, topic by topic; zeros for those that have stopped. */
  List<ExactSum> sums() {
    List<ExactSum> sums = new ArrayList<>();
    for (Sweep sweep : sweeps) {
      sums.addAll(sweep == null ? Iteration.emptySums(Sweep.SUMS) : sweep.sums());
    }
    return sums;
  }
}
