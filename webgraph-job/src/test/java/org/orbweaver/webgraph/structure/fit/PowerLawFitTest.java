package org.orbweaver.webgraph.structure.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.webgraph.structure.fit.PowerLawFit.Conclusion;

class PowerLawFitTest {
  private static Counts powerLaw(int xMin, double alpha, int n, long seed) {
    TreeMap<Integer, Long> drawn = new TreeMap<>();
    new Sampler(seed).draw(new PowerLaw(xMin, alpha, 0), n, drawn);
    return Counts.of(drawn);
  }

  /** Below 20 the numbers are uniform, unlike a power law's. */
  private static Counts powerLawFrom20(double alpha, long seed) {
    TreeMap<Integer, Long> drawn = new TreeMap<>();
    new Sampler(seed).draw(new PowerLaw(20, alpha, 0), 10_000, drawn);
    for (int x = 1; x < 20; x++) {
      drawn.put(x, 1000L);
    }
    return Counts.of(drawn);
  }

  private static Alternative alternative(PowerLawFit fit, String name) {
    return fit.alternatives().stream().filter(a -> a.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void findsTheExponentWithinItsStandardError() {
    double squares = 0;
    int fits = 0;
    for (double alpha : new double[] {1.5, 2.1, 2.5, 3.5}) {
      for (int seed = 0; seed < 25; seed++) {
        Counts data = powerLaw(1, alpha, 20_000, 100 + seed);
        double found = PowerLaw.alpha(1, meanLog(data));
        double error = new PowerLaw(1, found, 0).standardError(data.total());
        assertEquals(alpha, found, 4.5 * error);
        squares += Math.pow((found - alpha) / error, 2);
        fits++;
      }
    }
    // The mean of 100 squared standard normal numbers: 1 with a standard error of .14.
    assertEquals(1, squares / fits, 0.5);
  }

  /** Pages made from a template: all have nearly the same number of links. */
  @Test
  void narrowDegreesOfTemplatedSitesAreFitted() {
    int fitted = 0;
    for (int least : new int[] {1, 2, 8, 40, 399}) {
      for (int width : new int[] {1, 2, 3, 8}) {
        for (int seed = 0; seed < 3; seed++) {
          Random random = new Random(seed);
          TreeMap<Integer, Long> degrees = new TreeMap<>();
          int pages = 60 * width;
          for (int i = 0; i < pages; i++) {
            int sum = seed % 3 == 0 ? random.nextInt(width) : 0;
            for (int j = 0; seed % 3 == 1 && j < width - 1; j++) {
              sum += random.nextInt(2);
            }
            sum = seed % 3 == 2 && i % 50 == 0 ? width - 1 : sum;
            degrees.merge(least + sum, 1L, Long::sum);
          }
          Optional<PowerLawFit> fit = PowerLawFit.of(Counts.of(degrees), 0);
          for (Alternative other : fit.map(PowerLawFit::alternatives).orElse(List.of())) {
            assertTrue(Double.isFinite(other.logLikelihoodRatio()), degrees + " " + other);
            assertTrue(other.p() >= 0 && other.p() <= 1, degrees + " " + other);
            fitted++;
          }
        }
      }
    }
    assertTrue(fitted > 50, fitted + " alternatives");
  }

  /** Far from a power law: the density is near that of exponent -148. */
  @Test
  void narrowLogNormalIsFound() {
    TreeMap<Integer, Long> degrees = new TreeMap<>();
    double mu = Math.log(11);
    double sigma = 0.127;
    NormalDistribution logs = new NormalDistribution(mu, sigma);
    for (int x = 1; x < 40; x++) {
      degrees.put(x, Math.round(1e6 * logs.probability(Math.log(x - 0.5), Math.log(x + 0.5))));
    }
    Counts data = Counts.of(degrees);
    Counts tail = data.atLeast(8);
    PowerLaw law = new PowerLaw(8, PowerLaw.alpha(8, meanLog(tail)), 0);
    LogNormal found = LogNormal.fit(tail, law);
    assertEquals(sigma, found.sigma(), 1e-3);
    assertEquals(mu, found.mu(), 1e-3);
  }

  private static double meanLog(Counts data) {
    double sum = 0;
    for (int i = 0; i < data.distinct(); i++) {
      sum += data.count(i) * Math.log(data.value(i));
    }
    return sum / data.total();
  }

  @Test
  void findsWhereTheTailBegins() {
    for (int seed = 0; seed < 5; seed++) {
      PowerLawFit fit = PowerLawFit.of(powerLawFrom20(2.1, seed), 0).orElseThrow();
      assertTrue(fit.xMin() >= 18 && fit.xMin() <= 60, "x_min " + fit.xMin());
      assertEquals(2.1, fit.alpha(), 4.5 * fit.standardError());
      assertTrue(fit.p().isEmpty());
      assertNotEquals(Conclusion.POWER_LAW, fit.verdict());
    }
  }

  @Test
  void aPowerLawIsPlausibleAndTheExponentialIsNot() {
    int plausible = 0;
    for (int seed = 0; seed < 10; seed++) {
      PowerLawFit fit = PowerLawFit.of(powerLaw(1, 2.3, 3000, seed), 50).orElseThrow();
      assertEquals(2.3, fit.alpha(), 4.5 * fit.standardError());
      assertTrue(alternative(fit, "exponential").isWorse(), fit.toString());
      plausible += fit.p().getAsDouble() > PowerLawFit.RULED_OUT ? 1 : 0;
    }
    // p is uniform for true power laws: nine of ten are above .1.
    assertTrue(plausible >= 7, plausible + " of 10");
  }

  @Test
  void anExponentialIsNotCalledAPowerLaw() {
    Random random = new Random(9);
    int[] data =
        IntStream.range(0, 20_000)
            .map(i -> 1 + (int) (-Math.log(1 - random.nextDouble()) * 20))
            .toArray();
    Counts counts = Counts.of(data);
    // Far out, in the last eightieth of the numbers, chance may well explain the distance …
    PowerLawFit fit = PowerLawFit.of(counts, 100).orElseThrow();
    assertNotEquals(Conclusion.POWER_LAW, fit.verdict(), fit.words());
    assertTrue(fit.words().contains("only"), fit.words());
    for (Alternative alternative : fit.alternatives()) {
      boolean bends = alternative.name().equals("log-normal");
      // … and a log-normal, which can bend as the data do, is not further away.
      assertTrue(!bends || alternative.logLikelihoodRatio() <= 1e-6, alternative.toString());
    }
    // … but all of them are an exponential's.
    PowerLaw whole = new PowerLaw(1, PowerLaw.alpha(1, meanLog(counts)), 0);
    Alternative exponential = Alternative.compare(counts, whole).get(1);
    assertTrue(exponential.isBetter() && exponential.p() < 1e-9, exponential.toString());
    assertEquals(1 / 20.0, exponential.parameters().get("lambda"), 0.002);
  }

  @Test
  void aLogNormalIsToldFromAPowerLaw() {
    Random random = new Random(10);
    int[] data =
        IntStream.range(0, 50_000)
            .map(i -> (int) Math.rint(Math.exp(2 + random.nextGaussian())))
            .toArray();
    Counts tail = Counts.of(data).atLeast(5);
    PowerLaw law = new PowerLaw(5, PowerLaw.alpha(5, meanLog(tail)), 0);
    Alternative logNormal = Alternative.compare(tail, law).get(0);
    assertTrue(logNormal.isBetter(), logNormal.toString());
    assertEquals(2, logNormal.parameters().get("mu"), 0.1);
    assertEquals(1, logNormal.parameters().get("sigma"), 0.05);
  }

  @Test
  void ofPowerLawsFewLookLikeSomethingElse() {
    int better = 0;
    for (int seed = 0; seed < 40; seed++) {
      Counts data = powerLaw(1, 2.2, 5000, 50 + seed);
      PowerLaw law = new PowerLaw(1, PowerLaw.alpha(1, meanLog(data)), 0);
      for (Alternative alternative : Alternative.compare(data, law)) {
        better += alternative.isBetter() ? 1 : 0;
      }
    }
    // By the meaning of p at most a tenth of 40 tests of the log-normal.
    assertTrue(better <= 7, better + " of 80");
  }

  @Test
  void wikiVoteAsAnIndependentComputationHasIt() throws IOException {
    Path file =
        Path.of(
            System.getProperty("orbweaver.shared", "none"), "data/graphs/wiki-Vote/wiki-Vote.txt");
    assumeTrue(Files.exists(file), "no " + file);
    Map<String, Integer> in = new HashMap<>();
    Map<String, Integer> out = new HashMap<>();
    Set<String> seen = new HashSet<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.startsWith("#") && seen.add(line.strip())) {
        String[] ends = line.strip().split("\\s+", -1);
        out.merge(ends[0], 1, Integer::sum);
        in.merge(ends[1], 1, Integer::sum);
      }
    }
    // SciPy 1.17: Hurwitz' zeta, bounded minimisation, Nelder and Mead's simplex.
    PowerLawFit fit = PowerLawFit.of(counts(in), 0).orElseThrow();
    assertEquals(71, fit.xMin());
    assertEquals(3.629870174, fit.alpha(), 1e-6);
    assertEquals(0.1275748, fit.standardError(), 1e-5);
    assertEquals(0.025011658, fit.ks(), 1e-6);
    assertEquals(425, fit.tail());
    check(alternative(fit, "log-normal"), -2.149375, 0.1817547);
    check(alternative(fit, "exponential"), 9.034662, 0.1688673);
    fit = PowerLawFit.of(counts(out), 0).orElseThrow();
    assertEquals(1, fit.xMin());
    assertEquals(1.529951552, fit.alpha(), 1e-6);
    assertEquals(6110, fit.tail());
    check(alternative(fit, "log-normal"), -152.34701, 1.2139e-41);
    check(alternative(fit, "exponential"), 4570.12988, 2.457e-177);
  }

  private static Counts counts(Map<String, Integer> degrees) {
    return Counts.of(degrees.values().stream().mapToInt(Integer::intValue).toArray());
  }

  private static void check(Alternative alternative, double ratio, double p) {
    assertEquals(
        ratio, alternative.logLikelihoodRatio(), 1e-4 * Math.abs(ratio), alternative.toString());
    assertEquals(p, alternative.p(), 1e-3 * p, alternative.toString());
  }

  @Test
  void tooFewNumbersAreNotFitted() {
    assertEquals(Optional.empty(), PowerLawFit.of(Counts.of(new int[] {0, 0, 1, 2, 3}), 10));
    assertEquals(Optional.empty(), PowerLawFit.of(Counts.of(new int[0]), 10));
    int[] allTheSame = new int[1000];
    java.util.Arrays.fill(allTheSame, 4);
    assertEquals(Optional.empty(), PowerLawFit.of(Counts.of(allTheSame), 10));
  }

  @Test
  void theSameDataHaveTheSameP() {
    Counts data = powerLaw(2, 2.4, 500, 3);
    assertEquals(PowerLawFit.of(data, 40), PowerLawFit.of(data, 40));
  }

  /** Against values of an arbitrary-precision library (mpmath 1.3, 25 digits). */
  @ParameterizedTest
  @CsvSource({
    "2.5,  1,       1.341487257250917",
    "1.5,  7,       0.7838877675183705",
    "3,    1000,    5.005002499999166e-07",
    "20,   3,       2.8771746654611316e-10",
    "1.01, 1,       100.57794333849678",
    "2.1,  5000000, 3.8881262458436386e-08",
    "2,    1,       1.6449340668482264",
  })
  void hurwitzZeta(double s, double q, double expected) {
    assertEquals(expected, PowerLaw.zeta(s, q), 1e-14 * expected);
  }
}
