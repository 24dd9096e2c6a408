package org.orbweaver.webgraph.structure.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SamplerTest {
  private static final int DRAWS = 20_000;

  @Test
  void binomialsHaveTheirMeanAndVariance() {
    Sampler sampler = new Sampler(1);
    long[] trials = {1, 10, 100, 1000, 1_000_000, 50_000_000};
    double[] chances = {0, 1e-6, 0.01, 0.3, 0.5, 0.9, 1};
    for (long n : trials) {
      for (double p : chances) {
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < DRAWS; i++) {
          long k = sampler.binomial(n, p);
          assertTrue(k >= 0 && k <= n);
          sum += k - n * p;
          squares += (k - n * p) * (k - n * p);
        }
        double variance = n * p * (1 - p);
        // Five standard errors: one failure in two million, and the seed is fixed.
        assertEquals(0, sum / DRAWS, 5 * Math.sqrt(variance / DRAWS) + 1e-12, n + " x " + p);
        double fourth = variance * (1 + 3 * variance);
        assertEquals(
            variance, squares / DRAWS, 5 * Math.sqrt(fourth / DRAWS) + 1e-12, n + " x " + p);
      }
    }
  }

  @Test
  void aPowerLawsNumbersHaveItsShares() {
    PowerLaw law = new PowerLaw(3, 2.2, 0);
    TreeMap<Integer, Long> drawn = new TreeMap<>();
    int n = 1_000_000;
    new Sampler(2).draw(law, n, drawn);
    Counts counts = Counts.of(drawn);
    assertEquals(n, counts.total());
    assertEquals(3, counts.value(0));
    for (int x : new int[] {4, 5, 10, 100, 1000, 10_000}) {
      double share = law.share(x);
      double error = Math.sqrt(share * (1 - share) / n);
      assertEquals(share, (double) counts.from(counts.place(x)) / n, 5 * error, "from " + x);
    }
  }

  @Test
  void fewNumbersComeFromTheSameLaw() {
    PowerLaw law = new PowerLaw(1, 1.8, 0);
    TreeMap<Integer, Long> drawn = new TreeMap<>();
    Sampler sampler = new Sampler(3);
    for (int i = 0; i < 2000; i++) {
      sampler.draw(law, 100, drawn);
    }
    Counts counts = Counts.of(drawn);
    for (int x : new int[] {2, 3, 7, 50, 3000}) {
      double share = law.share(x);
      double error = Math.sqrt(share * (1 - share) / counts.total());
      assertEquals(share, (double) counts.from(counts.place(x)) / counts.total(), 5 * error);
    }
  }

  @Test
  void theSameSeedDrawsTheSame() {
    TreeMap<Integer, Long> one = new TreeMap<>();
    TreeMap<Integer, Long> two = new TreeMap<>();
    new Sampler(7).draw(new PowerLaw(1, 2, 0), 5000, one);
    new Sampler(7).draw(new PowerLaw(1, 2, 0), 5000, two);
    assertEquals(one, two);
  }
}
