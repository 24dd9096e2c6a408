package org.orbweaver.webgraph.format;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.orbweaver.common.cli.OrbException;

/**
 * Reads one partition that {@link AdjacencyWriter} wrote, node by node:
 *
 * <pre>{@code
 * for (int v = reader.next(); v >= 0; v = reader.next()) {
 *   int[] neighbours = reader.neighbours();
 *   for (int i = 0, d = reader.degree(); i < d; i++) {
 *     sum += x[neighbours[i]];
 *   }
 * }
 * }</pre>
 *
 * <p>Everything is checked: a stream that ends early or goes on after the last node, a list that
 * does not ascend, and an arc to no node are errors that name the file and the byte. Memory: one
 * buffer of {@value #BUFFER_BYTES} bytes (none for an array) and the longest list.
 */
public final class AdjacencyReader implements Closeable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final InputStream in;
  private final String name;
  private final int end;
  private final int nodes;

  private final byte[] buffer;
  private int position;
  private int limit;

  /** Where {@code buffer[0]} lies in the file. */
  private long bufferStart;

  private int node;
  private int degree;
  private int[] neighbours = new int[256];

  /**
   * @param in the partition, from its first byte; need not be buffered
   * @param name of the file, for messages
   * @param first the id of its first node
   * @param count how many nodes it holds
   * @param nodes of the whole graph: neighbours are below it
   */
  public AdjacencyReader(InputStream in, String name, int first, int count, int nodes) {
    this(in, new byte[BUFFER_BYTES], 0, name, first, count, nodes);
  }

  /** Reads a partition that is in memory; the other parameters as with a stream. */
  public AdjacencyReader(byte[] bytes, String name, int first, int count, int nodes) {
    this(null, bytes, bytes.length, name, first, count, nodes);
  }

  private AdjacencyReader(
      InputStream in, byte[] buffer, int limit, String name, int first, int count, int nodes) {
    this.in = in;
    this.buffer = buffer;
    this.limit = limit;
    this.name = name;
    this.end = Math.addExact(first, count);
    this.nodes = nodes;
    this.node = first - 1;
  }

  /**
   * Moves to the next node.
   *
   * @return its id, or -1 after the last one
   * @throws OrbException if the partition is truncated or corrupt
   */
  public int next() throws IOException {
    if (node >= end - 1) {
      degree = 0;
      if (position < limit || fill()) {
        throw corrupt("bytes are left after its last node");
      }
      return -1;
    }
    node++;
    degree = readVarint();
    if (degree < 0 || degree > nodes) {
      throw corrupt("degree " + degree + " of node " + node + " in a graph of " + nodes);
    }
    if (degree > neighbours.length) {
      neighbours = new int[Math.max(degree, (int) Math.min(2L * neighbours.length, 1 << 30))];
    }
    if (degree > 0) {
      readNeighbours();
    }
    return node;
  }

  /** The number of neighbours of the node last moved to. */
  public int degree() {
    return degree;
  }

  /**
   * The neighbours, ascending, in the first {@link #degree()} places. The array is the reader's
   * own: good until the next {@link #next()}.
   */
  public int[] neighbours() {
    return neighbours;
  }

  private void readNeighbours() throws IOException {
    int[] list = neighbours;
    int previous = node + Varints.unzigzag(readVarint());
    if (previous < 0) {
      throw corrupt("an arc of node " + node + " to no node: " + previous);
    }
    list[0] = previous;
    int i = 1;
    while (i < degree) {
      // As many as are in the buffer for sure are decoded without asking for more bytes.
      int sure = Math.min(degree, i + (limit - position) / Varints.MAX_BYTES);
      byte[] bytes = buffer;
      int p = position;
      for (; i < sure; i++) {
        int b = bytes[p++];
        int gap = b;
        if (b < 0) {
          gap = b & 0x7f;
          int shift = 0;
          do {
            b = bytes[p++];
            shift += 7;
            gap |= (b & 0x7f) << shift;
          } while (b < 0 && shift < 28);
        }
        int neighbour = previous + gap + 1;
        if (neighbour <= previous) {
          position = p;
          throw corrupt("the list of node " + node + " does not ascend after " + previous);
        }
        list[i] = neighbour;
        previous = neighbour;
      }
      position = p;
      if (i < degree) {
        int neighbour = previous + readVarint() + 1;
        if (neighbour <= previous) {
          throw corrupt("the list of node " + node + " does not ascend after " + previous);
        }
        list[i++] = neighbour;
        previous = neighbour;
      }
    }
    if (previous >= nodes) {
      throw corrupt(
          "an arc of node " + node + " to no node: " + previous + " in a graph of " + nodes);
    }
  }

  private int readVarint() throws IOException {
    int value = 0;
    for (int shift = 0; shift < 7 * Varints.MAX_BYTES; shift += 7) {
      if (position == limit && !fill()) {
        throw OrbException.failed(
            name
                + ": truncated at byte "
                + (bufferStart + position)
                + ", in node "
                + node
                + " of "
                + end
                + "; build the graph again");
      }
      int b = buffer[position++];
      value |= (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw corrupt("a number of more than " + Varints.MAX_BYTES + " bytes");
  }

  /** Replaces the consumed buffer; false at the end of the file. */
  private boolean fill() throws IOException {
    if (in == null) {
      return false;
    }
    bufferStart += limit;
    position = 0;
    limit = 0;
    int n = in.read(buffer, 0, buffer.length);
    if (n <= 0) {
      return false;
    }
    limit = n;
    return true;
  }

  private OrbException corrupt(String what) {
    return OrbException.failed(
        name
            + ": corrupt at byte "
            + (bufferStart + position)
            + ": "
            + what
            + "; build the graph again");
  }

  /** A copy of the current neighbours, of the right length. */
  public int[] copyOfNeighbours() {
    return Arrays.copyOf(neighbours, degree);
  }

  @Override
  public void close() throws IOException {
    if (in != null) {
      in.close();
    }
  }
}
