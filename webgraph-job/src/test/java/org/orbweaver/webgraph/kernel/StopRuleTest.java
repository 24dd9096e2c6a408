package org.orbweaver.webgraph.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.webgraph.kernel.StopRule.Verdict;

class StopRuleTest {

  private static List<Iteration> history(double... changes) {
    List<Iteration> history = new ArrayList<>();
    history.add(new Iteration(0, 0, List.of(new ExactSum())));
    for (double change : changes) {
      ExactSum sum = new ExactSum();
      sum.add(change);
      history.add(new Iteration(history.size(), 0, List.of(sum)));
    }
    return history;
  }

  @Test
  void stopsAtTheTolerance() {
    StopRule rule = new StopRule(.125, 10, false, 3);
    assertEquals(Verdict.CONTINUE, rule.after(history()));
    assertEquals(Verdict.CONTINUE, rule.after(history(1, .5, .25)));
    assertEquals(Verdict.CONVERGED, rule.after(history(1, .5, .25, .125)));
  }

  @Test
  void stopsAtTheLimit() {
    StopRule rule = new StopRule(.125, 3, false, 0);
    assertEquals(Verdict.LIMIT, rule.after(history(1, .5, .25)));
    assertEquals(Verdict.CONVERGED, rule.after(history(1, .5, .125)), "tolerance has precedence");
  }

  @Test
  void makesExactlyAsManyIterationsAsAskedFor() {
    StopRule rule = new StopRule(.125, 3, true, 1);
    assertEquals(Verdict.CONTINUE, rule.after(history(0, 0)));
    assertEquals(Verdict.DONE, rule.after(history(0, 0, 0)));
    assertEquals(Verdict.DONE, new StopRule(0, 0, true, 0).after(history()));
  }

  @Test
  void givesUpWhenTheChangeNoLongerShrinks() {
    StopRule rule = new StopRule(.125, 100, false, 3);
    assertEquals(Verdict.CONTINUE, rule.after(history(1, 1, 1)));
    assertEquals(Verdict.STALLED, rule.after(history(1, 1, 1, 1)));
    assertEquals(Verdict.CONTINUE, rule.after(history(1, 1, 1, .9)));
    assertEquals(Verdict.CONTINUE, new StopRule(.125, 100, false, 0).after(history(1, 1, 1, 1, 1)));
  }
}
