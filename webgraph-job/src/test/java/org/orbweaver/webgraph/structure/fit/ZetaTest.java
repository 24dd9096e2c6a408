package org.orbweaver.webgraph.structure.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Against values of an arbitrary-precision library (mpmath 1.3, 25 digits). */
class ZetaTest {
  private static void near(double expected, double actual, double relative) {
    assertEquals(expected, actual, relative * Math.abs(expected));
  }

  @Test
  void hurwitzZeta() {
    near(1.341487257250917, Zeta.hurwitz(2.5, 1), 1e-14);
    near(0.7838877675183705, Zeta.hurwitz(1.5, 7), 1e-14);
    near(5.005002499999166e-07, Zeta.hurwitz(3, 1000), 1e-14);
    near(2.8771746654611316e-10, Zeta.hurwitz(20, 3), 1e-14);
    near(100.57794333849678, Zeta.hurwitz(1.01, 1), 1e-14);
    near(3.8881262458436386e-08, Zeta.hurwitz(2.1, 5_000_000), 1e-14);
    near(Math.PI * Math.PI / 6, Zeta.hurwitz(2, 1), 1e-14);
  }
}
