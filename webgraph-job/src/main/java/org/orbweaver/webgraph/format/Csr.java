package org.orbweaver.webgraph.format;

import java.util.Arrays;

/**
 * A graph in memory, by rows: the successors of u are {@code targets[starts[u], starts[u + 1])}.
 * Transposing twice by counting sorts all rows in time linear in nodes and arcs.
 */
final class Csr {
  private final int[] starts;
  private final int[] targets;

  private Csr(int[] starts, int[] targets) {
    this.starts = starts;
    this.targets = targets;
  }

  /** Rows sorted and without duplicates, from the first {@code m} edges, in any order. */
  static Csr of(int n, int[] src, int[] dst, int m) {
    int[] starts = new int[n + 1];
    for (int i = 0; i < m; i++) {
      check(n, src[i], i);
      check(n, dst[i], i);
      starts[dst[i] + 1]++;
    }
    Arrays.parallelPrefix(starts, Integer::sum);
    int[] next = starts.clone();
    int[] sources = new int[m];
    for (int i = 0; i < m; i++) {
      sources[next[dst[i]]++] = src[i];
    }
    return new Csr(starts, sources).transpose().distinct();
  }

  private static void check(int n, int node, int edge) {
    if (node < 0 || node >= n) {
      throw new IllegalArgumentException(
          "edge " + edge + " has node " + node + " in a graph of " + n);
    }
  }

  /** The place in {@link #targets} of a node's first successor. */
  int start(int node) {
    return starts[node];
  }

  /** All rows, one behind the other. */
  int[] targets() {
    return targets;
  }

  int nodes() {
    return starts.length - 1;
  }

  int arcs() {
    return starts[starts.length - 1];
  }

  int degree(int node) {
    return starts[node + 1] - starts[node];
  }

  /** Arcs turned round; rows ascend. */
  Csr transpose() {
    int n = nodes();
    int[] turned = new int[n + 1];
    for (int i = 0; i < arcs(); i++) {
      turned[targets[i] + 1]++;
    }
    Arrays.parallelPrefix(turned, Integer::sum);
    int[] next = turned.clone();
    int[] sources = new int[arcs()];
    for (int u = 0; u < n; u++) {
      for (int i = starts[u]; i < starts[u + 1]; i++) {
        sources[next[targets[i]]++] = u;
      }
    }
    return new Csr(turned, sources);
  }

  /** Merges equal neighbours of sorted rows, in place. */
  private Csr distinct() {
    int[] kept = new int[starts.length];
    int size = 0;
    for (int u = 0; u < nodes(); u++) {
      int begin = size;
      for (int i = starts[u]; i < starts[u + 1]; i++) {
        if (size == begin || targets[size - 1] != targets[i]) {
          targets[size++] = targets[i];
        }
      }
      kept[u + 1] = size;
    }
    return new Csr(kept, targets);
  }

  Cuts weights() {
    Cuts cuts = new Cuts(nodes());
    for (int u = 0; u < nodes(); u++) {
      cuts.add(u, degree(u));
    }
    return cuts;
  }
}
