package org.orbweaver.webgraph.structure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ClickDepthsTest {
  @Test
  void depthIsThatOfTheNearestSource() {
    Random random = new Random(5);
    for (int g = 0; g < 200; g++) {
      boolean[][] arcs = RandomGraphs.matrix(20, random);
      int n = arcs.length;
      int[] sources = {random.nextInt(n), random.nextInt(n), random.nextInt(n)};
      int[] expected = new int[n];
      Arrays.fill(expected, ClickDepths.NONE);
      for (int source : sources) {
        expected[source] = 0;
      }
      for (int depth = 0; depth < n; depth++) {
        for (int v = 0; v < n; v++) {
          for (int w = 0; w < n; w++) {
            if (expected[v] == depth && arcs[v][w] && expected[w] == ClickDepths.NONE) {
              expected[w] = depth + 1;
            }
          }
        }
      }
      assertArrayEquals(expected, ClickDepths.of(RandomGraphs.graph(arcs), sources), "" + g);
    }
  }

  @Test
  void withoutSourcesNothingIsReached() {
    int[] depths = ClickDepths.of(RandomGraphs.graph(new boolean[3][3]), new int[0]);
    assertEquals(3, Arrays.stream(depths).filter(depth -> depth == ClickDepths.NONE).count());
  }
}
