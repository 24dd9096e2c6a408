package org.orbweaver.crawler.recrawl;

/**
 * Estimates the change rate of a page, in changes per day, from visits that only show whether it
 * changed since the last: several changes between two visits look like one, so the share of visits
 * that found a change is biased low.
 *
 * <p>The estimate is the maximum of the likelihood for any intervals (Cho and Garcia-Molina,
 * "Estimating frequency of change", ACM TOIT 3(3), 2003, section 5.3), with a prior, without which
 * a page that changed between all visits has no finite estimate. If the time of the last change is
 * known, it enters as in their estimator for that case: the time since the change is, looking back,
 * the time to the first event of a Poisson process. So X such changes, T days ago in sum, add X to
 * the changes and T to the days without one.
 */
public final class ChangeRateEstimator {
  /**
   * The number of revisited pages from which the mean of a host's estimates is the prior of its
   * pages; with fewer, the prior is the mean of the crawl.
   */
  public static final int RATED_PAGES = 20;

  private static final int MOST_STEPS = 100;
  private static final double PRECISION = 1e-9;

  private ChangeRateEstimator() {}

  /**
   * The prior, a Gamma distribution of change rates.
   *
   * @param shape its weight against visits: about that of this number of changes
   * @param mean changes per day
   */
  public record Prior(double shape, double mean) {
    /** Checks the parameters. */
    public Prior {
      if (!(shape > 0 && mean > 0 && shape < 1e9 && mean < 1e9)) {
        throw new IllegalArgumentException(
            "prior of the change rate: expected a positive shape and mean, got "
                + shape
                + " and "
                + mean);
      }
    }
  }

  /**
   * The most likely rate under a prior of shape a and mean a/b, on the scale of its logarithm: the
   * root of Σ_changed I/(e^(ΔI) − 1) + (X + a)/Δ = Σ_unchanged I + T + b. Without visits the
   * prior's mean.
   */
  public static double mostLikely(ChangeHistory history, Prior prior) {
    return root(history, prior.shape(), prior.shape() / prior.mean());
  }

  /**
   * The logarithm of the probability that a page is unchanged {@code days} after its last visit,
   * given history and prior: −α·ln(1 + ΔI/α), where Δ is the most likely rate, and the shape α of
   * the posterior the curvature of its logarithm there, with respect to the logarithm of the rate.
   */
  static double logUnchanged(ChangeHistory history, Prior prior, double days) {
    double exposure = prior.shape() / prior.mean();
    double rate = root(history, prior.shape(), exposure);
    double shape = -rate * new Equation(history, prior.shape(), exposure, rate).slope;
    return -shape * Math.log1p(days * rate / shape);
  }

  /**
   * Newton's method from 0 on the {@link Equation}, which is decreasing and convex, so each step
   * stays below the root, and the first is close to it.
   */
  private static double root(ChangeHistory history, double shape, double exposure) {
    double rate = 0;
    for (int step = 0; step < MOST_STEPS; step++) {
      Equation at = new Equation(history, shape, exposure, rate);
      double next = rate - at.value / at.slope;
      if (next - rate <= PRECISION * next) {
        return next;
      }
      rate = next;
    }
    return rate;
  }

  /**
   * Δ times the equation, a + X + Σ ΔI/(e^(ΔI) − 1) − Δ(Σ_unchanged I + T + b), and its derivative.
   */
  private static final class Equation {
    double value;
    double slope;

    Equation(ChangeHistory history, double shape, double exposure, double rate) {
      double days = history.unchangedDays() + history.datedDays() + exposure;
      value = history.dated() + shape - rate * days;
      slope = -days;
      for (int bin = 0; bin < ChangeHistory.BINS; bin++) {
        int count = history.undated(bin);
        if (count > 0) {
          double interval = ChangeHistory.days(bin);
          double x = rate * interval;
          // x/(eˣ − 1) and its derivative; for small x their series, which avoid cancellation.
          double odds = x < 1e-4 ? 1 - x / 2 : x / Math.expm1(x);
          double change = x < 1e-4 ? -1.0 / 2 + x / 6 : odds * (1 - x - odds) / x;
          value += count * odds;
          slope += count * interval * change;
        }
      }
    }
  }
}
