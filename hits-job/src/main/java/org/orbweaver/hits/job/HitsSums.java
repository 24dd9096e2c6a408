package org.orbweaver.hits.job;

import java.util.List;
import org.orbweaver.webgraph.kernel.ExactSum;
import org.orbweaver.webgraph.kernel.Iteration;

/**
 * The arithmetic of HITS between two multiplications: norms, and the change of the authorities.
 *
 * <p>One iteration is a = Eᵀh, then h = Ea, each divided by its length √Σx² (J. Kleinberg,
 * <i>Authoritative Sources in a Hyperlinked Environment</i>, 1999). A vector is stored unscaled,
 * and its next reader applies its norm as a factor: so an iteration is two passes and no third.
 */
final class HitsSums {

  /** Index of Σ a² among an iteration's sums, before a is scaled. */
  static final int AUTHORITY_SQUARES = 1;

  /** Index of Σ h² among an iteration's sums, before h is scaled. */
  static final int HUB_SQUARES = 2;

  /** Number of sums. */
  static final int SUMS = 3;

  private HitsSums() {}

  /** 1/√{@code squares}, the factor that scales a vector to length 1; 0 for the zero vector. */
  static double scale(double squares) {
    return squares == 0 ? 0 : 1 / Math.sqrt(squares);
  }

  /** The factor of the authorities after {@code iteration}. */
  static double authorityScale(Iteration iteration) {
    return scale(iteration.sum(AUTHORITY_SQUARES));
  }

  /** The factor of the hubs after {@code iteration}. */
  static double hubScale(Iteration iteration) {
    return scale(iteration.sum(HUB_SQUARES));
  }

  /** The sums of a start with the given squares. */
  static Iteration start(double authoritySquares, double hubSquares) {
    return new Iteration(0, 0, of(0, authoritySquares, hubSquares));
  }

  /** Sums of one number each. */
  static List<ExactSum> of(double... numbers) {
    List<ExactSum> sums = Iteration.emptySums(numbers.length);
    for (int i = 0; i < numbers.length; i++) {
      sums.get(i).add(numbers[i]);
    }
    return sums;
  }
}
