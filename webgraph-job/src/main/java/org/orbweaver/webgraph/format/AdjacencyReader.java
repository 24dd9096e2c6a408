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
 * buffer of {@value #BUFFER_BYTES} bytes (none for an array) and four times the longest list.
 */
public final class AdjacencyReader implements Closeable {
  private static final int BUFFER_BYTES = 1 << 16;

  /** The code of a run. */
  private static final int RUN = 1;

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

  /** The last list that was not empty, and its length; {@code neighbours} until the next call. */
  private int[] previous = neighbours;

  private int previousDegree;
  private int[] spare = new int[256];
  private int[] rest = new int[0];

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
        throw corrupt("unexpected bytes after its last node");
      }
      return -1;
    }
    node++;
    int head = readVarint();
    degree = head >>> 1;
    if (degree > nodes) {
      throw corrupt("degree " + degree + " of node " + node + " in a graph of " + nodes);
    }
    if (degree == 0) {
      if (head != 0) {
        throw corrupt("node " + node + " copies nothing");
      }
      return node;
    }
    // The list before may be needed, so that this one goes elsewhere.
    int[] into = previous == neighbours ? spare : neighbours;
    if (degree > into.length) {
      into = new int[grown(into.length)];
    }
    if ((head & 1) == 0) {
      readGaps(into, degree);
    } else {
      readCopies(into);
    }
    spare = previous;
    neighbours = into;
    previous = into;
    previousDegree = degree;
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

  private int grown(int length) {
    return Math.max(degree, (int) Math.min(2L * length, 1 << 30));
  }

  /** Takes blocks of the list before and the gaps of what it does not have. */
  private void readCopies(int[] into) throws IOException {
    int blocks = readVarint();
    // One copied, one left out, and so on; the last is as long as what is left.
    if (blocks < 0 || blocks > previousDegree) {
      throw corrupt("node " + node + " copies " + blocks + " blocks of " + previousDegree);
    }
    int copied = 0;
    int at = 0;
    for (int block = 0; block <= blocks; block++) {
      int length = block < blocks ? readVarint() : previousDegree - at;
      if (length < 0
          || length > previousDegree - at
          || (block % 2 == 0 && copied + length > degree)) {
        throw corrupt("node " + node + " copies a block of " + length);
      }
      if (block % 2 == 0) {
        System.arraycopy(previous, at, into, copied, length);
        copied += length;
      }
      at += length;
    }
    int count = degree - copied;
    if (count == 0) {
      return;
    }
    if (count > rest.length) {
      rest = new int[grown(rest.length)];
    }
    readGaps(rest, count);
    // Merged from the back, so that what is copied need not go elsewhere first.
    int i = copied - 1;
    int j = count - 1;
    for (int k = degree - 1; j >= 0; k--) {
      into[k] = i >= 0 && into[i] > rest[j] ? into[i--] : rest[j--];
      if (k + 1 < degree && into[k] == into[k + 1]) {
        throw corrupt("the list of node " + node + " has " + into[k] + " twice");
      }
    }
    if (i >= 0 && into[i] == into[i + 1]) {
      throw corrupt("the list of node " + node + " has " + into[i] + " twice");
    }
  }

  /** Reads {@code count} neighbours, one at least, that are written as gaps. */
  private void readGaps(int[] list, int count) throws IOException {
    int last = node + Varints.unzigzag(readVarint());
    if (last < 0) {
      throw corrupt("an arc of node " + node + " to no node: " + last);
    }
    list[0] = last;
    int i = 1;
    while (i < count) {
      // As many as are in the buffer for sure are decoded without asking for more bytes.
      int sure = Math.min(count, i + (limit - position) / Varints.MAX_BYTES);
      byte[] bytes = buffer;
      int p = position;
      int code = 0;
      for (; i < sure; i++) {
        int b = bytes[p++];
        code = b;
        if (b < 0) {
          code = b & 0x7f;
          int shift = 0;
          do {
            b = bytes[p++];
            shift += 7;
            code |= (b & 0x7f) << shift;
          } while (b < 0 && shift < 28);
        }
        if (code == RUN) {
          break;
        }
        int neighbour = last + code + (code == 0 ? 1 : 0);
        if (neighbour <= last) {
          position = p;
          throw descends(last);
        }
        list[i] = neighbour;
        last = neighbour;
      }
      position = p;
      if (i < sure) {
        i = readRun(list, i, count, last);
        last = list[i - 1];
      } else if (i < count) {
        code = readVarint();
        if (code == RUN) {
          i = readRun(list, i, count, last);
        } else {
          list[i] = last + code + (code == 0 ? 1 : 0);
          if (list[i] <= last) {
            throw descends(last);
          }
          i++;
        }
        last = list[i - 1];
      }
    }
    if (last >= nodes) {
      throw corrupt("an arc of node " + node + " to no node: " + last + " in a graph of " + nodes);
    }
  }

  /** Reads how long a run is and puts it at {@code from}; returns where it ends. */
  private int readRun(int[] list, int from, int count, int last) throws IOException {
    int more = readVarint();
    if (more < 0 || more > count - from - AdjacencyWriter.SHORTEST_RUN) {
      throw corrupt("a run of " + more + " more than the shortest in the list of node " + node);
    }
    int end = from + more + AdjacencyWriter.SHORTEST_RUN;
    if (last > Integer.MAX_VALUE - (end - from)) {
      throw descends(last);
    }
    int neighbour = last;
    for (int i = from; i < end; i++) {
      list[i] = ++neighbour;
    }
    return end;
  }

  private OrbException descends(int last) {
    return corrupt("the list of node " + node + " does not ascend after " + last);
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
