package org.orbweaver.crawler.recrawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RecrawlPolicyTest {
  private static final double[][] PAGES = {{.01, 1}, {.2, 1}, {.2, 5}, {1, .5}, {6, 2}};

  private static double penalty(RecrawlPolicy policy, double rate, double days) {
    return switch (policy) {
      case AGE -> Staleness.expectedAge(rate, days);
      case HARMONIC -> Staleness.ein(rate * days);
      default -> -Math.expm1(-rate * days);
    };
  }

  @ParameterizedTest
  @EnumSource(names = {"FRESHNESS", "AGE", "HARMONIC"})
  void valueIsTheGainOfShorteningAnInterval(RecrawlPolicy policy) {
    for (double[] page : PAGES) {
      for (double days : new double[] {.1, 1, 3, 20}) {
        DoubleUnaryOperator cost = t -> penalty(policy, page[0], t);
        double expected =
            page[1] * (days * cost.applyAsDouble(days) - StalenessTest.integral(cost, 0, days));
        double value = policy.value(page[0], page[1], days);
        assertEquals(expected, value, 1e-6 * Math.max(1, expected), policy + " after " + days);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FRESHNESS", "AGE", "HARMONIC"})
  void noOtherSpendingOfTheSameVisitsIsBetter(RecrawlPolicy policy) {
    double price = .3;
    for (double[] a : PAGES) {
      for (double[] b : PAGES) {
        double ofA = 1 / policy.interval(a[0], a[1], price);
        double ofB = 1 / policy.interval(b[0], b[1], price);
        double poissonA = policy.visitRate(a[0], a[1], price);
        double poissonB = policy.visitRate(b[0], b[1], price);
        for (double share : new double[] {-.01, .01}) {
          double moved = share * Math.min(ofA, ofB);
          if (moved != 0) {
            double best =
                a[1] * policy.penalty(a[0], 1 / ofA) + b[1] * policy.penalty(b[0], 1 / ofB);
            double other =
                a[1] * policy.penalty(a[0], 1 / (ofA + moved))
                    + b[1] * policy.penalty(b[0], 1 / (ofB - moved));
            assertTrue(other >= best - 1e-12, policy + ": " + other + " < " + best);
          }
          moved = share * Math.min(poissonA, poissonB);
          if (moved != 0) {
            double best =
                a[1] * policy.penaltyAtPoissonVisits(a[0], poissonA)
                    + b[1] * policy.penaltyAtPoissonVisits(b[0], poissonB);
            double other =
                a[1] * policy.penaltyAtPoissonVisits(a[0], poissonA + moved)
                    + b[1] * policy.penaltyAtPoissonVisits(b[0], poissonB - moved);
            assertTrue(other >= best - 1e-12, policy + ": " + other + " < " + best);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void valuesGrowWithTimeAndIntervalsReachThePrice(RecrawlPolicy policy) {
    for (double[] page : PAGES) {
      double before = 0;
      for (double days = 1e-7; days < 1e4; days *= 3) {
        double value = policy.value(page[0], page[1], days);
        assertTrue(value >= before * (1 - 1e-9), policy + " after " + days + ": " + value);
        before = value;
      }
      double interval = policy.interval(page[0], page[1], .05);
      assertEquals(.05, policy.value(page[0], page[1], interval), 1e-9);
    }
  }

  @Test
  void onlyFreshnessGivesPagesUp() {
    assertEquals(Double.POSITIVE_INFINITY, RecrawlPolicy.FRESHNESS.interval(10, 1, .2));
    assertEquals(0, RecrawlPolicy.FRESHNESS.visitRate(10, 1, .2));
    assertTrue(RecrawlPolicy.HARMONIC.interval(10, 1, .2) < 1);
    assertTrue(RecrawlPolicy.AGE.visitRate(10, 1, .2) > 0);
  }
}
