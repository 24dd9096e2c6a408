package org.orbweaver.webgraph.structure.fit;

import org.apache.commons.math3.exception.TooManyEvaluationsException;
import org.apache.commons.math3.optim.InitialGuess;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.nonlinear.scalar.ObjectiveFunction;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.NelderMeadSimplex;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.SimplexOptimizer;
import org.apache.commons.math3.special.Erf;

/**
 * A log-normal rounded to whole numbers, from x_min on: p(x) = P(x − ½ &lt; X &lt; x + ½) / P(X
 * &gt; x_min − ½).
 *
 * @param mu the mean of ln X
 * @param sigma the standard deviation of ln X
 */
record LogNormal(int xMin, double mu, double sigma) {
  private static final int MOST_TRIALS = 2000;
  private static final double PRECISION = 1e-13;

  /** The likeliest for {@code tail}, whose values begin at the power law's x_min. */
  static LogNormal fit(Counts tail, PowerLaw law) {
    double mean = 0;
    for (int i = 0; i < tail.distinct(); i++) {
      mean += tail.count(i) * Math.log(tail.value(i)) / tail.total();
    }
    double variance = 0;
    for (int i = 0; i < tail.distinct(); i++) {
      double off = Math.log(tail.value(i)) - mean;
      variance += tail.count(i) * off * off / tail.total();
    }
    // A wide tail is found from next to the power law, a narrow one from its moments.
    LogNormal wide = climb(tail, ofPower(law.xMin(), -law.alpha(), -0.01));
    LogNormal narrow = climb(tail, new LogNormal(law.xMin(), mean, Math.sqrt(variance)));
    return wide.logLikelihood(tail) > narrow.logLikelihood(tail) ? wide : narrow;
  }

  /** Its density is near exp(a ln x + b (ln x)²): with b = 0 the power law of exponent −a. */
  private static LogNormal ofPower(int xMin, double a, double b) {
    double variance = -1 / (2 * b);
    return new LogNormal(xMin, (a + 1) * variance, Math.sqrt(variance));
  }

  /**
   * The simplex of Nelder and Mead, over a and ln(−b), so that b stays below 0. In mu and sigma the
   * way to the power law would be a curved ridge.
   */
  private static LogNormal climb(Counts tail, LogNormal start) {
    LogNormal[] best = {start};
    double[] highest = {start.logLikelihood(tail)};
    double b = -1 / (2 * start.sigma * start.sigma);
    try {
      var unused =
          new SimplexOptimizer(PRECISION, PRECISION)
              .optimize(
                  new ObjectiveFunction(
                      p -> {
                        LogNormal tried = ofPower(start.xMin, p[0], -Math.exp(p[1]));
                        double likelihood = tried.logLikelihood(tail);
                        if (likelihood > highest[0]) {
                          highest[0] = likelihood;
                          best[0] = tried;
                        }
                        return likelihood;
                      }),
                  GoalType.MAXIMIZE,
                  new MaxEval(MOST_TRIALS),
                  new InitialGuess(new double[] {-2 * b * start.mu - 1, Math.log(-b)}),
                  new NelderMeadSimplex(new double[] {0.2, 1}));
    } catch (TooManyEvaluationsException e) {
      // If the likelihood grows for ever, as for two neighbouring values, or hardly grows, the
      // best so far differs from the optimum by less than the comparison can resolve.
    }
    return best[0];
  }

  /** The mean of ln p(x) over the tail. */
  private double logLikelihood(Counts tail) {
    double sum = 0;
    for (int i = 0; i < tail.distinct(); i++) {
      sum += tail.count(i) * logDensity(tail.value(i));
    }
    // Parameters for which a value's probability is too small for a double are out of reach.
    return Double.isFinite(sum) ? sum / tail.total() : -Double.MAX_VALUE;
  }

  /** ln p(x). */
  double logDensity(int x) {
    return Math.log(Erf.erf(z(x - 0.5), z(x + 0.5)) / Erf.erfc(z(xMin - 0.5)));
  }

  private double z(double x) {
    return (Math.log(x) - mu) / (sigma * Math.sqrt(2));
  }
}
