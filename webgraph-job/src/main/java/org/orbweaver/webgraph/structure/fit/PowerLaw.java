package org.orbweaver.webgraph.structure.fit;

import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.univariate.BrentOptimizer;
import org.apache.commons.math3.optim.univariate.SearchInterval;
import org.apache.commons.math3.optim.univariate.UnivariateObjectiveFunction;

/**
 * p(x) = x^−α / ζ(α, x_min) on the whole numbers from x_min on.
 *
 * <p>{@link #fit} takes the x_min from which the data are nearest to their best power law, measured
 * by the Kolmogorov–Smirnov distance (section 3.3 of the paper), and for each x_min the α of
 * maximum likelihood (equation 3.5).
 *
 * @param ks the largest distance between the two distribution functions
 */
record PowerLaw(int xMin, double alpha, double ks) {
  /** A tail of fewer numbers is not conclusive (the paper's section 3.4 and figure 4). */
  static final int LEAST_TAIL = 50;

  /** All distinct values up to here are tried as x_min, and then … */
  private static final int FIRST_CANDIDATES = 100;

  /** … this many in each doubling. */
  private static final int CANDIDATES_A_DOUBLING = 16;

  /** From here on the asymptotic series of zeta is accurate to the last digits. */
  private static final double ASYMPTOTIC = 12;

  /** B(2k) / (2k)! of the Euler–Maclaurin formula, k = 1, 2, …. */
  private static final double[] BERNOULLI = {
    1.0 / 12, -1.0 / 720, 1.0 / 30240, -1.0 / 1209600, 1.0 / 47900160
  };

  private static final double LEAST_ALPHA = 1 + 1e-6;
  private static final double LARGEST_ALPHA = 30;

  /** Start of the search for α: a typical value for degrees of the web. */
  private static final double FIRST_ALPHA = 2.2;

  /** The best fit; null if no tail has {@value #LEAST_TAIL} numbers and two distinct ones. */
  static PowerLaw fit(Counts data) {
    double[] logSums = logSums(data);
    PowerLaw best = null;
    double due = 0;
    for (int i = 0; i < data.distinct() - 1 && data.from(i) >= LEAST_TAIL; i++) {
      int xMin = data.value(i);
      if (i >= FIRST_CANDIDATES && xMin < due) {
        continue;
      }
      due = xMin * Math.pow(2, 1.0 / CANDIDATES_A_DOUBLING);
      double alpha = alpha(xMin, logSums[i] / data.from(i));
      double bound = best == null ? Double.POSITIVE_INFINITY : best.ks;
      double ks = distance(data, i, alpha, bound);
      if (ks < bound) {
        best = new PowerLaw(xMin, alpha, ks);
      }
    }
    return best;
  }

  /** The sum of ln x over the numbers from each distinct value on. */
  private static double[] logSums(Counts data) {
    double[] sums = new double[data.distinct() + 1];
    for (int i = data.distinct() - 1; i >= 0; i--) {
      sums[i] = sums[i + 1] + data.count(i) * Math.log(data.value(i));
    }
    return sums;
  }

  /** The α of maximum likelihood by Brent's method: the likelihood is concave in it. */
  static double alpha(int xMin, double meanLog) {
    return new BrentOptimizer(1e-10, 1e-10)
        .optimize(
            new UnivariateObjectiveFunction(alpha -> logLikelihood(alpha, xMin, meanLog)),
            GoalType.MAXIMIZE,
            new SearchInterval(LEAST_ALPHA, LARGEST_ALPHA, FIRST_ALPHA),
            MaxEval.unlimited())
        .getPoint();
  }

  private static double logLikelihood(double alpha, int xMin, double meanLog) {
    return -alpha * meanLog - Math.log(zeta(alpha, xMin));
  }

  /** The distance from index i on; or any value above {@code bound} as soon as it is exceeded. */
  private static double distance(Counts data, int i, double alpha, double bound) {
    double total = data.from(i);
    double norm = zeta(alpha, data.value(i));
    double largest = 0;
    for (int j = i; j < data.distinct() && largest < bound; j++) {
      // Between two values each function is constant or rises: the ends of the step are the
      // extremes.
      double observed = data.from(j + 1) / total;
      double next = zeta(alpha, data.value(j) + 1.0) / norm;
      largest = Math.max(largest, Math.abs(next - observed));
      if (j + 1 < data.distinct() && data.value(j + 1) > data.value(j) + 1) {
        double before = zeta(alpha, data.value(j + 1)) / norm;
        largest = Math.max(largest, Math.abs(before - observed));
      }
    }
    return largest;
  }

  /** ln p(x). */
  double logDensity(int x) {
    return -alpha * Math.log(x) - Math.log(zeta(alpha, xMin));
  }

  /** The share of the tail that is not below x. */
  double share(double x) {
    return zeta(alpha, x) / zeta(alpha, xMin);
  }

  /**
   * The standard error of α, from the curvature of the likelihood of n numbers (equation 3.6): 1 /
   * √(n · (ln ζ)″).
   */
  double standardError(long n) {
    double h = 1e-3 * Math.max(alpha - 1, 1e-3);
    double curvature =
        (Math.log(zeta(alpha + h, xMin))
                - 2 * Math.log(zeta(alpha, xMin))
                + Math.log(zeta(alpha - h, xMin)))
            / (h * h);
    return 1 / Math.sqrt(n * curvature);
  }

  /**
   * Hurwitz' zeta, which commons-math lacks: Σ (q + k)^−s over k = 0, 1, …, by the Euler–Maclaurin
   * formula. Relative error about 1e-14 for s up to 30.
   *
   * @param s above 1
   * @param q above 0
   */
  static double zeta(double s, double q) {
    double head = 0;
    double a = q;
    while (a < ASYMPTOTIC + s) {
      double term = Math.pow(a, -s);
      head += term;
      if (term < 1e-18 * head) {
        return head;
      }
      a++;
    }
    double power = Math.pow(a, -s);
    double sum = power * (a / (s - 1) + 0.5);
    double term = power * s / a;
    for (int k = 0; k < BERNOULLI.length; k++) {
      sum += BERNOULLI[k] * term;
      term *= (s + 2 * k + 1) * (s + 2 * k + 2) / (a * a);
    }
    return head + sum;
  }
}
