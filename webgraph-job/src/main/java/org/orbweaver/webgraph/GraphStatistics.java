package org.orbweaver.webgraph;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.orbweaver.webgraph.format.AdjacencyReader;
import org.orbweaver.webgraph.format.Direction;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.GraphMeta;

/**
 * Figures of a graph, from one pass over both directions. Bucket 0 of a histogram counts degree 0,
 * bucket i the degrees from 2^(i−1) to 2^i − 1. Memory: 4 bytes a node.
 *
 * @param isolated nodes with neither successors nor predecessors
 * @param selfLinks arcs from a node to itself
 * @param top the nodes with the most predecessors, those with most first, equal ones by id
 * @param bitsPerLink what a link takes in {@code out}; NaN where there is none
 */
record GraphStatistics(
    long isolated,
    long selfLinks,
    int maxOutDegree,
    int maxInDegree,
    List<Long> outHistogram,
    List<Long> inHistogram,
    List<Ranked> top,
    double bitsPerLink) {

  /** A node and its in-degree. */
  record Ranked(int node, int inDegree) {}

  static GraphStatistics of(GraphDir graph, int topCount) throws IOException {
    GraphMeta meta = graph.meta();
    long[] outCounts = new long[33];
    long[] inCounts = new long[33];
    int[] outDegrees = new int[graph.nodes()];
    long selfLinks = 0;
    int maxOut = 0;
    try (AdjacencyReader reader = graph.read(Direction.OUT)) {
      for (int u = reader.next(); u >= 0; u = reader.next()) {
        outDegrees[u] = reader.degree();
        outCounts[bucket(reader.degree())]++;
        maxOut = Math.max(maxOut, reader.degree());
        for (int i = 0; i < reader.degree(); i++) {
          selfLinks += reader.neighbours()[i] == u ? 1 : 0;
        }
      }
    }
    Comparator<Ranked> worstFirst =
        Comparator.comparingInt(Ranked::inDegree)
            .thenComparing(Comparator.comparingInt(Ranked::node).reversed());
    PriorityQueue<Ranked> top = new PriorityQueue<>(worstFirst);
    long isolated = 0;
    int maxIn = 0;
    try (AdjacencyReader reader = graph.read(Direction.IN)) {
      for (int v = reader.next(); v >= 0; v = reader.next()) {
        inCounts[bucket(reader.degree())]++;
        maxIn = Math.max(maxIn, reader.degree());
        if (reader.degree() == 0) {
          isolated += outDegrees[v] == 0 ? 1 : 0;
        } else {
          top.add(new Ranked(v, reader.degree()));
          if (top.size() > topCount) {
            top.poll();
          }
        }
      }
    }
    List<Ranked> best = new ArrayList<>(top);
    best.sort(worstFirst.reversed());
    long bytes = meta.out().stream().mapToLong(GraphMeta.Part::bytes).sum();
    return new GraphStatistics(
        isolated,
        selfLinks,
        maxOut,
        maxIn,
        trimmed(outCounts),
        trimmed(inCounts),
        best,
        meta.arcs() == 0 ? Double.NaN : 8.0 * bytes / meta.arcs());
  }

  private static int bucket(int degree) {
    return 32 - Integer.numberOfLeadingZeros(degree);
  }

  /** The degrees of a bucket, for people. */
  static String range(int bucket) {
    if (bucket < 2) {
      return Integer.toString(bucket);
    }
    return (1L << (bucket - 1)) + "-" + ((1L << bucket) - 1);
  }

  private static List<Long> trimmed(long[] counts) {
    List<Long> list = new ArrayList<>();
    for (long count : counts) {
      list.add(count);
    }
    while (list.size() > 1 && list.get(list.size() - 1) == 0) {
      list.remove(list.size() - 1);
    }
    return list;
  }
}
