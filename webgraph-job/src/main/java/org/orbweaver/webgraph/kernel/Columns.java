package org.orbweaver.webgraph.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Several vectors that iterate side by side and stop one by one.
 *
 * <p>Each has its own history and is judged by the same {@link Judge} as if it were alone. One that
 * has stopped is frozen: it stays as it is while the others go on. So it ends with the bits of a
 * run of its own.
 */
public final class Columns {

  /** Judges a vector from its history. */
  public interface Judge {
    /** What is to be done after {@code own}, the history of one vector. */
    StopRule.Verdict after(List<Iteration> own);
  }

  private final Judge judge;
  private final int sumsEach;
  private final List<List<Iteration>> histories = new ArrayList<>();
  private final StopRule.Verdict[] verdicts;

  /**
   * The state after {@code history}.
   *
   * @param judge a {@link StopRule#after}, or what asks one
   * @param count number of vectors
   * @param sumsEach how many of an iteration's sums belong to each, in the order of the vectors
   * @param history of all together, from number 0 on
   */
  public Columns(Judge judge, int count, int sumsEach, List<Iteration> history) {
    this.judge = judge;
    this.sumsEach = sumsEach;
    verdicts = new StopRule.Verdict[count];
    Arrays.fill(verdicts, StopRule.Verdict.GO_ON);
    for (int k = 0; k < count; k++) {
      histories.add(new ArrayList<>());
    }
    history.forEach(this::add);
  }

  /** Adds an iteration to the histories of those that have not stopped, and judges them anew. */
  public void add(Iteration iteration) {
    for (int k : active()) {
      List<Iteration> own = histories.get(k);
      own.add(iteration.column(k, sumsEach));
      verdicts[k] = judge.after(own);
    }
  }

  /** The numbers of those that have not stopped, ascending. */
  public int[] active() {
    return IntStream.range(0, verdicts.length).filter(k -> verdicts[k].goesOn()).toArray();
  }

  /** How vector {@code column} stands. */
  public StopRule.Verdict verdict(int column) {
    return verdicts[column];
  }

  /** Goes on while one does; otherwise the verdict that promises least. */
  public StopRule.Verdict verdict() {
    StopRule.Verdict worst = verdicts[0];
    for (StopRule.Verdict one : verdicts) {
      if (one.goesOn()) {
        return one;
      }
      worst = one.compareTo(worst) > 0 ? one : worst;
    }
    return worst;
  }

  /** The iterations of vector {@code column}, from its start vector to where it stopped. */
  public List<Iteration> history(int column) {
    return List.copyOf(histories.get(column));
  }
}
