package org.orbweaver.webgraph.structure;

import java.util.Random;
import org.orbweaver.webgraph.format.lists.CsrGraph;

/** Small graphs of all kinds, and their reachability by brute force. */
final class RandomGraphs {
  private RandomGraphs() {}

  /** A graph as a matrix; some sparse, some dense, some with self-links. */
  static boolean[][] matrix(int most, Random random) {
    int n = 1 + random.nextInt(most);
    double density = random.nextDouble() * random.nextDouble() * 3 / n;
    if (random.nextInt(4) == 0) {
      density = random.nextDouble();
    }
    boolean[][] arcs = new boolean[n][n];
    for (boolean[] row : arcs) {
      for (int w = 0; w < n; w++) {
        row[w] = random.nextDouble() < density;
      }
    }
    return arcs;
  }

  static CsrGraph graph(boolean[][] arcs) {
    int n = arcs.length;
    int count = 0;
    for (boolean[] row : arcs) {
      for (boolean arc : row) {
        count += arc ? 1 : 0;
      }
    }
    CsrGraph.Builder builder = new CsrGraph.Builder(n, count);
    int[] list = new int[n];
    for (boolean[] row : arcs) {
      int degree = 0;
      for (int w = 0; w < n; w++) {
        if (row[w]) {
          list[degree++] = w;
        }
      }
      builder.add(list, degree);
    }
    return builder.build();
  }

  /** The reachability of pages from each other, each from itself; Warshall's algorithm. */
  static boolean[][] reach(boolean[][] arcs) {
    int n = arcs.length;
    boolean[][] reach = new boolean[n][];
    for (int v = 0; v < n; v++) {
      reach[v] = arcs[v].clone();
      reach[v][v] = true;
    }
    for (int via = 0; via < n; via++) {
      for (int v = 0; v < n; v++) {
        for (int w = 0; w < n && reach[v][via]; w++) {
          reach[v][w] |= reach[via][w];
        }
      }
    }
    return reach;
  }

  static boolean[][] undirected(boolean[][] arcs) {
    int n = arcs.length;
    boolean[][] both = new boolean[n][n];
    for (int v = 0; v < n; v++) {
      for (int w = 0; w < n; w++) {
        both[v][w] = arcs[v][w] || arcs[w][v];
      }
    }
    return both;
  }
}
