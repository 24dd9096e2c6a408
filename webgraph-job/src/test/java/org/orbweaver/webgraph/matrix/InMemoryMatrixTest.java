package org.orbweaver.webgraph.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.orbweaver.webgraph.format.lists.CodedLists;
import org.orbweaver.webgraph.format.lists.ListChunk;
import org.orbweaver.webgraph.format.lists.ListReader;

class InMemoryMatrixTest {

  static int[][] random(int size, int mean, long seed) {
    Random random = new Random(seed);
    int[][] lists = new int[size][];
    for (int v = 0; v < size; v++) {
      TreeSet<Integer> list = new TreeSet<>();
      // A few long rows, many short and empty ones.
      int degree = random.nextInt(200) == 0 ? size / 3 : random.nextInt(2 * mean + 1);
      for (int i = 0; i < degree; i++) {
        list.add(random.nextInt(size));
      }
      lists[v] = list.stream().mapToInt(Integer::intValue).toArray();
    }
    return lists;
  }

  private static float[][] weights(int[][] lists) {
    Random random = new Random(8);
    float[][] weights = new float[lists.length][];
    for (int v = 0; v < lists.length; v++) {
      weights[v] = new float[lists[v].length];
      for (int j = 0; j < weights[v].length; j++) {
        weights[v][j] = (float) Math.exp(4 * random.nextGaussian());
      }
    }
    return weights;
  }

  /** Σ w·x by row, straight from the formula. */
  private static double[] expected(int[][] lists, float[][] weights, double[] x, int width) {
    double[] y = new double[lists.length * width];
    for (int v = 0; v < lists.length; v++) {
      for (int k = 0; k < width; k++) {
        for (int j = 0; j < lists[v].length; j++) {
          double weight = weights == null ? 1 : weights[v][j];
          y[v * width + k] += weight * x[lists[v][j] * width + k];
        }
      }
    }
    return y;
  }

  private static double[] multiply(
      int[][] lists, float[][] weights, double[] x, int width, int threads) throws IOException {
    InMemoryMatrix matrix = new InMemoryMatrix(CodedLists.reader(0, lists, weights), () -> {});
    assertEquals(lists.length, matrix.size());
    double[] y = new double[matrix.size() * width];
    try (Workers workers = new Workers(threads)) {
      matrix.multiply(
          x,
          width,
          () -> (v, sums, at) -> System.arraycopy(sums, at, y, v * width, width),
          workers);
    }
    return y;
  }

  @Test
  void sameBitsWhateverTheThreadsAndVectorsSideBySide() throws IOException {
    int[][] lists = random(20_000, 3, 5);
    for (int width : new int[] {1, 2, 8, 11}) {
      double[] x = new Random(1).doubles((long) lists.length * width).toArray();
      for (float[][] weights : new float[][][] {null, weights(lists)}) {
        double[] expected = expected(lists, weights, x, width);
        assertArrayEquals(expected, multiply(lists, weights, x, width, 1));
        assertArrayEquals(expected, multiply(lists, weights, x, width, 3));
      }
    }
  }

  @Test
  void sameBitsFromBlocksOfColumnsAndSomeRows() throws IOException {
    int size = 9000;
    int[][] lists = random(size, 6, 3);
    for (int width : new int[] {1, 9}) {
      double[] x = new Random(2).doubles((long) size * width).toArray();
      for (float[][] weights : new float[][][] {null, weights(lists)}) {
        double[] expected = expected(lists, weights, x, width);
        for (int block : new int[] {53, 8999, 9000}) {
          int first = 500;
          double[] sums = new double[4321 * width];
          for (int from = 0; from < size; from += block) {
            int to = Math.min(size, from + block);
            VectorBlock columns =
                new VectorBlock(Arrays.copyOfRange(x, from * width, to * width), width, from, to);
            ListReader rows = CodedLists.reader(0, lists, weights);
            for (ListChunk chunk = rows.next(); chunk != null; chunk = rows.next()) {
              columns.addTo(sums, first, chunk);
            }
          }
          double[] due = Arrays.copyOfRange(expected, first * width, (first + 4321) * width);
          assertArrayEquals(due, sums, width + " vectors in blocks of " + block);
        }
      }
    }
  }

  @Test
  void aPieceThatFailsFailsTheProduct() throws IOException {
    InMemoryMatrix matrix =
        new InMemoryMatrix(CodedLists.reader(0, new int[][] {{0}}, null), () -> {});
    try (Workers workers = new Workers(1)) {
      IOException e =
          assertThrows(
              IOException.class,
              () ->
                  matrix.multiply(
                      new double[1],
                      1,
                      () ->
                          (v, sums, at) -> {
                            throw new IOException("disk full");
                          },
                      workers));
      assertEquals("disk full", e.getMessage());
    }
  }
}
