package org.orbweaver.webgraph.kernel;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbweaver.webgraph.format.AdjacencyReader;
import org.orbweaver.webgraph.format.AdjacencyWriter;
import org.orbweaver.webgraph.format.GraphMeta;

/**
 * A matrix in memory for the fused mode, where the same rows are multiplied k times. Its lists stay
 * coded as in the graph's files and are decoded while they are multiplied: that costs little beside
 * the access to x, and takes a fourth to a half of the memory. Weights take 4 bytes an entry more.
 *
 * <p>Rows are kept in blocks of some ten thousand, which are also the pieces that threads take in
 * turn.
 */
public final class InMemoryMatrix {

  private static final int BLOCK_ENTRIES = 1 << 18;
  private static final int BLOCK_ROWS = 1 << 15;

  /** Makes the sink of one block; called by the thread that multiplies it. */
  public interface SinkFactory<S> {
    /** A sink for the rows {@code [first, end)}. */
    S open(int first, int end);
  }

  /**
   * Rows {@code [first, end)}, coded. The weights follow one another in the order of the entries;
   * null for ones.
   */
  private static final class Block {
    final int first;
    final int end;
    final byte[] lists;
    final float[] weights;

    Block(int first, int end, byte[] lists, float[] weights) {
      this.weights = weights;
      this.first = first;
      this.end = end;
      this.lists = lists;
    }
  }

  /** Reads a block's rows; they were checked when they were coded. */
  private static AdjacencyReader reader(Block block) {
    return new AdjacencyReader(
        block.lists, "a matrix in memory", block.first, block.end - block.first, Integer.MAX_VALUE);
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
    float[] weights = new float[0];
    while (size < part.end()) {
      int first = size;
      int filled = 0;
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 18);
      try (AdjacencyWriter coder = new AdjacencyWriter(bytes, first)) {
        while (size < part.end() && size - first < BLOCK_ROWS && filled < BLOCK_ENTRIES) {
          int degree = part.next();
          coder.write(part.columns(), degree);
          if (part.weights() != null) {
            if (filled + degree > weights.length) {
              weights = Arrays.copyOf(weights, Math.max(filled + degree, 2 * weights.length));
            }
            System.arraycopy(part.weights(), 0, weights, filled, degree);
          }
          filled += degree;
          size++;
        }
      }
      float[] own = part.weights() == null ? null : Arrays.copyOf(weights, filled);
      blocks.add(new Block(first, size, bytes.toByteArray(), own));
      entries += filled;
    }
  }

  /** Number of rows. */
  public int size() {
    return size;
  }

  /** Number of entries. */
  public long entries() {
    return entries;
  }

  /** Bytes that it takes in memory. */
  public long bytes() {
    return blocks.stream()
        .mapToLong(b -> b.lists.length + (b.weights == null ? 0 : 4L * b.weights.length))
        .sum();
  }

  /** Bytes that a graph's matrix takes in memory: what its files take. */
  public static long bytes(GraphMeta graph, Direction direction) {
    return direction.parts(graph).stream().mapToLong(GraphMeta.Part::bytes).sum();
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
          S sink = sinks.open(block.first, block.end);
          multiply(block, x, sink);
          return sink;
        });
  }

  /**
   * Multiplies vectors that lie side by side: element k of row i is {@code x[i * width + k]}. A
   * list is decoded once for all of them.
   *
   * @param active the numbers of the vectors wanted, ascending
   * @return the sinks in the order of their blocks
   */
  public <S extends WideRowSink> List<S> multiply(
      double[] x, int width, int[] active, SinkFactory<S> sinks, Workers workers)
      throws IOException {
    return workers.map(
        blocks.size(),
        b -> {
          Block block = blocks.get(b);
          S sink = sinks.open(block.first, block.end);
          multiply(block, x, width, active, sink);
          return sink;
        });
  }

  private static void multiply(Block block, double[] x, RowSink sink) throws IOException {
    AdjacencyReader lists = reader(block);
    float[] weights = block.weights;
    int at = 0;
    for (int row = lists.next(); row >= 0; row = lists.next()) {
      int degree = lists.degree();
      int[] columns = lists.neighbours();
      double sum = 0;
      if (weights == null) {
        for (int j = 0; j < degree; j++) {
          sum += x[columns[j]];
        }
      } else {
        for (int j = 0; j < degree; j++) {
          sum += weights[at + j] * x[columns[j]];
        }
      }
      at += degree;
      sink.row(row, sum);
    }
  }

  private static void multiply(Block block, double[] x, int width, int[] active, WideRowSink sink)
      throws IOException {
    AdjacencyReader lists = reader(block);
    int[] places = new int[256];
    double[] sums = new double[width];
    int at = 0;
    for (int row = lists.next(); row >= 0; row = lists.next()) {
      int degree = lists.degree();
      int[] columns = lists.neighbours();
      if (degree > places.length) {
        places = new int[Math.max(degree, 2 * places.length)];
      }
      for (int j = 0; j < degree; j++) {
        places[j] = columns[j] * width;
      }
      if (block.weights == null) {
        add(places, degree, x, active, sums);
      } else {
        add(places, degree, block.weights, at, x, active, sums);
      }
      at += degree;
      sink.row(row, sums);
    }
  }

  /**
   * Eight neighbours at a time, or four that need not be neighbours: their sums stay in registers
   * and do not wait for one another, and eight elements side by side are one line of the cache.
   */
  private static void add(int[] places, int degree, double[] x, int[] active, double[] sums) {
    int k = 0;
    for (; k + 8 <= active.length && active[k + 7] == active[k] + 7; k += 8) {
      addEight(places, degree, x, active[k], sums);
    }
    for (; k + 4 <= active.length; k += 4) {
      int a = active[k];
      int b = active[k + 1];
      int c = active[k + 2];
      int d = active[k + 3];
      double sumA = 0;
      double sumB = 0;
      double sumC = 0;
      double sumD = 0;
      for (int j = 0; j < degree; j++) {
        int place = places[j];
        sumA += x[place + a];
        sumB += x[place + b];
        sumC += x[place + c];
        sumD += x[place + d];
      }
      sums[a] = sumA;
      sums[b] = sumB;
      sums[c] = sumC;
      sums[d] = sumD;
    }
    for (; k < active.length; k++) {
      int a = active[k];
      double sum = 0;
      for (int j = 0; j < degree; j++) {
        sum += x[places[j] + a];
      }
      sums[a] = sum;
    }
  }

  private static void addEight(int[] places, int degree, double[] x, int first, double[] sums) {
    double sum0 = 0;
    double sum1 = 0;
    double sum2 = 0;
    double sum3 = 0;
    double sum4 = 0;
    double sum5 = 0;
    double sum6 = 0;
    double sum7 = 0;
    for (int j = 0; j < degree; j++) {
      int place = places[j] + first;
      sum0 += x[place];
      sum1 += x[place + 1];
      sum2 += x[place + 2];
      sum3 += x[place + 3];
      sum4 += x[place + 4];
      sum5 += x[place + 5];
      sum6 += x[place + 6];
      sum7 += x[place + 7];
    }
    sums[first] = sum0;
    sums[first + 1] = sum1;
    sums[first + 2] = sum2;
    sums[first + 3] = sum3;
    sums[first + 4] = sum4;
    sums[first + 5] = sum5;
    sums[first + 6] = sum6;
    sums[first + 7] = sum7;
  }

  private static void add(
      int[] places, int degree, float[] weights, int at, double[] x, int[] active, double[] sums) {
    for (int a : active) {
      double sum = 0;
      for (int j = 0; j < degree; j++) {
        sum += weights[at + j] * x[places[j] + a];
      }
      sums[a] = sum;
    }
  }
}
