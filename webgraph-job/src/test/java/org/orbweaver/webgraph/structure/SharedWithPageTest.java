package org.orbweaver.webgraph.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbweaver.webgraph.format.AdjacencyReader;
import org.orbweaver.webgraph.format.CodedLists;

class SharedWithPageTest {
  @Test
  void isTheSameAsThePairsOfTheWholeGraph() throws IOException {
    Random random = new Random(11);
    for (int g = 0; g < 500; g++) {
      boolean[][] arcs = RandomGraphs.matrix(16, random);
      Adjacency out = RandomGraphs.graph(arcs);
      Adjacency in = out.transpose();
      int n = arcs.length;
      List<SharedNeighbours.Pair> all = SharedNeighbours.top(out, in, n, 1, n * n).byCount();
      int page = random.nextInt(n);
      SharedWithPage shared = new SharedWithPage(n, page, row(in, page));
      int cut = random.nextInt(n + 1);
      shared.read(partition(out, 0, cut));
      shared.read(partition(out, cut, n));
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

  private static int[] row(Adjacency graph, int node) {
    int[] row = new int[graph.degree(node)];
    for (int i = 0; i < row.length; i++) {
      row[i] = graph.target(graph.start(node) + i);
    }
    return row;
  }

  private static AdjacencyReader partition(Adjacency graph, int from, int end) throws IOException {
    int[][] lists = new int[end - from][];
    for (int v = from; v < end; v++) {
      lists[v - from] = row(graph, v);
    }
    return new AdjacencyReader(CodedLists.reader(from, lists, null), from);
  }
}
