package org.orbweaver.pagerank;

import java.util.List;
import java.util.stream.IntStream;
import org.orbweaver.webgraph.kernel.Columns;
import org.orbweaver.webgraph.kernel.Iteration;
import org.orbweaver.webgraph.kernel.StopRule;

/**
 * Power extrapolation: now and then an iteration's vector y is moved on to y + θ(y − x), with x the
 * vector {@value #DISTANCE} iterations before and θ = β⁴/(1−β⁴). It takes out what the matrix's
 * eigenvalues β, −β and ±iβ have left in y, which shrinks slowest. (T. Haveliwala, S. Kamvar, D.
 * Klein, C. Manning, G. Golub, <i>Computing PageRank using Power Extrapolation</i>, 2003.)
 *
 * <p>A crawl whose parts lead to many small sets of pages without a way out has many such
 * eigenvalues and gains a third of its iterations; where the change shrinks faster than they let it
 * nothing is extrapolated, for it would only do harm.
 *
 * <p>The limit is the same. Only the vector from which iterations go on is another, and from any
 * vector they lead to the one fixed point, the distance shrinking by β at least; a run ends after
 * an ordinary iteration only, so that its change bounds the error as ever. And it does end: a
 * vector is moved only when the change is at most half of what it was the last time.
 *
 * <p>Which iteration does what follows from the history alone, so that a run which goes on after a
 * crash, and every mode, does the same. Immutable.
 */
final class Extrapolation {

  /** Iterations between the two vectors. An even number: an odd one would blow −β up. */
  private static final int DISTANCE = 4;

  /** Iterations after which the faster parts of a start or a move have died away. */
  private static final int SETTLE = 2;

  /** The change must have shrunk by no less than this part of what β lets it. */
  private static final double SLOW = 0.8;

  private static final Extrapolation NONE = new Extrapolation(0, 0, 0, false);

  private final double damping;
  private final double tolerance;
  private final int limit;

  /** β⁴; 0 for never. */
  private final double shrinks;

  /** Whether the run starts with an earlier one's ranks, whose sum is off: pages came and went. */
  private final boolean warm;

  private Extrapolation(double damping, double tolerance, int limit, boolean warm) {
    this.damping = damping;
    this.tolerance = tolerance;
    this.limit = limit;
    this.warm = warm;
    double squared = damping * damping;
    shrinks = squared * squared;
  }

  /** What never does anything. */
  static Extrapolation none() {
    return NONE;
  }

  /**
   * For a run that stops by tolerance.
   *
   * @param damping β, below 1
   */
  static Extrapolation of(double damping, StopRule rule) {
    if (!(damping < 1) || rule.exactly()) {
      throw new IllegalArgumentException("damping " + damping + ", " + rule);
    }
    return new Extrapolation(damping, rule.tolerance(), rule.limit(), false);
  }

  /** The same for a run that starts with the ranks of an earlier one, if {@code warm}. */
  Extrapolation from(boolean warm) {
    return new Extrapolation(damping, tolerance, limit, warm);
  }

  /** Whether it may ever do something, so that vectors must be kept. */
  boolean isOn() {
    return shrinks > 0;
  }

  /**
   * What an iteration does beside iterating.
   *
   * @param keeps whether its vector is the x of a later one
   * @param theta θ, by which it moves its vector; 0 for not at all
   * @param rescales whether the sum of the vector before it may be off: one that was moved, where
   *     an element that would have become negative is 0, or a warm start
   */
  record Turn(boolean keeps, double theta, boolean rescales) {
    static final Turn PLAIN = new Turn(false, 0, false);
  }

  /** The turn of the iteration after {@code history}, which is of one topic. */
  Turn after(List<Iteration> history) {
    if (warm && history.size() == 1) {
      return new Turn(false, 0, true);
    }
    return isOn() ? walk(history, history.size()) : Turn.PLAIN;
  }

  /** Whether the last iteration of {@code history} moved its vector. */
  boolean moved(List<Iteration> history) {
    return isOn() && history.size() > 1 && walk(history, history.size() - 1).theta() > 0;
  }

  /** How many of the iterations moved their vectors. */
  int moves(List<Iteration> history) {
    return (int)
        IntStream.rangeClosed(2, history.size())
            .filter(end -> moved(history.subList(0, end)))
            .count();
  }

  /** The turns of the iterations that are next. */
  Turn[] turns(Columns columns, int count) {
    return IntStream.range(0, count).mapToObj(k -> after(columns.history(k))).toArray(Turn[]::new);
  }

  /** The rule, but a run never ends with a vector that was moved. */
  Columns.Judge judge(StopRule rule) {
    return own -> moved(own) ? StopRule.Verdict.GO_ON : rule.after(own);
  }

  /** The turn of iteration {@code number}, from the ones before it. */
  private Turn walk(List<Iteration> history, int number) {
    int kept = -1;
    int last = 0;
    double changeThen = Double.POSITIVE_INFINITY;
    Turn turn = Turn.PLAIN;
    for (int k = 1; k <= number; k++) {
      boolean due = kept > 0 && k == kept + DISTANCE;
      boolean moves = due && pays(history, k, changeThen);
      boolean keeps = !moves && (due || (kept < 0 && k >= last + SETTLE));
      turn = new Turn(keeps, moves ? shrinks / (1 - shrinks) : 0, last > 0 && k == last + 1);
      if (moves) {
        changeThen = history.get(k - 1).change();
        last = k;
        kept = -1;
      } else if (keeps) {
        kept = k;
      }
    }
    return turn;
  }

  /** Whether iteration {@code k} had better move its vector: its own change is not known yet. */
  private boolean pays(List<Iteration> history, int k, double changeThen) {
    double change = history.get(k - 1).change();
    return k < limit
        && change >= SLOW * shrinks * history.get(k - 1 - DISTANCE).change()
        && change <= changeThen / 2
        && change * damping > tolerance;
  }
}
