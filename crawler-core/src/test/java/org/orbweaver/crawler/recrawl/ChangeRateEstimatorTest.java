package org.orbweaver.crawler.recrawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.crawler.recrawl.ChangeRateEstimator.Prior;

class ChangeRateEstimatorTest {
  private static final int VISITS = 50;
  private static final int TRIALS = 4000;

  /** Rates in changes per interval between visits, with what the naive X/n tends to. */
  @ParameterizedTest
  @CsvSource({".1", ".25", ".5", "1", "1.5", "2"})
  void regularEstimateIsNearlyUnbiasedWhereTheNaiveOneIsLow(double rate) {
    Random random = new Random(7);
    double sum = 0;
    double squares = 0;
    double naive = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      int changes = 0;
      for (int visit = 0; visit < VISITS; visit++) {
        changes += random.nextDouble() < -Math.expm1(-rate) ? 1 : 0;
      }
      double ratio = ChangeRateEstimator.regular(VISITS, changes, 1) / rate;
      sum += ratio;
      squares += ratio * ratio;
      naive += changes / (VISITS * rate);
    }
    double mean = sum / TRIALS;
    assertEquals(1, mean, .02);
    assertEquals(-Math.expm1(-rate) / rate, naive / TRIALS, .02);
    // The variance of the likelihood's maximum: (e^Δ − 1)/(nΔ²), relative to Δ.
    double variance = squares / TRIALS - mean * mean;
    assertEquals(1, variance / (Math.expm1(rate) / (VISITS * rate * rate)), .15);
  }

  @ParameterizedTest
  @CsvSource({".1", ".5", "1", "2"})
  void irregularEstimateIsWithinAFewPercentDespiteTheBins(double rate) {
    Random random = new Random(8);
    double plain = 0;
    double withPrior = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      ChangeHistory history = new ChangeHistory();
      for (int visit = 0; visit < VISITS; visit++) {
        double days = .3 + 1.4 * random.nextDouble();
        history.observe(days, random.nextDouble() < -Math.expm1(-rate * days));
      }
      plain += ChangeRateEstimator.irregular(history) / rate;
      withPrior += ChangeRateEstimator.mostLikely(history, new Prior(1, rate)) / rate;
    }
    assertEquals(1, plain / TRIALS, .05);
    assertEquals(1, withPrior / TRIALS, .08);
  }

  /** Changes per interval between visits. */
  @ParameterizedTest
  @CsvSource({"1", "2", "4"})
  void datesOfChangesMakeEstimatesBetter(double rate) {
    Random random = new Random(9);
    Prior prior = new Prior(1, 1);
    double[] sums = new double[4];
    for (int trial = 0; trial < TRIALS; trial++) {
      ChangeHistory dated = new ChangeHistory();
      ChangeHistory undated = new ChangeHistory();
      for (int visit = 0; visit < 20; visit++) {
        double since = -Math.log(1 - random.nextDouble()) / rate; // looking back
        undated.observe(1, since < 1);
        if (since < 1) {
          dated.observeDated(1, since);
        } else {
          dated.observe(1, false);
        }
      }
      double error = ChangeRateEstimator.mostLikely(dated, prior) / rate - 1;
      double before = ChangeRateEstimator.mostLikely(undated, prior) / rate - 1;
      sums[0] += error / TRIALS;
      sums[1] += error * error / TRIALS;
      sums[2] += before / TRIALS;
      sums[3] += before * before / TRIALS;
    }
    String figures = java.util.Arrays.toString(sums);
    assertEquals(0, sums[0], .12, figures);
    assertTrue(Math.abs(sums[0]) < .9 * Math.abs(sums[2]) + .01, "bias: " + figures);
    assertTrue(sums[1] < .8 * sums[3], "mean square: " + figures);
  }

  /** A page that changes at 1/30 a day, where the crawl's mean is one in 200 days. */
  @Test
  void dateAtTheFirstVisitReplacesTheGuess() {
    Random random = new Random(10);
    double dated = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      double since = -30 * Math.log(1 - random.nextDouble());
      dated += Math.log(PageHistory.first(ChangeTest.BYTES, 0, 1 / 200.0, since).changeRate() * 30);
    }
    double undated = Math.log(PageHistory.first(ChangeTest.BYTES, 0, 1 / 200.0).changeRate() * 30);
    assertTrue(Math.abs(dated / TRIALS) < .8 * Math.abs(undated), dated / TRIALS + ", " + undated);
  }

  @Test
  void irregularIsTheRootOfItsEquation() {
    ChangeHistory history = new ChangeHistory();
    double[] changed = {ChangeHistory.days(10), ChangeHistory.days(13), ChangeHistory.days(20)};
    for (double days : changed) {
      history.observe(days, true);
    }
    history.observe(4, false);
    double rate = ChangeRateEstimator.irregular(history);
    double left = 0;
    for (double days : changed) {
      left += days / Math.expm1(rate * days);
    }
    assertEquals(4, left, 1e-7);
  }

  @Test
  void extremesHaveTheirLimits() {
    ChangeHistory history = new ChangeHistory();
    assertEquals(0, ChangeRateEstimator.irregular(history));
    assertEquals(.2, ChangeRateEstimator.mostLikely(history, new Prior(1, .2)), 1e-12);
    history.observe(1, true);
    assertEquals(Double.POSITIVE_INFINITY, ChangeRateEstimator.irregular(history));
    for (int i = 0; i < 60; i++) {
      history.observe(4096, true);
    }
    double rate = ChangeRateEstimator.mostLikely(history, new Prior(1, .2));
    assertTrue(rate > .2 && rate < 1, "rate " + rate);
    assertEquals(Math.log(21), ChangeRateEstimator.regular(10, 10, 1), 1e-12);
  }

  @Test
  void impossibleArgumentsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> ChangeRateEstimator.regular(3, 4, 1));
    assertThrows(IllegalArgumentException.class, () -> new Prior(0, 1));
  }
}
