package org.orbweaver.orb.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CpuCurveTest {
  @Test
  void drawsLinesBetweenSamples() {
    CpuCurve curve = new CpuCurve();
    assertEquals(0, curve.at(7));
    curve.add(1_000, 2);
    curve.add(2_000, 4);
    curve.add(4_000, 5);
    assertEquals(2, curve.at(0), 1e-12);
    assertEquals(2, curve.at(1_000), 1e-12);
    assertEquals(3, curve.at(1_500), 1e-12);
    assertEquals(4.5, curve.at(3_000), 1e-12);
    assertEquals(5, curve.at(9_000), 1e-12);
    assertEquals(1.5, curve.between(1_500, 3_000), 1e-12);
  }
}
