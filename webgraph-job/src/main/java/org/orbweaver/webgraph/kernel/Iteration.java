package org.orbweaver.webgraph.kernel;

import java.util.ArrayList;
import java.util.List;

/**
 * What one iteration found: the sums over all its rows.
 *
 * @param number 1, 2, …; 0 stands for the start vector, whose change means nothing
 * @param seconds wall-clock time that it took
 * @param sums {@link #CHANGE} first, the others as the ranking defines them
 */
public record Iteration(int number, double seconds, List<ExactSum> sums) {

  /** Place of the L1 change Σ |new − old| among the sums. */
  public static final int CHANGE = 0;

  /** Makes the list immutable. */
  public Iteration {
    sums = List.copyOf(sums);
  }

  /** {@code count} empty sums. */
  public static List<ExactSum> emptySums(int count) {
    List<ExactSum> sums = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      sums.add(new ExactSum());
    }
    return sums;
  }

  /** Adds the sums of {@code more} to those of {@code total}, place by place. */
  public static void addSums(List<ExactSum> total, List<ExactSum> more) {
    for (int i = 0; i < total.size(); i++) {
      total.get(i).add(more.get(i));
    }
  }

  /** The sum at {@code place}. */
  public double sum(int place) {
    return sums.get(place).value();
  }

  /** The L1 change from the iteration before; infinite for the start vector. */
  public double change() {
    return number == 0 ? Double.POSITIVE_INFINITY : sum(CHANGE);
  }

  /**
   * What it found of one of several vectors that iterate side by side, each with {@code each} sums.
   */
  public Iteration column(int column, int each) {
    return new Iteration(number, seconds, sums.subList(column * each, (column + 1) * each));
  }

  /** The same iteration seen by two tasks: sums add, the slower one gives the time. */
  Iteration with(Iteration other) {
    if (other.number != number || other.sums.size() != sums.size()) {
      throw new IllegalArgumentException("parts of different iterations: " + this + ", " + other);
    }
    List<ExactSum> total = emptySums(sums.size());
    addSums(total, sums);
    addSums(total, other.sums);
    return new Iteration(number, Math.max(seconds, other.seconds), total);
  }
}
