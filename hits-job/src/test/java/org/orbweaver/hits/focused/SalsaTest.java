package org.orbweaver.hits.focused;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SalsaTest {

  /** The walk over columns of {@code m} from a uniform start, after 2^40 steps. */
  private static double[] walk(double[][] m) {
    int n = m[0].length;
    double[] columnSums = Graphs.times(Graphs.transpose(m), Graphs.ones(m.length));
    double[] rowSums = Graphs.times(m, Graphs.ones(n));
    double[][] step = new double[n][n];
    int linked = 0;
    for (int i = 0; i < n; i++) {
      linked += columnSums[i] > 0 ? 1 : 0;
      for (int h = 0; h < m.length; h++) {
        for (int j = 0; j < n && m[h][i] > 0; j++) {
          step[i][j] += m[h][i] / columnSums[i] * m[h][j] / rowSums[h];
        }
      }
    }
    for (int k = 0; k < 40; k++) {
      step = Graphs.times(step, step);
      for (double[] row : step) {
        double sum = Arrays.stream(row).sum();
        for (int j = 0; j < n && sum > 0; j++) {
          row[j] /= sum;
        }
      }
    }
    double[] result = new double[n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n && columnSums[i] > 0; j++) {
        result[j] += step[i][j] / linked;
      }
    }
    return result;
  }

  @Test
  void isTheStationaryDistributionOfTheWalk() throws IOException {
    Random random = new Random(8);
    for (int g = 0; g < 2000; g++) {
      int[][] lists = Graphs.random(random);
      double[][] weights = g % 2 == 0 ? null : Graphs.weights(lists, random);
      LinkMatrix matrix = new LinkMatrix(lists.length, lists, weights);
      Salsa salsa = Salsa.of(matrix, lists.length);
      double[][] m = Graphs.dense(lists.length, lists, weights);
      assertArrayEquals(walk(m), salsa.authorities(), 1e-10, "graph " + g);
      assertArrayEquals(walk(Graphs.transpose(m)), salsa.hubs(), 1e-10, "graph " + g);
      assertEquals(1, Arrays.stream(salsa.authorities()).sum(), 1e-12);
      assertEquals(1, Arrays.stream(salsa.hubs()).sum(), 1e-12);
    }
  }

  @Test
  void aTightCommunityGetsItsShareOnly() throws IOException {
    // Four hubs with the same two authorities, and one hub with three others.
    LinkMatrix matrix =
        new LinkMatrix(5, new int[][] {{0, 1}, {0, 1}, {0, 1}, {0, 1}, {2, 3, 4}}, null);
    Salsa salsa = Salsa.of(matrix, 5);
    assertEquals(2, salsa.components());
    assertArrayEquals(new double[] {.2, .2, .2, .2, .2}, salsa.authorities(), 1e-15);
    // HITS gives all to the first: eigenvalue 8 against 3.
    InMemoryHits hits = InMemoryHits.run(matrix, 1e-12, 1000);
    assertArrayEquals(
        new double[] {Math.sqrt(.5), Math.sqrt(.5), 0, 0, 0}, hits.authorities(), 1e-12);
  }
}
