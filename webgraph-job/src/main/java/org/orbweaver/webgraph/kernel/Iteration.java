package org.orbweaver.webgraph.kernel;

import java.util.ArrayList;
import java.util.List;

/**
 * The result of one iteration: the sums over all its rows.
 *
 * @param number 1, 2, …; 0 is the start vector, whose change is meaningless
 * @param seconds wall-clock time
 * @param sums {@link #CHANGE} first, the others as the ranking defines them
 */
public record Iteration(int number, double seconds, List<ExactSum> sums) {

  /** Index of the L1 change Σ |new − old| among the sums. */
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

  /** Adds the sums of {@code more} to those of {@code total}, element by element. */
  public static void addSums(List<ExactSum> total, List<ExactSum> more) {
    for (int i = 0; i < total.size(); i++) {
      total.get(i).add(more.get(i));
    }
  }

  /** The sum at index {@code place}. */
  public double sum(int place) {
    return sums.get(place).value();
  }

  /** The L1 change from the previous iteration; infinite for the start vector. */
  public double change() {
    return number == 0 ? Double.POSITIVE_INFINITY : sum(CHANGE);
  }

  /** The iteration of one of several vectors side by side, each with {@code each} sums. */
  public Iteration column(int column, int each) {
    return new Iteration(number, seconds, sums.subList(column * each, (column + 1) * each));
  }

  /** Combines two tasks' parts of the same iteration: sums add, the slower task gives the time. */
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
