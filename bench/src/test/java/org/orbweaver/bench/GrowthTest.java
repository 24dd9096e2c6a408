package org.orbweaver.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class GrowthTest {
  private static Growth of(int count, IntToDoubleFunction values) {
    Growth growth = new Growth("files", 3, .05);
    for (int i = 0; i < count; i++) {
      growth.add(i * 10.0, values.applyAsDouble(i));
    }
    return growth;
  }

  @Test
  void aLeakGrowsAndItsSlopeIsThatOfALine() {
    Growth leak = of(30, i -> 50 + i);
    assertTrue(leak.grows());
    assertEquals(.1, leak.slope(), 1e-9);
    assertTrue(leak.line().contains("GROWS"), leak.line());
  }

  @Test
  void warmUpNoiseAndTheAllowanceDoNotGrow() {
    assertFalse(of(30, i -> Math.min(i, 10) * 100).grows(), "warm-up");
    Random random = new Random(3);
    assertFalse(of(30, i -> 100 + 40 * random.nextDouble()).grows(), "noise");
    assertFalse(of(30, i -> i < 20 ? 10 : 13).grows(), "at most the allowance");
    assertTrue(of(30, i -> i < 20 ? 10 : 14).grows(), "more than the allowance");
    assertFalse(of(30, i -> i < 20 ? 1000 : 1050).grows(), "at most the share");
    assertTrue(of(30, i -> i < 20 ? 1000 : 1051).grows(), "more than the share");
    assertFalse(of(30, i -> 100 - i).grows(), "it shrinks");
  }

  @Test
  void tooFewValuesTellNothing() {
    assertFalse(of(8, i -> 100 * i).grows());
    assertTrue(of(8, i -> 100 * i).line().contains("too few values"));
  }
}
