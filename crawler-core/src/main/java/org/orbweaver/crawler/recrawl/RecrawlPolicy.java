package org.orbweaver.crawler.recrawl;

import static org.orbweaver.crawler.recrawl.Staleness.phi;

/**
 * Objectives for planning visits. Each policy has two functions.
 *
 * <p>{@link #value} is an index: if visits are limited, those of the highest value come first. If a
 * page costs C(τ) per day at τ days after a visit, times its importance w, then intervals I that
 * minimise Σ w/I·∫₀ᴵC for a number of visits Σ 1/I satisfy w(I·C(I) − ∫₀ᴵC) = price, the same price
 * for all pages. So it is optimal to visit every page that has reached the price, and spending a
 * budget on the pages of the highest w(τC(τ) − ∫₀ᵗC) finds the price by itself (a Whittle index).
 *
 * <p>{@link #visitRate} is the optimal rate of visits at the times of a Poisson process, for which
 * there are closed forms. Such visits must be more frequent for the same result.
 */
public enum RecrawlPolicy {
  /** All pages in turn: the value is τ. Learns nothing; importance does not count. */
  UNIFORM {
    @Override
    public double value(double changeRate, double importance, double days) {
      return days;
    }

    @Override
    public double visitRate(double changeRate, double importance, double price) {
      return 1 / price;
    }
  },

  /** Visits in proportion to importance times change rate: the value is wΔτ. For comparison. */
  PROPORTIONAL {
    @Override
    public double value(double changeRate, double importance, double days) {
      return importance * changeRate * days;
    }

    @Override
    public double visitRate(double changeRate, double importance, double price) {
      return importance * changeRate / price;
    }
  },

  /**
   * Most pages fresh: C = 1 − e^(−Δτ), value w(1 − (1 + Δτ)e^(−Δτ))/Δ. Pages that change too fast
   * are not visited: their value never exceeds w/Δ. Poisson visits: Azar et al., "Tractable near-
   * optimal policies for crawling", 2018.
   */
  FRESHNESS {
    @Override
    public double value(double changeRate, double importance, double days) {
      double x = changeRate * days;
      return importance * x * days * (phi(1, x) - phi(2, x));
    }

    @Override
    public double visitRate(double changeRate, double importance, double price) {
      return Math.max(0, Math.sqrt(importance * changeRate / price) - changeRate);
    }
  },

  /**
   * Least age: C = τ − (1 − e^(−Δτ))/Δ, value w(τ²/2 + τe^(−Δτ)/Δ − (1 − e^(−Δτ))/Δ²). It favours
   * pages not visited for long, and so slow ones.
   */
  AGE {
    @Override
    public double value(double changeRate, double importance, double days) {
      double x = changeRate * days;
      return importance * x * days * days * (phi(2, x) - phi(3, x));
    }

    /** The root ρ of wΔ(2ρ + Δ)/(ρ²(ρ + Δ)²) = price. */
    @Override
    public double visitRate(double changeRate, double importance, double price) {
      double low = 1e-12;
      double high = Math.cbrt(2 * importance * changeRate / price);
      for (int i = 0; i < 200 && high > low * (1 + 1e-13); i++) {
        double rate = Math.sqrt(low * high);
        double sum = rate + changeRate;
        double gain = importance * changeRate * (rate + sum) / (rate * rate * sum * sum);
        if (gain > price) {
          low = rate;
        } else {
          high = rate;
        }
      }
      return high;
    }
  },

  /**
   * Few missed changes, where each further one of a page weighs less: C = ∫₀^(Δτ)(1 − e⁻ˢ)/s ds,
   * the mean of H(missed changes) (Kolobov et al., 2019). The value w(τ − (1 − e^(−Δτ))/Δ) is w
   * times the page's {@link Staleness#expectedAge}. No page is left out. The default.
   */
  HARMONIC {
    @Override
    public double value(double changeRate, double importance, double days) {
      return importance * Staleness.expectedAge(changeRate, days);
    }

    @Override
    public double visitRate(double changeRate, double importance, double price) {
      return harmonic(changeRate, importance * changeRate, price);
    }
  };

  /**
   * The value of a visit now; grows with {@code days}.
   *
   * @param changeRate Δ, changes per day, above 0
   * @param importance w, at least 0
   * @param days τ since the last visit, at least 0
   */
  public abstract double value(double changeRate, double importance, double days);

  /**
   * Visits per day at the times of a Poisson process.
   *
   * @param price the least value of a visit, above 0: the Lagrange multiplier of the budget
   */
  public abstract double visitRate(double changeRate, double importance, double price);

  /** The policy's mean penalty per day at fixed intervals; uniform and proportional: staleness. */
  public final double penalty(double changeRate, double interval) {
    return switch (this) {
      case AGE -> Staleness.age(changeRate, interval);
      case HARMONIC -> Staleness.harmonicPenalty(changeRate, interval);
      default -> 1 - Staleness.freshness(changeRate, interval);
    };
  }

  /** The same with visits at the times of a Poisson process of this rate. */
  public final double penaltyAtPoissonVisits(double changeRate, double visitRate) {
    return switch (this) {
      case AGE -> Staleness.ageAtPoissonVisits(changeRate, visitRate);
      case HARMONIC -> Staleness.harmonicPenaltyAtPoissonVisits(changeRate, visitRate);
      default -> 1 - Staleness.freshnessAtPoissonVisits(changeRate, visitRate);
    };
  }

  /** The interval in days at which visits reach a price; infinite if they never do. */
  public final double interval(double changeRate, double importance, double price) {
    double high = 1 / changeRate;
    while (value(changeRate, importance, high) < price) {
      high *= 2;
      if (high > 1e12) {
        return Double.POSITIVE_INFINITY;
      }
    }
    double low = high / 2;
    while (low > 1e-12 && value(changeRate, importance, low) >= price) {
      high = low;
      low /= 2;
    }
    while (high > low * (1 + 1e-12)) {
      double middle = (low + high) / 2;
      if (middle <= low || middle >= high) {
        break;
      }
      if (value(changeRate, importance, middle) < price) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /** The root ρ of gain/(ρ(ρ + Δ)) = price, without cancellation. */
  private static double harmonic(double changeRate, double gain, double price) {
    double product = gain / price;
    return 2 * product / (changeRate + Math.sqrt(changeRate * changeRate + 4 * product));
  }
}
