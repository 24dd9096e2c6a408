package org.orbweaver.pagerank;

import java.util.List;
import org.orbweaver.webgraph.kernel.ExactSum;
import org.orbweaver.webgraph.kernel.Iteration;

/**
 * One pass over some of the pages, in ascending order: computes their new ranks in one topic and
 * adds up what the step needs.
 */
final class Sweep {

  /** Place of Σ r among an iteration's sums. */
  static final int MASS = 1;

  /** Place of D, Σ r over the pages without links. */
  static final int DANGLING = 2;

  /** Number of sums. */
  static final int SUMS = 3;

  private final PageRank.Step step;
  private final Teleport.Cursor teleport;
  private final Extrapolation.Turn turn;
  private final ExactSum change = new ExactSum();
  private final ExactSum mass = new ExactSum();
  private final ExactSum dangling = new ExactSum();

  /** A pass that computes {@code step}. */
  Sweep(PageRank.Step step, Extrapolation.Turn turn) {
    this.step = step;
    this.teleport = step.teleport().cursor();
    this.turn = turn;
  }

  /** A pass that only adds up. */
  Sweep() {
    step = null;
    teleport = null;
    turn = null;
  }

  /**
   * The new rank of page {@code v}; see {@link PageRank.Step#rank}.
   *
   * @param kept the page's rank some iterations ago at {@code at}, replaced or used as the turn is;
   *     may be null where all turns are plain
   */
  double rank(int v, double sum, double old, double divisor, double[] kept, int at) {
    double rank = step.rank(teleport.at(v), sum);
    change.add(Math.abs(rank - old * step.factor()));
    if (turn.keeps()) {
      kept[at] = rank;
    } else if (turn.theta() > 0) {
      rank = Math.max(0, rank + turn.theta() * (rank - kept[at]));
    }
    count(rank, divisor);
    return rank;
  }

  /** Adds a rank to the sums without a change. */
  void count(double rank, double divisor) {
    mass.add(rank);
    if (divisor == 0) {
      dangling.add(rank);
    }
  }

  /** The sums of the rows so far. */
  List<ExactSum> sums() {
    return List.of(change, mass, dangling);
  }

  /** The pass after {@code iteration}, which is of one topic. */
  static Sweep after(PageRank pageRank, Iteration iteration, Extrapolation.Turn turn) {
    double mass = iteration.sum(MASS);
    double dangling = iteration.sum(DANGLING);
    return new Sweep(
        turn.rescales() ? pageRank.stepScaled(mass, dangling) : pageRank.step(mass, dangling),
        turn);
  }
}
