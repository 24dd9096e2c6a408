package org.orbweaver.webgraph.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExactSumTest {

  private static double sum(double... values) {
    ExactSum sum = new ExactSum();
    for (double value : values) {
      sum.add(value);
    }
    return sum.value();
  }

  @Test
  void addsWhatFitsExactly() {
    assertEquals(0, sum());
    assertEquals(1, sum(.5, .25, .25));
    assertEquals(0x1p46 - 1, sum(0x1p45, 0x1p45 - 1));
    assertEquals(0x1p-80, sum(0x1p-80));
    assertEquals(1 + 0x1p-52, sum(1, 0x1p-53, 0x1p-53), "an ordinary sum would stay at 1");
  }

  @Test
  void truncatesBelowItsUnit() {
    assertEquals(0, sum(0x1p-81, 0x1p-81, Double.MIN_VALUE, 0x1p-1000));
    assertEquals(0x1p-80, sum(0x1.8p-80));
  }

  @Test
  void refusesWhatItCannotHold() {
    ExactSum sum = new ExactSum();
    assertThrows(IllegalArgumentException.class, () -> sum.add(-1e-300));
    assertThrows(IllegalArgumentException.class, () -> sum.add(Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> sum.add(Double.POSITIVE_INFINITY));
    assertEquals(0, sum.value());
    sum.add(0x1p46);
    assertThrows(
        ArithmeticException.class,
        () -> {
          sum.add(0x1p46);
        });
  }

  @Test
  void orderAndGroupingDoNotMatter() {
    Random random = new Random(7);
    double[] values = new double[100_000];
    BigDecimal exact = BigDecimal.ZERO;
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.scalb(random.nextDouble(), random.nextInt(60) - 30);
      exact = exact.add(new BigDecimal(values[i]));
    }
    ExactSum forward = new ExactSum();
    ExactSum[] groups = new ExactSum[7];
    for (int g = 0; g < groups.length; g++) {
      groups[g] = new ExactSum();
    }
    for (int i = values.length - 1; i >= 0; i--) {
      forward.add(values[values.length - 1 - i]);
      groups[random.nextInt(groups.length)].add(values[i]);
    }
    ExactSum grouped = new ExactSum();
    for (ExactSum group : groups) {
      grouped.add(group);
    }
    assertEquals(forward.toString(), grouped.toString());
    assertEquals(exact.doubleValue(), forward.value(), Math.ulp(exact.doubleValue()));
  }

  @Test
  void textHoldsAllBits() {
    ExactSum sum = new ExactSum();
    sum.add(123456.789);
    sum.add(1e-20);
    assertEquals(sum.toString(), ExactSum.parse(sum.toString()).toString());
    assertEquals(sum.value(), ExactSum.parse(sum.toString()).value());
    assertThrows(IllegalArgumentException.class, () -> ExactSum.parse("12"));
  }
}
