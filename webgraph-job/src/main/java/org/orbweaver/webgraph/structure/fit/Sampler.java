package org.orbweaver.webgraph.structure.fit;

import java.util.Map;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.random.RandomGenerator;
import org.apache.commons.math3.random.Well512a;

/**
 * Draws whole histograms: the frequency of each value among n numbers, at a cost that grows with
 * the distinct values and log n, not with n. Exact, by conditional binomials.
 */
final class Sampler {
  /** A tail of at most this many numbers is drawn one by one. */
  private static final long REST = 256;

  private final RandomGenerator random;

  Sampler(long seed) {
    random = new Well512a(seed);
  }

  /** The successes of n trials of probability p. */
  long binomial(long n, double p) {
    return new BinomialDistribution(random, Math.toIntExact(n), p).sample();
  }

  /** Adds n numbers drawn from those of {@code data}. */
  void draw(Counts data, long n, Map<Integer, Long> into) {
    long left = n;
    for (int i = 0; i < data.distinct() && left > 0; i++) {
      long here = binomial(left, (double) data.count(i) / data.from(i));
      add(into, data.value(i), here);
      left -= here;
    }
  }

  /** Adds n numbers drawn from a power law; those beyond an int's range become the largest int. */
  void draw(PowerLaw law, long n, Map<Integer, Long> into) {
    long left = n;
    int x = law.xMin();
    double from = PowerLaw.zeta(law.alpha(), x);
    while (left > REST) {
      double next = PowerLaw.zeta(law.alpha(), x + 1.0);
      long here = binomial(left, 1 - next / from);
      add(into, x, here);
      left -= here;
      from = next;
      x++;
    }
    for (; left > 0; left--) {
      add(into, one(law.alpha(), x, from * (1 - random.nextDouble())), 1);
    }
  }

  /** The largest x whose ζ(α, x) is still at least {@code level}; that of {@code low} is. */
  private static int one(double alpha, int low, double level) {
    long inside = low;
    long step = 1;
    while (inside + step < Integer.MAX_VALUE
        && PowerLaw.zeta(alpha, (double) (inside + step)) >= level) {
      inside += step;
      step *= 2;
    }
    for (; step > 0; step /= 2) {
      if (inside + step <= Integer.MAX_VALUE
          && PowerLaw.zeta(alpha, (double) (inside + step)) >= level) {
        inside += step;
      }
    }
    return (int) inside;
  }

  private static void add(Map<Integer, Long> into, int value, long count) {
    if (count > 0) {
      into.merge(value, count, Long::sum);
    }
  }
}
