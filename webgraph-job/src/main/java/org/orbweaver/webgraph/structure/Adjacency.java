package org.orbweaver.webgraph.structure;

import java.util.Arrays;

/**
 * One direction of a graph in memory, row by row: the neighbours of v are {@code targets()[start(v)
 * .. start(v + 1))}, ascending and distinct. 4 bytes an arc and 4 a node.
 */
public final class Adjacency {
  private final int[] starts;
  private final int[] targets;

  private Adjacency(int[] starts, int[] targets) {
    this.starts = starts;
    this.targets = targets;
  }

  /** Takes rows in the order of their nodes. */
  public static final class Builder {
    private final int[] starts;
    private final int[] targets;
    private int rows;

    /**
     * Room for a graph of that size.
     *
     * @throws ArithmeticException when the arcs are more than an int can count
     */
    public Builder(int nodes, long arcs) {
      starts = new int[nodes + 1];
      targets = new int[Math.toIntExact(arcs)];
    }

    /** The next node's neighbours: the first {@code degree} of {@code neighbours}. */
    public void add(int[] neighbours, int degree) {
      int from = starts[rows];
      System.arraycopy(neighbours, 0, targets, from, degree);
      starts[++rows] = from + degree;
    }

    /**
     * The graph.
     *
     * @throws IllegalStateException when rows or arcs are missing
     */
    public Adjacency build() {
      if (rows != starts.length - 1 || starts[rows] != targets.length) {
        throw new IllegalStateException(
            rows + " rows and " + starts[rows] + " arcs of " + targets.length);
      }
      return new Adjacency(starts, targets);
    }
  }

  /** The number of bytes that both directions of a graph take. */
  public static long bytesOfBoth(long nodes, long arcs) {
    return 8 * (nodes + arcs);
  }

  /** The other direction; linear in nodes and arcs. */
  public Adjacency transpose() {
    int n = nodes();
    int[] turned = new int[n + 1];
    for (int target : targets) {
      turned[target + 1]++;
    }
    Arrays.parallelPrefix(turned, Integer::sum);
    int[] next = Arrays.copyOf(turned, n);
    int[] sources = new int[targets.length];
    for (int v = 0; v < n; v++) {
      for (int i = starts[v]; i < starts[v + 1]; i++) {
        sources[next[targets[i]]++] = v;
      }
    }
    return new Adjacency(turned, sources);
  }

  public int nodes() {
    return starts.length - 1;
  }

  public int arcs() {
    return targets.length;
  }

  /** Where a node's row begins; {@code start(nodes())} is where the last one ends. */
  public int start(int node) {
    return starts[node];
  }

  /** The number of a node's neighbours. */
  public int degree(int node) {
    return starts[node + 1] - starts[node];
  }

  /** The i-th entry of all rows, one behind the other. */
  public int target(int i) {
    return targets[i];
  }

  /** All degrees, in the order of the nodes. */
  public int[] degrees() {
    int[] degrees = new int[nodes()];
    for (int v = 0; v < degrees.length; v++) {
      degrees[v] = degree(v);
    }
    return degrees;
  }
}
