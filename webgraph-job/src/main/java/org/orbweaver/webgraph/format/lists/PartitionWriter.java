package org.orbweaver.webgraph.format.lists;

import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Optional;
import org.orbweaver.webgraph.format.files.GraphSink;
import org.orbweaver.webgraph.format.files.MeasuredOutputStream;
import org.orbweaver.webgraph.format.meta.GraphMeta;

/**
 * Writes partition p of one direction, and with the successors their degrees; describes the files
 * for {@code meta.json}. Nodes that are skipped have no neighbours.
 */
public final class PartitionWriter {
  private static final int[] NONE = new int[0];
  private static final double[] WEIGHTLESS = new double[0];

  private final boolean out;
  private final int part;
  private final int first;
  private final int end;
  private final MeasuredOutputStream lists;
  private final AdjacencyWriter writer;
  private final MeasuredOutputStream degrees;
  private final DataOutputStream degreesOut;
  private int dangling;

  /**
   * @param out true for successors, false for predecessors
   * @param part the partition's number
   * @param cuts of this direction
   * @param weighted true if the graph has weights
   */
  public PartitionWriter(GraphSink sink, boolean out, int part, int[] cuts, boolean weighted)
      throws IOException {
    this.out = out;
    this.part = part;
    this.first = cuts[part];
    this.end = cuts[part + 1];
    this.lists = new MeasuredOutputStream(sink.create(GraphMeta.file(out ? "out" : "in", part)));
    this.writer = new AdjacencyWriter(lists, first, weighted);
    this.degrees =
        out ? new MeasuredOutputStream(sink.create(GraphMeta.file("outdeg", part))) : null;
    this.degreesOut = out ? new DataOutputStream(degrees) : null;
  }

  /**
   * Writes a node of this partition; ids ascend.
   *
   * @param neighbours in {@code [from, from + degree)}
   * @param weighing their weights, in the same places; ignored in a graph without weights
   * @throws IllegalArgumentException if a weight, as a float, is not finite and above 0
   */
  public void write(int node, int[] neighbours, double[] weighing, int from, int degree)
      throws IOException {
    if (node < writer.node() || node >= end) {
      throw new IllegalArgumentException(
          "node " + node + " where " + writer.node() + " to " + end + " come next");
    }
    skipTo(node);
    append(neighbours, weighing, from, degree);
  }

  private void skipTo(int node) throws IOException {
    while (writer.node() < node) {
      append(NONE, WEIGHTLESS, 0, 0);
    }
  }

  private void append(int[] neighbours, double[] weighing, int from, int degree)
      throws IOException {
    writer.write(neighbours, weighing, from, degree);
    if (out) {
      degreesOut.writeInt(degree);
      dangling += degree == 0 ? 1 : 0;
    }
  }

  /** Adds the remaining nodes without neighbours, and closes the files. */
  public GraphMeta.Partition close() throws IOException {
    skipTo(end);
    writer.close();
    if (out) {
      degreesOut.close();
    }
    int count = end - first;
    return new GraphMeta.Partition(
        new GraphMeta.Part(
            GraphMeta.file(out ? "out" : "in", part),
            first,
            count,
            writer.arcs(),
            writer.longest(),
            lists.length(),
            lists.crc32c()),
        out
            ? Optional.of(
                new GraphMeta.Part(
                    GraphMeta.file("outdeg", part),
                    first,
                    count,
                    degrees.length(),
                    degrees.crc32c()))
            : Optional.empty(),
        dangling);
  }
}
