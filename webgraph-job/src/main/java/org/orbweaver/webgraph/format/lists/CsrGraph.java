package org.orbweaver.webgraph.format.lists;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;

/**
 * A graph, or one direction of it, in memory as compressed sparse rows: the neighbours of u are
 * {@code target(start(u)) … target(start(u + 1) - 1)}, ascending and distinct, with their weights,
 * if any, in the same places. 4 bytes an arc (12 with weights) and 4 a node. Transposing twice by
 * counting sorts all rows in time linear in nodes and arcs.
 */
public final class CsrGraph {
  private final int columns;
  private final int[] starts;
  private final int[] targets;

  /** Null if all arcs weigh the same. */
  private final double[] weights;

  private CsrGraph(int columns, int[] starts, int[] targets, double[] weights) {
    this.columns = columns;
    this.starts = starts;
    this.targets = targets;
    this.weights = weights;
  }

  /**
   * Sorted rows without duplicates, from the first {@code m} edges, in any order.
   *
   * @param weights of the edges, or null
   * @param merge combines the weights of equal edges, in the given order of edges
   */
  public static CsrGraph of(
      int n, int[] src, int[] dst, double[] weights, int m, DoubleBinaryOperator merge) {
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
    return new CsrGraph(n, starts, sources, turned).transpose().distinct(merge);
  }

  private static void check(int n, int node, int edge) {
    if (node < 0 || node >= n) {
      throw new IllegalArgumentException(
          "edge " + edge + " has node " + node + " in a graph of " + n);
    }
  }

  /** Receives rows in the order of their nodes. */
  public static final class Builder {
    private final int columns;
    private final int[] starts;
    private final int[] targets;
    private final double[] weights;
    private int rows;

    /**
     * Room for a graph of that size, without weights.
     *
     * @throws ArithmeticException if there are more arcs than an int can count
     */
    public Builder(int nodes, long arcs) {
      this(nodes, nodes, arcs, false);
    }

    /** Room for a matrix that is not square, or has weights. */
    public Builder(int rows, int columns, long arcs, boolean weighted) {
      this.columns = columns;
      starts = new int[rows + 1];
      targets = new int[Math.toIntExact(arcs)];
      weights = weighted ? new double[targets.length] : null;
    }

    /** Adds the next node's neighbours: the first {@code degree} of {@code neighbours}. */
    public void add(int[] neighbours, int degree) {
      int from = starts[rows];
      System.arraycopy(neighbours, 0, targets, from, degree);
      starts[++rows] = from + degree;
    }

    /** Adds the next node's neighbours with their weights. */
    public void add(int[] neighbours, double[] weighing, int degree) {
      System.arraycopy(weighing, 0, weights, starts[rows], degree);
      add(neighbours, degree);
    }

    /**
     * The graph.
     *
     * @throws IllegalStateException if rows or arcs are missing
     */
    public CsrGraph build() {
      if (rows != starts.length - 1 || starts[rows] != targets.length) {
        throw new IllegalStateException(
            rows + " rows and " + starts[rows] + " arcs of " + targets.length);
      }
      return new CsrGraph(columns, starts, targets, weights);
    }
  }

  /** The memory in bytes for both directions of a graph without weights. */
  public static long bytesOfBoth(long nodes, long arcs) {
    return 8 * (nodes + arcs);
  }

  /** The number of rows. */
  public int nodes() {
    return starts.length - 1;
  }

  public int arcs() {
    return starts[starts.length - 1];
  }

  /** The start of a node's row; {@code start(nodes())} is the end of the last one. */
  public int start(int node) {
    return starts[node];
  }

  /** The number of a node's neighbours. */
  public int degree(int node) {
    return starts[node + 1] - starts[node];
  }

  /** All degrees, in the order of the nodes. */
  public int[] degrees() {
    int[] degrees = new int[nodes()];
    Arrays.setAll(degrees, this::degree);
    return degrees;
  }

  /** The i-th entry of all rows, concatenated. */
  public int target(int i) {
    return targets[i];
  }

  /** All rows, concatenated; not a copy. */
  public int[] targets() {
    return targets;
  }

  /** The weights of {@link #targets}, or null; not a copy. */
  public double[] weights() {
    return weights;
  }

  /** The reversed arcs; rows ascend. */
  public CsrGraph transpose() {
    int[] turned = new int[columns + 1];
    for (int i = 0; i < arcs(); i++) {
      turned[targets[i] + 1]++;
    }
    Arrays.parallelPrefix(turned, Integer::sum);
    int[] next = turned.clone();
    int[] sources = new int[arcs()];
    double[] weighing = weights == null ? null : new double[arcs()];
    for (int u = 0; u < nodes(); u++) {
      for (int i = starts[u]; i < starts[u + 1]; i++) {
        int place = next[targets[i]]++;
        sources[place] = u;
        if (weights != null) {
          weighing[place] = weights[i];
        }
      }
    }
    return new CsrGraph(nodes(), turned, sources, weighing);
  }

  /** y = A·x; a row is added in the order of its columns, so that the bits are always the same. */
  public void multiply(double[] x, double[] y) {
    for (int u = 0; u < nodes(); u++) {
      double sum = 0;
      for (int i = starts[u]; i < starts[u + 1]; i++) {
        sum += (weights == null ? 1 : weights[i]) * x[targets[i]];
      }
      y[u] = sum;
    }
  }

  /** Merges equal neighbours of sorted rows, in place. */
  private CsrGraph distinct(DoubleBinaryOperator merge) {
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
    return new CsrGraph(columns, kept, targets, weights);
  }

  /** The ranges into which its rows may be cut. */
  public Cuts cuts() {
    Cuts cuts = new Cuts(nodes());
    for (int u = 0; u < nodes(); u++) {
      cuts.add(u, degree(u));
    }
    return cuts;
  }
}
