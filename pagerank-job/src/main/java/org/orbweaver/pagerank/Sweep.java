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
  private final ExactSum change = new ExactSum();
  private final ExactSum mass = new ExactSum();
  private final ExactSum dangling = new ExactSum();

  /** A pass that computes {@code step}. */
  Sweep(PageRank.Step step) {
    this.step = step;
    this.teleport = step.teleport().cursor();
  }

  /** A pass that only adds up. */
  Sweep() {
    step = null;
    teleport = null;
  }

  /** The new rank of page {@code v}; see {@link PageRank.Step#rank}. */
  double rank(int v, double sum, double old, double divisor) {
    double rank = step.rank(teleport.at(v), sum);
    change.add(Math.abs(rank - old));
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

  /** The step after {@code iteration}, which is of one topic. */
  static PageRank.Step stepAfter(PageRank pageRank, Iteration iteration) {
    return pageRank.step(iteration.sum(MASS), iteration.sum(DANGLING));
  }
}
