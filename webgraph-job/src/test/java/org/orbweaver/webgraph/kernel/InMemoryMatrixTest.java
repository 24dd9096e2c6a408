package org.orbweaver.webgraph.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

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

  private static double[] multiply(InMemoryMatrix matrix, double[] x, int threads)
      throws IOException {
    double[] y = new double[matrix.size()];
    try (Workers workers = new Workers(threads)) {
      matrix.multiply(x, (first, end) -> (v, sum) -> y[v] = sum, workers);
    }
    return y;
  }

  @Test
  void multipliesTheSameBitsWhateverThePartsAndThreads() throws IOException {
    int[][] lists = random(70_000, 3, 5);
    double[] x = new Random(1).doubles(lists.length).toArray();
    double[] expected = new double[lists.length];
    long entries = 0;
    for (int v = 0; v < lists.length; v++) {
      for (int u : lists[v]) {
        expected[v] += x[u];
      }
      entries += lists[v].length;
    }
    InMemoryMatrix one = InMemoryMatrix.load(List.of(new ArrayRows(lists, 0, lists.length)));
    InMemoryMatrix three =
        InMemoryMatrix.load(
            List.of(
                new ArrayRows(lists, 0, 11),
                new ArrayRows(lists, 11, 11),
                new ArrayRows(lists, 11, lists.length)));
    assertEquals(entries, one.entries());
    assertArrayEquals(expected, multiply(one, x, 1));
    assertArrayEquals(expected, multiply(three, x, 3));
  }

  @Test
  void refusesAGapBetweenParts() {
    int[][] lists = {{}, {0}, {1}};
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                InMemoryMatrix.load(
                    List.of(new ArrayRows(lists, 0, 1), new ArrayRows(lists, 2, 3))));
    assertEquals("rows begin at 2 where 1 was due", e.getMessage());
  }

  @Test
  void aPieceThatFailsFailsTheProduct() {
    InMemoryMatrix matrix;
    try {
      matrix = InMemoryMatrix.load(List.of(new ArrayRows(new int[][] {{0}}, 0, 1)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    try (Workers workers = new Workers(1)) {
      IOException e =
          assertThrows(
              IOException.class,
              () ->
                  matrix.multiply(
                      new double[1],
                      (first, end) ->
                          (v, sum) -> {
                            throw new IOException("disk full");
                          },
                      workers));
      assertEquals("disk full", e.getMessage());
    }
  }
}
