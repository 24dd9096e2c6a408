package org.orbweaver.webgraph.structure.fit;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegrator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegratorFactory;
import org.apache.commons.math3.exception.TooManyEvaluationsException;
import org.apache.commons.math3.optim.InitialGuess;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.nonlinear.scalar.ObjectiveFunction;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.NelderMeadSimplex;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.SimplexOptimizer;

/**
 * p(x) ∝ exp(a ln x + b h(x)) on the whole numbers from x_min on, b at most 0: with h(x) = x the
 * power law with exponential cutoff, with h(x) = (ln x)² the log-normal, its density taken at the
 * whole numbers. An exponential family, whose likelihood is concave: the simplex of Nelder and Mead
 * finds its maximum.
 *
 * <p>Sums go value by value up to {@value #DIRECT} values, and then by Gauss's rule over stretches
 * that grow with x. There the sum and the integral from half a unit before differ by less than 1e-8
 * of themselves.
 */
final class TiltedPowerLaw {
  private static final int DIRECT = 4096;
  private static final double STRETCH = 1.4;
  private static final double NEGLIGIBLE = 1e-15;
  private static final double LARGEST_X = 1e300;

  /** Of ln p in ln x: a sharper peak is resolved only by summing value by value. */
  private static final double MOST_CURVATURE = 400;

  private static final int MOST_TRIALS = 2000;
  private static final double PRECISION = 1e-13;

  /** The Gauss–Legendre rule of eight points on [−1, 1]. */
  private static final GaussIntegrator RULE = new GaussIntegratorFactory().legendre(8);

  private final DoubleUnaryOperator h;
  private final double a;
  private final double b;
  private final double shift;

  /** The sum of p, and that of p·h, over exp(shift). */
  private double sum;

  private double sumOfH;

  private TiltedPowerLaw(int xMin, DoubleUnaryOperator h, double a, double b, double peak) {
    this.h = h;
    this.a = a;
    this.b = b;
    double highest = Math.max(peak, xMin);
    shift = exponent(highest);
    long x = xMin;
    for (; x < (long) xMin + DIRECT; x++) {
      double p = addPoint((double) x, 1);
      if (x > highest && p < NEGLIGIBLE * sum) {
        return;
      }
    }
    for (double from = x - 0.5; from < LARGEST_X; from *= STRETCH) {
      double p = addStretch(Math.log(from), Math.log(STRETCH));
      if (from > highest && p < NEGLIGIBLE * sum) {
        return;
      }
    }
  }

  /**
   * A member of the family; {@code h} selects the kind: see {@link #cutoff} and {@link #logNormal}.
   */
  private static TiltedPowerLaw of(int xMin, boolean cutoff, double a, double b) {
    if (cutoff) {
      return new TiltedPowerLaw(xMin, x -> x, a, b, b < 0 ? -a / b : xMin);
    }
    double peak = b < 0 ? Math.exp(Math.min(600, -a / (2 * b))) : xMin;
    return new TiltedPowerLaw(xMin, x -> Math.log(x) * Math.log(x), a, b, peak);
  }

  /** The best-fitting power law with exponential cutoff. */
  static TiltedPowerLaw cutoff(Counts tail, PowerLaw law) {
    return fit(tail, law, true, -0.1 / tail.mean());
  }

  /** The best-fitting log-normal; null if the best fit degenerates to the power law. */
  static TiltedPowerLaw logNormal(Counts tail, PowerLaw law) {
    return fit(tail, law, false, -0.01);
  }

  private static TiltedPowerLaw fit(Counts tail, PowerLaw law, boolean cutoff, double firstB) {
    double meanLog = 0;
    double meanH = 0;
    for (int i = 0; i < tail.distinct(); i++) {
      double log = Math.log(tail.value(i));
      meanLog += tail.count(i) * log;
      meanH += tail.count(i) * (cutoff ? tail.value(i) : log * log);
    }
    meanLog /= tail.total();
    meanH /= tail.total();
    // With the mean of h above the power law's, b would have to be above 0. (The power law's mean
    // of x may be infinite; there the search ends next to b = 0.)
    if (!cutoff && meanH >= of(law.xMin(), false, -law.alpha(), 0).meanOfH()) {
      return null;
    }
    double variance = 0;
    for (int i = 0; i < tail.distinct(); i++) {
      double off = cutoff ? tail.value(i) - meanH : Math.log(tail.value(i)) - meanLog;
      variance += tail.count(i) * off * off / tail.total();
    }
    // The best a and b of a narrow tail are far away along a ridge that a simplex climbs slowly. So
    // the search also starts at the moments of the same family without x_min (a gamma density, a
    // log-normal).
    double narrow = cutoff ? -meanH / variance : -1 / (2 * variance);
    double narrowA = cutoff ? -narrow * meanH - 1 : -2 * narrow * meanLog - 1;
    Climb climb = new Climb(law.xMin(), cutoff, meanLog, meanH);
    climb.from(-law.alpha(), firstB);
    climb.from(narrowA, narrow);
    return of(law.xMin(), cutoff, climb.bestA, climb.bestB);
  }

  /** A search for the likeliest member of the family, from one or several starting points. */
  private static final class Climb {
    private final int xMin;
    private final boolean cutoff;
    private final double meanLog;
    private final double meanH;
    private double highest = Double.NEGATIVE_INFINITY;
    private double bestA;
    private double bestB;

    Climb(int xMin, boolean cutoff, double meanLog, double meanH) {
      this.xMin = xMin;
      this.cutoff = cutoff;
      this.meanLog = meanLog;
      this.meanH = meanH;
    }

    /** The second parameter is ln(−b), so that b stays below 0. */
    void from(double a, double b) {
      try {
        var unused =
            new SimplexOptimizer(PRECISION, PRECISION)
                .optimize(
                    new ObjectiveFunction(p -> tried(p[0], -Math.exp(p[1]))),
                    GoalType.MAXIMIZE,
                    new MaxEval(MOST_TRIALS),
                    new InitialGuess(new double[] {a, Math.log(-b)}),
                    new NelderMeadSimplex(new double[] {0.2, 1}));
      } catch (TooManyEvaluationsException e) {
        // If the likelihood grows for ever, as for two neighbouring values, or hardly grows, the
        // best so far differs from the optimum by less than the comparison can resolve.
      }
    }

    private double tried(double a, double b) {
      double peak = cutoff ? -a / b : Math.exp(-a / (2 * b));
      double curvature = cutoff ? a : -2 * b;
      if (peak > (double) xMin + DIRECT && curvature > MOST_CURVATURE) {
        return -Double.MAX_VALUE;
      }
      double likelihood = of(xMin, cutoff, a, b).logLikelihood(meanLog, meanH);
      // No probability is above 1, so no mean of logarithms is above 0.
      if (Double.isNaN(likelihood) || likelihood > PRECISION) {
        return -Double.MAX_VALUE;
      }
      if (likelihood > highest) {
        highest = likelihood;
        bestA = a;
        bestB = b;
      }
      return likelihood;
    }
  }

  private double exponent(double x) {
    return a * Math.log(x) + b * h.applyAsDouble(x);
  }

  private double addPoint(double x, double weight) {
    double p = weight * Math.exp(exponent(x) - shift);
    sum += p;
    sumOfH += p * h.applyAsDouble(x);
    return p;
  }

  private double addStretch(double logFrom, double length) {
    double added = 0;
    for (int i = 0; i < RULE.getNumberOfPoints(); i++) {
      double x = Math.exp(logFrom + length / 2 * (1 + RULE.getPoint(i)));
      // dx = x d(ln x)
      added += addPoint(x, RULE.getWeight(i) * length / 2 * x);
    }
    return added;
  }

  private double meanOfH() {
    return sumOfH / sum;
  }

  private double logLikelihood(double meanLog, double meanH) {
    return a * meanLog + b * meanH - shift - Math.log(sum);
  }

  /** ln p(x). */
  double logDensity(int x) {
    return exponent(x) - shift - Math.log(sum);
  }

  /** The weight of ln x. */
  double a() {
    return a;
  }

  /** The weight of h(x). */
  double b() {
    return b;
  }
}
