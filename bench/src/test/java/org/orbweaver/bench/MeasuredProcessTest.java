package org.orbweaver.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MeasuredProcessTest {
  @Test
  void drawsLinesBetweenSamples() {
    TreeMap<Long, Double> samples = new TreeMap<>();
    assertEquals(0, MeasuredProcess.at(samples, 7));
    samples.put(1_000L, 2.0);
    samples.put(2_000L, 4.0);
    samples.put(4_000L, 5.0);
    double[][] expected = {{0, 2}, {1_000, 2}, {1_500, 3}, {3_000, 4.5}, {9_000, 5}};
    for (double[] point : expected) {
      assertEquals(point[1], MeasuredProcess.at(samples, (long) point[0]), 1e-12);
    }
  }

  /** The 14th and 15th fields of proc(5) are utime and stime. */
  @Test
  void readsAThread() {
    assertEquals(
        new MeasuredProcess.ThreadCpu("C2 (b) c", 0.6),
        MeasuredProcess.ThreadCpu.of(
            "7 (C2 (b) c) S 1 7 7 0 -1 4194304 100 0 0 0 50 10 9 9 20 0 3 0 99 1000 10 0\n"));
  }
}
