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

  @ParameterizedTest
  @CsvSource({".1", ".5", "1", "2"})
  void estimateIsWithinAFewPercentDespiteTheBins(double rate) {
    Random random = new Random(8);
    double sum = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      ChangeHistory history = new ChangeHistory();
      for (int visit = 0; visit < VISITS; visit++) {
        double days = .3 + 1.4 * random.nextDouble();
        history.observe(days, random.nextDouble() < -Math.expm1(-rate * days));
      }
      sum += ChangeRateEstimator.mostLikely(history, new Prior(1, rate)) / rate;
    }
    assertEquals(1, sum / TRIALS, .08);
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
  void estimateIsTheRootOfItsEquation() {
    ChangeHistory history = new ChangeHistory();
    double[] changed = {ChangeHistory.days(10), ChangeHistory.days(13), ChangeHistory.days(20)};
    for (double days : changed) {
      history.observe(days, true);
    }
    history.observe(4, false);
    double rate = ChangeRateEstimator.mostLikely(history, new Prior(2, .5));
    double left = 2 / rate;
    for (double days : changed) {
      left += days / Math.expm1(rate * days);
    }
    assertEquals(4 + 2 / .5, left, 1e-7);
  }

  @Test
  void extremesHaveTheirLimits() {
    ChangeHistory history = new ChangeHistory();
    assertEquals(.2, ChangeRateEstimator.mostLikely(history, new Prior(1, .2)), 1e-12);
    history.observe(1, true);
    for (int i = 0; i < 60; i++) {
      history.observe(4096, true);
    }
    double rate = ChangeRateEstimator.mostLikely(history, new Prior(1, .2));
    assertTrue(rate > .2 && rate < 1, "rate " + rate);
  }

  /** Pages that never or always change, at intervals of seconds to decades, 10,000 times. */
  @ParameterizedTest
  @CsvSource({"0", "1e-5", ".01", "1", "400", "20000"})
  void anyVisitsGiveARateAndAnInterval(double days) {
    for (int every : new int[] {1, 2, 5000, Integer.MAX_VALUE}) {
      double mean = 1 / 4.0;
      PageHistory history = PageHistory.first(ChangeTest.BYTES, 0, mean, Math.max(days, .001));
      for (int visit = 1; visit <= 10_000; visit++) {
        boolean changed = visit % every == 0;
        double since = changed && days > .001 ? days / 2 : Double.NaN; // as update takes dates
        history = history.visited(days, changed, since, 0, mean);
        mean = history.changeRate(); // as of a host of one kind of pages
        if (visit % 500 == 0) {
          history = PageHistory.fromBytes(history.toBytes());
          check(history, mean);
          for (float log : PriorShape.predict(history.visits(), days, changed, mean)) {
            assertTrue(log <= 0 && log > -21, log + "");
          }
        }
      }
    }
  }

  private static void check(PageHistory history, double mean) {
    for (double shape : new double[] {.25, 1, 256}) {
      double rate = history.changeRate(new Prior(shape, mean));
      assertTrue(rate > 0 && rate < 1e6, mean + " and " + rate);
      for (RecrawlPolicy policy : RecrawlPolicy.values()) {
        for (double since : new double[] {0, 1e-5, 30, 20_000}) {
          double value = policy.value(rate, 1, since);
          assertTrue(value >= 0 && value < Double.POSITIVE_INFINITY, policy + " " + value);
        }
        double interval = policy.interval(rate, 1, policy.value(rate, 1, 30));
        assertTrue(
            interval > 0 && (interval < 31 || policy == RecrawlPolicy.FRESHNESS), policy + "");
      }
    }
  }

  @Test
  void impossibleArgumentsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Prior(0, 1));
  }
}
