package org.orbweaver.crawler.recrawl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StalenessTest {
  /** Simpson's rule. */
  static double integral(DoubleUnaryOperator f, double from, double to) {
    int steps = 2000;
    double width = (to - from) / steps;
    double sum = f.applyAsDouble(from) + f.applyAsDouble(to);
    for (int i = 1; i < steps; i++) {
      sum += (i % 2 == 0 ? 2 : 4) * f.applyAsDouble(from + i * width);
    }
    return sum * width / 3;
  }

  @Test
  void expectedAgeIsTheCorrectedFormulaOfTheLecture() {
    assertEquals(2.5752, Staleness.expectedAge(1 / 7.0, 7), 5e-5);
    assertEquals(0, Staleness.expectedAge(1 / 7.0, 0));
  }

  @ParameterizedTest
  @CsvSource({"0.01, 3", "0.1, 9.9", "0.1, 10.1", "1, 1.9", "1, 2.1", "2, 30", "0.5, 400"})
  void meansAtFixedIntervalsAreIntegralsOverTheInterval(double rate, double interval) {
    assertEquals(
        integral(t -> Math.exp(-rate * t), 0, interval) / interval,
        Staleness.freshness(rate, interval),
        1e-6);
    assertEquals(
        integral(t -> Staleness.expectedAge(rate, t), 0, interval) / interval,
        Staleness.age(rate, interval),
        1e-6 * interval);
    assertEquals(
        integral(t -> Staleness.ein(rate * t), 0, interval) / interval,
        Staleness.harmonicPenalty(rate, interval),
        1e-6 * interval);
  }

  @ParameterizedTest
  @CsvSource({"0.1", "1", "1.999", "2", "5", "12"})
  void einIsTheMeanOfHarmonicNumbersUnderPoissonsLaw(double x) {
    double probability = Math.exp(-x);
    double harmonic = 0;
    double mean = 0;
    for (int n = 1; n < 200; n++) {
      probability *= x / n;
      harmonic += 1.0 / n;
      mean += probability * harmonic;
    }
    assertEquals(mean, Staleness.ein(x), 1e-12);
  }

  @Test
  void smallProductsKeepTheirPrecision() {
    assertEquals(1 - 5e-13, Staleness.freshness(1e-9, 1e-3), 1e-16);
    assertEquals(1e-9 * 1e-6 / 6, Staleness.age(1e-9, 1e-3), 1e-24);
    assertEquals(1e-9 * 1e-6 / 2, Staleness.expectedAge(1e-9, 1e-3), 1e-24);
  }

  @ParameterizedTest
  @CsvSource({"0.1, 0.3", "2, 0.5"})
  void meansAtPoissonVisitsAreThoseOverExponentialTimesSinceTheVisit(double rate, double visits) {
    double end = 60 / visits;
    DoubleUnaryOperator density = t -> visits * Math.exp(-visits * t);
    assertEquals(
        integral(t -> density.applyAsDouble(t) * Math.exp(-rate * t), 0, end),
        Staleness.freshnessAtPoissonVisits(rate, visits),
        1e-6);
    assertEquals(
        integral(t -> density.applyAsDouble(t) * Staleness.expectedAge(rate, t), 0, end),
        Staleness.ageAtPoissonVisits(rate, visits),
        1e-5);
    assertEquals(
        integral(t -> density.applyAsDouble(t) * Staleness.ein(rate * t), 0, end),
        Staleness.harmonicPenaltyAtPoissonVisits(rate, visits),
        1e-6);
  }
}
