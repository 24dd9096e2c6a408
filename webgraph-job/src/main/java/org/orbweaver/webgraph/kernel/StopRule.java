package org.orbweaver.webgraph.kernel;

import java.util.List;
import java.util.OptionalInt;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.conf.Key;
import org.orbweaver.common.error.OrbException;

/**
 * The rule that ends a power iteration.
 *
 * @param tolerance stop when the L1 change is at most this; ignored when {@code exactly} is set
 * @param limit maximum number of iterations
 * @param exactly true to make {@code limit} iterations, no more and no fewer
 * @param patience number of iterations without a new minimum of the change that count as proof that
 *     there will be none; 0 to continue whatever the changes are
 */
public record StopRule(double tolerance, int limit, boolean exactly, int patience) {

  /** The state of an iteration. */
  public enum Verdict {
    /** Not finished. */
    CONTINUE("continues"),
    /** The change is within the tolerance. */
    CONVERGED("converged"),
    /** The requested number of iterations is done. */
    DONE("completed the requested iterations"),
    /** The change no longer shrinks: a cycle, or the rounding of doubles. */
    STALLED("did not converge: the change no longer shrinks"),
    /** The limit was reached first. */
    LIMIT("did not converge: reached the maximum of iterations");

    private final String words;

    Verdict(String words) {
      this.words = words;
    }

    /** For people. */
    public String words() {
      return words;
    }

    /** True if another iteration is due. */
    public boolean continues() {
      return this == CONTINUE;
    }

    /** True if the result meets the request. */
    public boolean reached() {
      return this == CONVERGED || this == DONE;
    }
  }

  /**
   * The rule requested by a user.
   *
   * @param iterations the exact number of iterations, if given
   * @param tolerance the setting of the tolerance, for vectors that sum to 1
   * @param total sum of the vector
   * @throws OrbException (usage) if the tolerance is not a number from 0 on
   */
  public static StopRule of(
      Configuration conf,
      OptionalInt iterations,
      Key<Double> tolerance,
      double total,
      int patience) {
    if (iterations.isPresent()) {
      return new StopRule(0, iterations.getAsInt(), true, 0);
    }
    double most = tolerance.get(conf);
    return new StopRule(most * total, KernelKeys.MAX_ITERATIONS.get(conf), false, patience);
  }

  /**
   * Judges a run from its history, which begins with the start vector (number 0).
   *
   * <p>PageRank's change never grows, and for a damping below 1 it shrinks by at least that factor
   * an iteration: if there is no new minimum for long, only rounding is left, or, at a damping of
   * 1, a cycle that repeats for ever. HITS' change may grow for a while, so it needs no patience.
   */
  public Verdict after(List<Iteration> history) {
    int done = history.get(history.size() - 1).number();
    if (exactly) {
      return done >= limit ? Verdict.DONE : Verdict.CONTINUE;
    }
    if (history.get(history.size() - 1).change() <= tolerance) {
      return Verdict.CONVERGED;
    }
    if (done >= limit) {
      return Verdict.LIMIT;
    }
    return stalled(history) ? Verdict.STALLED : Verdict.CONTINUE;
  }

  private boolean stalled(List<Iteration> history) {
    int recent = history.size() - patience;
    if (patience == 0 || recent < 2) {
      return false;
    }
    double before = smallestChange(history.subList(0, recent));
    double lately = smallestChange(history.subList(recent, history.size()));
    return lately >= before * (1 - 1e-9);
  }

  private static double smallestChange(List<Iteration> iterations) {
    return iterations.stream()
        .mapToDouble(Iteration::change)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }
}
