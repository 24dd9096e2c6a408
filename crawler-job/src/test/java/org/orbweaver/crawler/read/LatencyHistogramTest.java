package org.orbweaver.crawler.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {
  @Test
  void percentilesAreThoseOfTheSortedValuesUpToAnEighth() {
    Random random = new Random(7);
    for (int run = 0; run < 200; run++) {
      long[] values = new long[1 + random.nextInt(500)];
      LatencyHistogram histogram = new LatencyHistogram();
      for (int i = 0; i < values.length; i++) {
        values[i] = (long) Math.exp(random.nextDouble() * 16);
        histogram.add(values[i]);
      }
      Arrays.sort(values);
      for (int percent : new int[] {1, 50, 90, 99, 100}) {
        long exact = values[(int) Math.ceil(percent * values.length / 100.0) - 1];
        long found = histogram.percentile(percent);
        assertTrue(found >= exact && found <= exact * 9 / 8 + 1, exact + " " + found);
        assertTrue(exact >= 16 || found == exact, exact + " " + found);
      }
      assertEquals(values[values.length - 1], histogram.most());
      assertEquals(histogram.most(), histogram.percentile(100));
    }
  }

  @Test
  void extremesStayInRange() {
    LatencyHistogram histogram = new LatencyHistogram();
    assertEquals(0, histogram.percentile(50));
    histogram.add(-5);
    assertEquals(0, histogram.percentile(100));
    histogram.add(Long.MAX_VALUE);
    assertEquals(Long.MAX_VALUE, histogram.percentile(99));
    assertEquals(2, histogram.count());
  }
}
