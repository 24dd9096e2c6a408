package org.orbweaver.webgraph.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbweaver.webgraph.format.AdjacencyReader;
import org.orbweaver.webgraph.format.CodedLists;
import org.orbweaver.webgraph.format.CsrGraph;

class SharedWithPageTest {
  @Test
  void isTheSameAsThePairsOfTheWholeGraph() throws IOException {
    Random random = new Random(11);
    for (int g = 0; g < 500; g++) {
      boolean[][] arcs = RandomGraphs.matrix(16, random);
      CsrGraph out = RandomGraphs.graph(arcs);
      CsrGraph in = out.transpose();
      int n = arcs.length;
      List<SharedNeighbours.Pair> all = SharedNeighbours.top(out, in, n, 1, n * n).byCount();
      int page = random.nextInt(n);
      SharedWithPage shared = new SharedWithPage(n, page, row(in, page));
      AdjacencyReader lists = lists(out);
      for (int u = lists.next(); u >= 0; u = lists.next()) {
        shared.add(u, lists);
      }
      List<SharedNeighbours.Pair> expected = new ArrayList<>();
      for (SharedNeighbours.Pair pair : all) {
        if (pair.first() == page || pair.second() == page) {
          int other = pair.first() + pair.second() - page;
          expected.add(
              new SharedNeighbours.Pair(page, other, pair.shared(), pair.cosine(), pair.jaccard()));
        }
      }
      expected.sort(SharedNeighbours.BY_COUNT);
      assertEquals(expected, shared.top(in.degrees(), n));
      assertEquals(expected.subList(0, Math.min(2, expected.size())), shared.top(in.degrees(), 2));
    }
  }

  private static int[] row(CsrGraph graph, int node) {
    int[] row = new int[graph.degree(node)];
    for (int i = 0; i < row.length; i++) {
      row[i] = graph.target(graph.start(node) + i);
    }
    return row;
  }

  private static AdjacencyReader lists(CsrGraph graph) throws IOException {
    int[][] lists = new int[graph.nodes()][];
    for (int v = 0; v < lists.length; v++) {
      lists[v] = row(graph, v);
    }
    return new AdjacencyReader(CodedLists.reader(0, lists, null), 0);
  }
}
