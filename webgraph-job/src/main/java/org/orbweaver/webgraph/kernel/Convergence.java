package org.orbweaver.webgraph.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The convergence of several vectors that iterate side by side and stop one by one.
 *
 * <p>Each has its own history and is judged by the same {@link StopRule} as if it were alone. A
 * vector that has stopped is locked: it does not change while the others continue. So its final
 * bits are those of a run of its own.
 */
public final class Convergence {
  private final StopRule rule;
  private final int sumsEach;
  private final List<List<Iteration>> histories = new ArrayList<>();
  private final StopRule.Verdict[] verdicts;

  /**
   * The state after {@code history}.
   *
   * @param count number of vectors
   * @param sumsEach number of an iteration's sums for each vector, in the order of the vectors
   * @param history of all together, from number 0 on
   */
  public Convergence(StopRule rule, int count, int sumsEach, List<Iteration> history) {
    this.rule = rule;
    this.sumsEach = sumsEach;
    verdicts = new StopRule.Verdict[count];
    Arrays.fill(verdicts, StopRule.Verdict.CONTINUE);
    for (int k = 0; k < count; k++) {
      histories.add(new ArrayList<>());
    }
    history.forEach(this::add);
  }

  /** Adds an iteration to the histories of vectors that have not stopped, and judges them anew. */
  public void add(Iteration iteration) {
    for (int k : active()) {
      List<Iteration> own = histories.get(k);
      own.add(iteration.column(k, sumsEach));
      verdicts[k] = rule.after(own);
    }
  }

  /** The numbers of vectors that have not stopped, ascending. */
  public int[] active() {
    return IntStream.range(0, verdicts.length).filter(k -> verdicts[k].continues()).toArray();
  }

  /** The verdict on vector {@code column}. */
  public StopRule.Verdict verdict(int column) {
    return verdicts[column];
  }

  /** Continues while any vector does; otherwise the worst of the verdicts. */
  public StopRule.Verdict verdict() {
    return Arrays.stream(verdicts)
        .filter(StopRule.Verdict::continues)
        .findFirst()
        .orElseGet(() -> Collections.max(Arrays.asList(verdicts)));
  }

  /** The iterations of vector {@code column}, from its start vector to its stop. */
  public List<Iteration> history(int column) {
    return List.copyOf(histories.get(column));
  }
}
