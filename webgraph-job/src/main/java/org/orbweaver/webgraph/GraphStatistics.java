package org.orbweaver.webgraph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.orbweaver.common.sorted.TopList;
import org.orbweaver.webgraph.format.CsrGraph;
import org.orbweaver.webgraph.format.GraphMeta;

/**
 * Figures of a graph. Bucket 0 of a histogram counts degree 0, bucket i the degrees from 2^(i−1) to
 * 2^i − 1.
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

  static GraphStatistics of(GraphMeta meta, CsrGraph out, CsrGraph in, int topCount) {
    long isolated = 0;
    long selfLinks = 0;
    for (int v = 0; v < out.nodes(); v++) {
      isolated += out.degree(v) == 0 && in.degree(v) == 0 ? 1 : 0;
      int self = Arrays.binarySearch(out.targets(), out.start(v), out.start(v + 1), v);
      selfLinks += self >= 0 ? 1 : 0;
    }
    TopList<Ranked> top =
        new TopList<>(
            Comparator.comparingInt(Ranked::inDegree).reversed().thenComparingInt(Ranked::node),
            topCount);
    for (int v = 0; v < in.nodes(); v++) {
      if (in.degree(v) > 0) {
        top.add(new Ranked(v, in.degree(v)));
      }
    }
    long bytes = meta.out().stream().mapToLong(GraphMeta.Part::bytes).sum();
    return new GraphStatistics(
        isolated,
        selfLinks,
        Arrays.stream(out.degrees()).max().orElse(0),
        Arrays.stream(in.degrees()).max().orElse(0),
        histogram(out),
        histogram(in),
        top.list(),
        meta.arcs() == 0 ? Double.NaN : 8.0 * bytes / meta.arcs());
  }

  private static List<Long> histogram(CsrGraph rows) {
    List<Long> counts = new ArrayList<>();
    for (int degree : rows.degrees()) {
      int bucket = bucket(degree);
      while (counts.size() <= bucket) {
        counts.add(0L);
      }
      counts.set(bucket, counts.get(bucket) + 1);
    }
    return counts;
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
}
