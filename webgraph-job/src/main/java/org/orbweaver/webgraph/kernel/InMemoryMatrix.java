package org.orbweaver.webgraph.kernel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A matrix decoded into memory for the fused mode, where the same rows are multiplied k times: 4
 * bytes an entry and 4 a row. Rows are kept in blocks of some ten thousand, which are also the
 * pieces that threads take in turn.
 *
 * <p>Decoding once pays from the second iteration: an entry costs one load instead of a varint.
 */
public final class InMemoryMatrix {

  private static final int BLOCK_ENTRIES = 1 << 18;
  private static final int BLOCK_ROWS = 1 << 15;

  /** Makes the sink of one block; called by the thread that multiplies it. */
  public interface SinkFactory<S extends RowSink> {
    /** A sink for the rows {@code [first, end)}. */
    S open(int first, int end);
  }

  /** Row {@code first + i} is {@code columns[starts[i] .. starts[i + 1])}. */
  private static final class Block {
    final int first;
    final int[] starts;
    final int[] columns;

    Block(int first, int[] starts, int[] columns) {
      this.first = first;
      this.starts = starts;
      this.columns = columns;
    }

    int end() {
      return first + starts.length - 1;
    }
  }

  private final List<Block> blocks = new ArrayList<>();
  private int size;
  private long entries;

  /** Reads all rows of {@code parts}, which must follow one another from row 0 on; closes them. */
  public static InMemoryMatrix load(List<? extends Rows> parts) throws IOException {
    InMemoryMatrix matrix = new InMemoryMatrix();
    for (Rows part : parts) {
      try (part) {
        matrix.append(part);
      }
    }
    return matrix;
  }

  /**
   * Adds the rows of {@code part} below those that are here; does not close it.
   *
   * @throws IllegalArgumentException when it does not begin where the matrix ends
   */
  public void append(Rows part) throws IOException {
    if (part.first() != size) {
      throw new IllegalArgumentException(
          "rows begin at " + part.first() + " where " + size + " was due");
    }
    while (size < part.end()) {
      appendBlock(part);
    }
  }

  private void appendBlock(Rows part) throws IOException {
    int first = size;
    int[] starts = new int[Math.min(BLOCK_ROWS, part.end() - first) + 1];
    int[] columns = new int[Math.min(BLOCK_ENTRIES, 16 * starts.length)];
    int rows = 0;
    int filled = 0;
    while (rows < starts.length - 1 && filled < BLOCK_ENTRIES) {
      int degree = part.next();
      if (filled + degree > columns.length) {
        columns = Arrays.copyOf(columns, Math.max(filled + degree, columns.length * 3 / 2));
      }
      System.arraycopy(part.columns(), 0, columns, filled, degree);
      filled += degree;
      starts[++rows] = filled;
    }
    blocks.add(new Block(first, Arrays.copyOf(starts, rows + 1), Arrays.copyOf(columns, filled)));
    size += rows;
    entries += filled;
  }

  /** Number of rows. */
  public int size() {
    return size;
  }

  /** Number of ones. */
  public long entries() {
    return entries;
  }

  /** Bytes that a matrix of this shape takes in memory. */
  public static long bytes(long rows, long entries) {
    return 4 * rows + 4 * entries;
  }

  /**
   * Multiplies by {@code x}: each block's rows go to a sink of its own, blocks in parallel.
   *
   * @return the sinks in the order of their blocks
   */
  public <S extends RowSink> List<S> multiply(double[] x, SinkFactory<S> sinks, Workers workers)
      throws IOException {
    return workers.map(
        blocks.size(),
        b -> {
          Block block = blocks.get(b);
          S sink = sinks.open(block.first, block.end());
          multiply(block, x, sink);
          return sink;
        });
  }

  private static void multiply(Block block, double[] x, RowSink sink) throws IOException {
    int[] starts = block.starts;
    int[] columns = block.columns;
    int j = 0;
    for (int i = 0; i < starts.length - 1; i++) {
      double sum = 0;
      for (int end = starts[i + 1]; j < end; j++) {
        sum += x[columns[j]];
      }
      sink.row(block.first + i, sum);
    }
  }
}
