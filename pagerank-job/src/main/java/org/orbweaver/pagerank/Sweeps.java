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
   * @param last the iteration before, with the sums of all topics
   * @param turns one a topic
   */
  Sweeps(List<PageRank> topics, int[] active, Iteration last, Extrapolation.Turn[] turns) {
    this.active = active;
    sweeps = new Sweep[topics.size()];
    for (int k : active) {
      sweeps[k] = Sweep.after(topics.get(k), last.column(k, Sweep.SUMS), turns[k]);
    }
  }

  /**
   * Replaces the ranks of page {@code v}, which begin at {@code at}, where its topics go on.
   *
   * @param sums from {@code sumsAt} on
   * @param kept from {@code at} on, see {@link Sweep#rank}
   */
  void rank(
      int v, double[] sums, int sumsAt, double[] ranks, int at, double divisor, double[] kept) {
    for (int k : active) {
      ranks[at + k] = sweeps[k].rank(v, sums[sumsAt + k], ranks[at + k], divisor, kept, at + k);
    }
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
