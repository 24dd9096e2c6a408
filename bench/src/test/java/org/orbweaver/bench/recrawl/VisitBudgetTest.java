package org.orbweaver.bench.recrawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.orbweaver.crawler.recrawl.RecrawlPolicy;

class VisitBudgetTest {
  @Test
  void isSpentAsWellAsTheoryAllows() {
    // Equal pages: the optimum is to visit all equally often.
    VisitBudget budget = new VisitBudget();
    for (int i = 0; i < 1000; i++) {
      budget.add(.1, 1);
    }
    for (RecrawlPolicy policy : RecrawlPolicy.values()) {
      assertEquals(policy.penalty(.1, 5), budget.atFixedIntervals(policy, 200), 1e-6);
      assertEquals(
          policy.penaltyAtPoissonVisits(.1, .2), budget.atPoissonVisits(policy, 200), 1e-6);
    }
    // Azar et al.'s example of proportional being worse than uniform, and both than the optimum.
    VisitBudget two = new VisitBudget();
    two.add(1, 1);
    two.add(9, 1);
    double best = two.atPoissonVisits(RecrawlPolicy.FRESHNESS, 4);
    double uniform = two.atPoissonVisits(RecrawlPolicy.UNIFORM, 4);
    double proportional = two.atPoissonVisits(RecrawlPolicy.PROPORTIONAL, 4);
    assertTrue(best < uniform && uniform < proportional, best + " " + uniform);
  }
}
