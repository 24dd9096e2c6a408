package org.orbweaver.webgraph.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbweaver.webgraph.format.CsrGraph;
import org.orbweaver.webgraph.structure.SharedNeighbours.Pair;

class SharedNeighboursTest {
  @Test
  void pairsAreThoseOfTheProductOfTheMatrixWithItsTranspose() {
    Random random = new Random(5);
    for (int g = 0; g < 3000; g++) {
      boolean[][] arcs = RandomGraphs.matrix(18, random);
      CsrGraph out = RandomGraphs.graph(arcs);
      CsrGraph in = out.transpose();
      int limit = g % 3 == 0 ? 3 : 100;
      int count = 1 + random.nextInt(12);
      check(arcs, SharedNeighbours.top(out, in, limit, 2, count), limit, 2, count);
      check(transpose(arcs), SharedNeighbours.top(in, out, limit, 2, count), limit, 2, count);
    }
  }

  private static boolean[][] transpose(boolean[][] arcs) {
    boolean[][] turned = new boolean[arcs.length][arcs.length];
    for (int v = 0; v < arcs.length; v++) {
      for (int w = 0; w < arcs.length; w++) {
        turned[w][v] = arcs[v][w];
      }
    }
    return turned;
  }

  private static void check(
      boolean[][] arcs, SharedNeighbours.Top top, int limit, int leastShared, int count) {
    int n = arcs.length;
    int[] degrees = new int[n];
    int leftOut = 0;
    long pairsLeftOut = 0;
    List<boolean[]> kept = new ArrayList<>();
    for (boolean[] row : arcs) {
      int degree = 0;
      for (boolean arc : row) {
        degree += arc ? 1 : 0;
      }
      if (degree > limit) {
        leftOut++;
        pairsLeftOut += degree * (degree - 1) / 2;
      } else {
        kept.add(row);
        for (int w = 0; w < n; w++) {
          degrees[w] += row[w] ? 1 : 0;
        }
      }
    }
    List<Pair> all = new ArrayList<>();
    for (int v = 0; v < n; v++) {
      for (int w = v + 1; w < n; w++) {
        int shared = 0;
        for (boolean[] row : kept) {
          shared += row[v] && row[w] ? 1 : 0;
        }
        if (shared > 0) {
          double cosine = shared / Math.sqrt((double) degrees[v] * degrees[w]);
          double jaccard = shared / (double) (degrees[v] + degrees[w] - shared);
          all.add(new Pair(v, w, shared, cosine, jaccard));
        }
      }
    }
    assertEquals(leftOut, top.leftOut());
    assertEquals(pairsLeftOut, top.pairsLeftOut());
    assertEquals(
        all.stream().sorted(SharedNeighbours.BY_COUNT).limit(count).toList(), top.byCount());
    assertEquals(
        all.stream()
            .filter(pair -> pair.shared() >= leastShared)
            .sorted(SharedNeighbours.BY_COSINE)
            .limit(count)
            .toList(),
        top.byCosine());
  }
}
