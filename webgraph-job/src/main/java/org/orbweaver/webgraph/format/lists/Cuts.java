package org.orbweaver.webgraph.format.lists;

import java.util.Arrays;

/**
 * Cuts the ids into consecutive ranges of about the same work, where a node counts as much as
 * {@value #NODE_WEIGHT} arcs (its cost beside its arcs: its slots in the vectors).
 *
 * <p>Weights are summed by bucket of ids, at most {@value #BUCKETS}, so that many tasks can count
 * their share and the sums stay small; cuts fall between buckets. Up to {@value #BUCKETS} nodes a
 * bucket is a node. The result depends only on the degrees and the number of parts.
 */
public final class Cuts {
  static final int BUCKETS = 1 << 16;

  /** The arcs that a node counts as. */
  public static final int NODE_WEIGHT = 4;

  private final int nodes;
  private final int bucketNodes;
  private final long[] arcs;

  /**
   * @param nodes of the graph
   */
  public Cuts(int nodes) {
    this.nodes = nodes;
    this.bucketNodes = Math.max(1, (int) (((long) nodes + BUCKETS - 1) / BUCKETS));
    this.arcs = new long[(int) (((long) nodes + bucketNodes - 1) / bucketNodes)];
  }

  /** Counts {@code more} arcs for a node. */
  public void add(int node, long more) {
    arcs[node / bucketNodes] += more;
  }

  /** Adds the arcs counted by another task, from its {@link #toLongs}. */
  public void addAll(long[] counted) {
    if (counted.length != arcs.length) {
      throw new IllegalArgumentException(counted.length + " buckets, not " + arcs.length);
    }
    Arrays.setAll(arcs, i -> arcs[i] + counted[i]);
  }

  /** The total of the counted arcs. */
  public long arcs() {
    return Arrays.stream(arcs).sum();
  }

  /** The arcs by bucket. */
  public long[] toLongs() {
    return arcs.clone();
  }

  /**
   * The cuts for {@code parts} ranges, or as many as there are nodes if these are fewer, but at
   * least one: range p is {@code [cuts[p], cuts[p + 1])}. A range may be empty if buckets are
   * large.
   */
  public int[] cut(int parts) {
    int ranges = Math.max(1, Math.min(parts, nodes));
    long total = NODE_WEIGHT * (long) nodes + arcs();
    int[] cuts = new int[ranges + 1];
    Arrays.fill(cuts, nodes);
    cuts[0] = 0;
    int p = 1;
    long before = 0;
    for (int bucket = 0; bucket < arcs.length && p < ranges; bucket++) {
      int end = (int) Math.min(nodes, (bucket + 1L) * bucketNodes);
      before += arcs[bucket] + NODE_WEIGHT * (long) (end - bucket * bucketNodes);
      if (before >= total / ranges * p + total % ranges * p / ranges) {
        cuts[p++] = end;
      }
    }
    return cuts;
  }

  /** The range that holds {@code node}: the one with cuts[p] ≤ node &lt; cuts[p + 1]. */
  public static int rangeOf(int[] cuts, int node) {
    int p = Arrays.binarySearch(cuts, node);
    if (p < 0) {
      return -p - 2;
    }
    // Of equal cuts the last begins the non-empty range.
    while (p + 1 < cuts.length && cuts[p + 1] == node) {
      p++;
    }
    return p;
  }
}
