package org.orbweaver.webgraph.format;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;

/**
 * A graph in memory, by rows: the successors of u are {@code targets[starts[u], starts[u + 1])},
 * with their weights in the same places, where it has any. Transposing twice by counting sorts all
 * rows in time linear in nodes and arcs.
 */
final class Csr {
  private final int[] starts;
  private final int[] targets;

  /** Null where all arcs weigh the same. */
  private final double[] weights;

  private Csr(int[] starts, int[] targets, double[] weights) {
    this.starts = starts;
    this.targets = targets;
    this.weights = weights;
  }

  /**
   * Rows sorted and without duplicates, from the first {@code m} edges, in any order.
   *
   * @param weights of the edges, or null
   * @param merge makes one of the weights of equal edges, in the order in which these are given
   */
  static Csr of(int n, int[] src, int[] dst, double[] weights, int m, DoubleBinaryOperator merge) {
    int[] starts = new int[n + 1];
    for (int i = 0; i < m; i++) {
      check(n, src[i], i);
      check(n, dst[i], i);
      starts[dst[i] + 1]++;
    }
    Arrays.parallelPrefix(starts, Integer::sum);
    int[] next = starts.clone();
    int[] sources = new int[m];
    double[] turned = weights == null ? null : new double[m];
    for (int i = 0; i < m; i++) {
      int place = next[dst[i]]++;
      sources[place] = src[i];
      if (weights != null) {
        turned[place] = weights[i];
      }
    }
    return new Csr(starts, sources, turned).transpose().distinct(merge);
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

  /** The weights of {@link #targets}, or null. */
  double[] weights() {
    return weights;
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
    double[] weighing = weights == null ? null : new double[arcs()];
    for (int u = 0; u < n; u++) {
      for (int i = starts[u]; i < starts[u + 1]; i++) {
        int place = next[targets[i]]++;
        sources[place] = u;
        if (weights != null) {
          weighing[place] = weights[i];
        }
      }
    }
    return new Csr(turned, sources, weighing);
  }

  /** Merges equal neighbours of sorted rows, in place. */
  private Csr distinct(DoubleBinaryOperator merge) {
    int[] kept = new int[starts.length];
    int size = 0;
    for (int u = 0; u < nodes(); u++) {
      int begin = size;
      for (int i = starts[u]; i < starts[u + 1]; i++) {
        boolean first = size == begin || targets[size - 1] != targets[i];
        if (weights != null) {
          int place = first ? size : size - 1;
          weights[place] = first ? weights[i] : merge.applyAsDouble(weights[place], weights[i]);
        }
        if (first) {
          targets[size++] = targets[i];
        }
      }
      kept[u + 1] = size;
    }
    return new Csr(kept, targets, weights);
  }

  Cuts degrees() {
    Cuts cuts = new Cuts(nodes());
    for (int u = 0; u < nodes(); u++) {
      cuts.add(u, degree(u));
    }
    return cuts;
  }
}
