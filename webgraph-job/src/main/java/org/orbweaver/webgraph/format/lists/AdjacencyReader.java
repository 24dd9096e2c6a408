package org.orbweaver.webgraph.format.lists;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import org.orbweaver.webgraph.format.files.Varints;

/**
 * Decodes lists written by {@link AdjacencyWriter}, node by node:
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
 * <p>Checksums were compared when the lists were read. Memory: a {@link ListChunk} and three times
 * the longest list. For one thread at a time.
 */
public final class AdjacencyReader implements Closeable {
  /** Bytes per link of the longest list that a reader takes. */
  public static final int BYTES_A_LINK = 12;

  /** The code of a run. */
  private static final int RUN = 1;

  private final ListReader source;
  private final int first;
  private final int end;
  private ListChunk chunk;
  private byte[] bytes;
  private int position;
  private int node = -1;
  private int degree;
  private int[] neighbours = new int[256];

  /** The number of links in the chunk up to the current node's last one. */
  private int links;

  /** The last non-empty list and its length; {@code neighbours} until the next call. */
  private int[] previous = neighbours;

  private int previousDegree;
  private int[] spare = new int[256];
  private int[] rest = new int[0];

  /** Decodes the lists of one chunk. */
  public AdjacencyReader(ListChunk chunk) {
    source = null;
    first = chunk.first();
    end = chunk.end();
    enter(chunk);
  }

  /** Decodes the lists of {@code source}, from node {@code first} on. */
  public AdjacencyReader(ListReader source, int first) {
    this.source = source;
    this.first = first;
    end = source.end();
  }

  private void enter(ListChunk entered) {
    chunk = entered;
    bytes = entered.lists();
    position = 0;
    links = 0;
    node = entered.first() - 1;
  }

  /**
   * Moves to the next node.
   *
   * @return its id, or -1 after the last one
   * @throws org.orbweaver.common.error.OrbException if the file is truncated or corrupt
   */
  public int next() throws IOException {
    do {
      if (node + 1 >= end || ((chunk == null || node + 1 == chunk.end()) && !enterNext())) {
        degree = 0;
        return -1;
      }
      decode();
    } while (node < first);
    return node;
  }

  private boolean enterNext() throws IOException {
    ListChunk following = source == null ? null : source.next();
    if (following == null) {
      return false;
    }
    enter(following);
    return true;
  }

  /**
   * Moves to {@code node}, which must be in this reader's range. Costs the decoding of its block.
   */
  public void moveTo(int wanted) throws IOException {
    boolean ahead = chunk != null && wanted > node && wanted < chunk.end();
    if (!ahead && wanted != node) {
      source.seek(wanted);
      enter(source.next());
    }
    while (node < wanted) {
      decode();
    }
  }

  private void decode() {
    node++;
    if (node % AdjacencyWriter.BLOCK_NODES == 0 || node == chunk.first()) {
      previousDegree = 0;
    }
    int head = readVarint();
    degree = head >>> 1;
    if (degree == 0) {
      return;
    }
    // The previous list may be needed, so this one goes elsewhere.
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
    links += degree;
  }

  /** The id of the current node. */
  public int node() {
    return node;
  }

  /** The number of neighbours of the current node. */
  public int degree() {
    return degree;
  }

  /**
   * The neighbours, ascending, in the first {@link #degree()} places. The array is the reader's
   * own: valid until the next {@link #next()}.
   */
  public int[] neighbours() {
    return neighbours;
  }

  /** A copy of the neighbours, of the right length. */
  public int[] copyOfNeighbours() {
    return Arrays.copyOf(neighbours, degree);
  }

  /**
   * The weights of the links to the neighbours, from {@link #weightsFrom} on; null if there are
   * none, or they were not requested.
   */
  public float[] weights() {
    return chunk.weights();
  }

  /** The index of the current node's first weight. */
  public int weightsFrom() {
    return links - degree;
  }

  /** A copy of the weights, of the right length; null if there are none. */
  public float[] copyOfWeights() {
    return chunk.weights() == null
        ? null
        : Arrays.copyOfRange(chunk.weights(), links - degree, links);
  }

  private int grown(int length) {
    return Math.max(degree, Math.min(length + (length >> 1), 1 << 30));
  }

  /** Copies pieces of the previous list and merges the neighbours written as gaps. */
  private void readCopies(int[] into) {
    int pieces = readVarint();
    // Alternately copied and skipped; the last piece is the rest of the list.
    int copied = 0;
    int at = 0;
    for (int piece = 0; piece <= pieces; piece++) {
      int length = piece < pieces ? readVarint() : previousDegree - at;
      if (piece % 2 == 0) {
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
    // Merged from the back, so that the copied neighbours need not be moved away first.
    int i = copied - 1;
    int j = count - 1;
    for (int k = degree - 1; j >= 0; k--) {
      into[k] = i >= 0 && into[i] > rest[j] ? into[i--] : rest[j--];
    }
  }

  /** Reads {@code count} neighbours, one at least, that are written as gaps. */
  private void readGaps(int[] list, int count) {
    int last = node + Varints.unzigzag(readVarint());
    list[0] = last;
    byte[] from = bytes;
    int i = 1;
    while (i < count) {
      int p = position;
      int code = 0;
      for (; i < count; i++) {
        int b = from[p++];
        code = b;
        if (b < 0) {
          code = b & 0x7f;
          int shift = 0;
          do {
            b = from[p++];
            shift += 7;
            code |= (b & 0x7f) << shift;
          } while (b < 0);
        }
        if (code == RUN) {
          break;
        }
        last += code + (code == 0 ? 1 : 0);
        list[i] = last;
      }
      position = p;
      if (i < count) {
        i = readRun(list, i, last);
        last = list[i - 1];
      }
    }
  }

  /** Reads the length of a run and writes the run at {@code from}; returns its end. */
  private int readRun(int[] list, int from, int last) {
    int end = from + readVarint() + AdjacencyWriter.SHORTEST_RUN;
    int neighbour = last;
    for (int i = from; i < end; i++) {
      list[i] = ++neighbour;
    }
    return end;
  }

  private int readVarint() {
    int b = bytes[position++];
    int value = b & 0x7f;
    for (int shift = 7; b < 0; shift += 7) {
      b = bytes[position++];
      value |= (b & 0x7f) << shift;
    }
    return value;
  }

  @Override
  public void close() throws IOException {
    if (source != null) {
      source.close();
    }
  }
}
