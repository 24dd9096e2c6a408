package org.orbweaver.webgraph.structure.fit;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegrator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegratorFactory;

/**
 * p(x) ∝ exp(a ln x + b h(x)) on the whole numbers from x_min on, b at most 0: with h(x) = x the
 * power law with exponential cutoff, with h(x) = (ln x)² the log-normal, its density taken at the
 * whole numbers. An exponential family, whose likelihood is concave: Newton's method with halved
 * steps finds its maximum.
 *
 * <p>Sums go value by value as far as {@value #DIRECT} values, and on by Gauss's rule over
 * stretches that grow with x, where the sum and the integral from half a unit before differ by less
 * than 1e-8 of themselves.
 */
final class TiltedPowerLaw {
  private static final int DIRECT = 4096;
  private static final double STRETCH = 1.4;
  private static final double NEGLIGIBLE = 1e-15;
  private static final double LARGEST_X = 1e300;
  private static final int MOST_ROUNDS = 200;
  private static final int MOST_HALVINGS = 40;
  private static final double PRECISION = 1e-14;

  /** A step leaves b at least this share of what it was. */
  private static final double EDGE = 0.1;

  /** Below this share of the likelihood's exponent the tilt is none. */
  private static final double NEGLIGIBLE_TILT = 1e-12;

  /** The Gauss–Legendre rule of eight points on [−1, 1]. */
  private static final GaussIntegrator RULE = new GaussIntegratorFactory().legendre(8);

  private final int xMin;
  private final DoubleUnaryOperator h;
  private final double a;
  private final double b;
  private final double shift;

  /** Sums of p, p·ln x, p·h, p·(ln x)², p·ln x·h, p·h², all over exp(shift). */
  private final double[] sums = new double[6];

  private TiltedPowerLaw(int xMin, DoubleUnaryOperator h, double a, double b, double peak) {
    this.xMin = xMin;
    this.h = h;
    this.a = a;
    this.b = b;
    double highest = Math.max(peak, xMin);
    shift = exponent(highest);
    long x = xMin;
    for (; x < (long) xMin + DIRECT; x++) {
      double p = addPoint((double) x, 1);
      if (x > highest && p < NEGLIGIBLE * sums[0]) {
        return;
      }
    }
    for (double from = x - 0.5; from < LARGEST_X; from *= STRETCH) {
      double p = addStretch(Math.log(from), Math.log(STRETCH));
      if (from > highest && p < NEGLIGIBLE * sums[0]) {
        return;
      }
    }
  }

  /**
   * That member of the family; {@code h} tells which: see {@link #cutoff} and {@link #logNormal}.
   */
  private static TiltedPowerLaw of(int xMin, boolean cutoff, double a, double b) {
    if (cutoff) {
      return new TiltedPowerLaw(xMin, x -> x, a, b, b < 0 ? -a / b : xMin);
    }
    double peak = b < 0 ? Math.exp(Math.min(600, -a / (2 * b))) : xMin;
    return new TiltedPowerLaw(xMin, x -> Math.log(x) * Math.log(x), a, b, peak);
  }

  /** The power law with exponential cutoff that fits best. */
  static TiltedPowerLaw cutoff(Counts tail, PowerLaw law) {
    return fit(tail, law, true, -0.1 / tail.mean());
  }

  /** The log-normal that fits best; null where it is nearest when it turns into the power law. */
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
    // of x may be infinite; there the search comes to an end next to b = 0.)
    if (!cutoff && meanH >= of(law.xMin(), false, -law.alpha(), 0).mean(2)) {
      return null;
    }
    TiltedPowerLaw now = of(law.xMin(), cutoff, -law.alpha(), firstB);
    for (int round = 0; round < MOST_ROUNDS && -now.b * meanH > NEGLIGIBLE_TILT; round++) {
      double before = now.logLikelihood(meanLog, meanH);
      TiltedPowerLaw next = now.newton(cutoff, meanLog, meanH);
      // At its edge b is held back, which would leave a behind.
      next = next.newtonOfA(cutoff, meanLog, meanH);
      if (!(next.logLikelihood(meanLog, meanH) - before > PRECISION * Math.max(1, -before))) {
        return now;
      }
      now = next;
    }
    return now;
  }

  /** A step of Newton's in both parameters that keeps b below 0 and is uphill; this, if none is. */
  private TiltedPowerLaw newton(boolean cutoff, double meanLog, double meanH) {
    double gradientA = meanLog - mean(1);
    double gradientB = meanH - mean(2);
    double aa = mean(3) - mean(1) * mean(1);
    double ab = mean(4) - mean(1) * mean(2);
    double bb = mean(5) - mean(2) * mean(2);
    double determinant = aa * bb - ab * ab;
    double stepA = (bb * gradientA - ab * gradientB) / determinant;
    double stepB = (aa * gradientB - ab * gradientA) / determinant;
    double scale = b + stepB < EDGE * b ? 1 : (EDGE - 1) * b / stepB;
    return uphill(cutoff, meanLog, meanH, scale * stepA, scale * stepB);
  }

  private TiltedPowerLaw newtonOfA(boolean cutoff, double meanLog, double meanH) {
    double step = (meanLog - mean(1)) / (mean(3) - mean(1) * mean(1));
    return uphill(cutoff, meanLog, meanH, step, 0);
  }

  private TiltedPowerLaw uphill(
      boolean cutoff, double meanLog, double meanH, double stepA, double stepB) {
    double here = logLikelihood(meanLog, meanH);
    double scale = 1;
    for (int halvings = 0; halvings < MOST_HALVINGS; halvings++, scale /= 2) {
      TiltedPowerLaw trial = of(xMin, cutoff, a + scale * stepA, b + scale * stepB);
      if (trial.logLikelihood(meanLog, meanH) > here) {
        return trial;
      }
    }
    return this;
  }

  private double exponent(double x) {
    return a * Math.log(x) + b * h.applyAsDouble(x);
  }

  private double addPoint(double x, double weight) {
    double p = weight * Math.exp(exponent(x) - shift);
    double log = Math.log(x);
    double value = h.applyAsDouble(x);
    sums[0] += p;
    sums[1] += p * log;
    sums[2] += p * value;
    sums[3] += p * log * log;
    sums[4] += p * log * value;
    sums[5] += p * value * value;
    return p;
  }

  private double addStretch(double logFrom, double length) {
    double sum = 0;
    for (int i = 0; i < RULE.getNumberOfPoints(); i++) {
      double x = Math.exp(logFrom + length / 2 * (1 + RULE.getPoint(i)));
      // dx = x d(ln x)
      sum += addPoint(x, RULE.getWeight(i) * length / 2 * x);
    }
    return sum;
  }

  private double mean(int i) {
    return sums[i] / sums[0];
  }

  private double logLikelihood(double meanLog, double meanH) {
    return a * meanLog + b * meanH - shift - Math.log(sums[0]);
  }

  /** ln p(x). */
  double logDensity(int x) {
    return exponent(x) - shift - Math.log(sums[0]);
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
