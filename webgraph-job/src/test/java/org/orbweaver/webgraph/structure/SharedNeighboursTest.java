package org.orbweaver.webgraph.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.webgraph.format.GraphBuilder;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.lists.CsrGraph;
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

  @Test
  void whatOnePageSharesIsAmongThePairsOfTheWholeGraph(@TempDir Path folder) throws IOException {
    Random random = new Random(11);
    for (int g = 0; g < 60; g++) {
      boolean[][] arcs = RandomGraphs.matrix(16, random);
      CsrGraph out = RandomGraphs.graph(arcs);
      CsrGraph in = out.transpose();
      int n = arcs.length;
      int[] src = new int[out.arcs()];
      for (int v = 0; v < n; v++) {
        Arrays.fill(src, out.start(v), out.start(v + 1), v);
      }
      GraphBuilder.fromEdges(n, src, out.targets()).write(folder.resolve("g" + g));
      GraphDir graph =
          GraphDir.open(
              new Configuration(), new org.apache.hadoop.fs.Path(folder.toString(), "g" + g));
      int page = random.nextInt(n);
      for (boolean cocited : new boolean[] {true, false}) {
        CsrGraph citing = cocited ? out : in;
        CsrGraph cited = cocited ? in : out;
        List<Pair> expected = new ArrayList<>();
        for (Pair pair : SharedNeighbours.top(citing, cited, n, 1, n * n).byCount()) {
          if (pair.first() == page || pair.second() == page) {
            int other = pair.first() + pair.second() - page;
            expected.add(new Pair(page, other, pair.shared(), pair.cosine(), pair.jaccard()));
          }
        }
        expected.sort(SharedNeighbours.BY_COUNT);
        assertEquals(expected, SharedNeighbours.withPage(graph, page, cocited, n));
        assertEquals(
            expected.subList(0, Math.min(2, expected.size())),
            SharedNeighbours.withPage(graph, page, cocited, 2));
      }
    }
  }
}
