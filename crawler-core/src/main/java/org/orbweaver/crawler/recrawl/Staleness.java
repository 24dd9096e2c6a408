package org.orbweaver.crawler.recrawl;

/**
 * Expected freshness, age and number of missed changes of a page that changes as a Poisson process.
 *
 * <p>A page is fresh until its first change after a visit; its age is the time since that change,
 * and 0 while it is fresh. Rates are per day and times in days, both positive. All formulas keep
 * full precision if the product of rate and time is small: they are written with the functions
 * φ₁(z) = (eᶻ − 1)/z and φₖ₊₁(z) = (φₖ(z) − 1/k!)/z.
 *
 * <p>Sources: Cho and Garcia-Molina, "Effective page refresh policies for web crawlers", 2003, for
 * freshness and age; Kolobov et al., "Staying up to date with online content changes using
 * reinforcement learning for scheduling", 2019, for the harmonic penalty.
 */
public final class Staleness {
  private static final double EULER = 0.5772156649015329;

  private Staleness() {}

  /** φₖ(−x) for k of 1 to 3 and x ≥ 0. */
  static double phi(int k, double x) {
    if (x < 1) {
      double term = k == 1 ? 1 : k == 2 ? 1.0 / 2 : 1.0 / 6;
      double sum = 0;
      for (int j = k + 1; Math.abs(term) > 1e-17; j++) {
        sum += term;
        term *= -x / j;
      }
      return sum;
    }
    double phi = -Math.expm1(-x) / x;
    if (k > 1) {
      phi = (1 - phi) / x;
    }
    return k > 2 ? (1.0 / 2 - phi) / x : phi;
  }

  /** Mean freshness of a page visited at fixed intervals: (1 − e^(−ΔI))/(ΔI). */
  public static double freshness(double changeRate, double interval) {
    return phi(1, changeRate * interval);
  }

  /** Mean age in days at fixed intervals: I/2 − 1/Δ + (1 − e^(−ΔI))/(Δ²I). */
  public static double age(double changeRate, double interval) {
    return changeRate * interval * interval * phi(3, changeRate * interval);
  }

  /**
   * Mean over time of H(number of missed changes) at fixed intervals, where H(n) = 1 + 1/2 + … +
   * 1/n: Ein(ΔI) − 1 + (1 − e^(−ΔI))/(ΔI).
   */
  public static double harmonicPenalty(double changeRate, double interval) {
    double x = changeRate * interval;
    return ein(x) - x * phi(2, x);
  }

  /** Mean freshness of a page visited at the times of a Poisson process: ρ/(ρ + Δ). */
  public static double freshnessAtPoissonVisits(double changeRate, double visitRate) {
    return visitRate / (visitRate + changeRate);
  }

  /** Mean age in days at Poisson visits: Δ/(ρ(ρ + Δ)). */
  public static double ageAtPoissonVisits(double changeRate, double visitRate) {
    return changeRate / (visitRate * (visitRate + changeRate));
  }

  /** Mean of H(number of missed changes) at Poisson visits: −ln(ρ/(ρ + Δ)). */
  public static double harmonicPenaltyAtPoissonVisits(double changeRate, double visitRate) {
    return Math.log1p(changeRate / visitRate);
  }

  /** The probability that a page visited {@code days} ago is still fresh: e^(−Δτ). */
  public static double expectedFreshness(double changeRate, double days) {
    return Math.exp(-changeRate * days);
  }

  /**
   * Expected age in days of a page visited {@code days} ago: (Δt + e^(−Δt) − 1)/Δ. The derivation
   * often printed with t in place of Δt is a slip: it is not 0 at t = 0.
   */
  public static double expectedAge(double changeRate, double days) {
    double x = changeRate * days;
    return x * days * phi(2, x);
  }

  /** Ein(x) = ∫₀ˣ (1 − e⁻ˢ)/s ds = γ + ln x + E₁(x): the mean of H(n) for n of Poisson's law. */
  static double ein(double x) {
    if (x < 2) {
      double term = x;
      double sum = 0;
      for (int k = 1; Math.abs(term) > 1e-17 * Math.max(sum, Double.MIN_NORMAL); k++) {
        sum += term / k;
        term *= -x / (k + 1);
      }
      return sum;
    }
    // E₁ by its continued fraction, from the end: e⁻ˣ/(x + 1/(1 + 1/(x + 2/(1 + 2/(x + …))))).
    double fraction = x;
    for (int k = 40; k > 0; k--) {
      fraction = x + k / (1 + k / fraction);
    }
    return EULER + Math.log(x) + Math.exp(-x) / fraction;
  }
}
