package org.orbweaver.hits.focused;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.junit.jupiter.api.Test;

class InMemoryHitsTest {

  /**
   * The projection of {@code start} on the eigenspace of the largest eigenvalue, scaled to length
   * 1; null if it converges slowly.
   */
  private static double[] limit(double[][] symmetric, double[] start) {
    EigenDecomposition eigen = new EigenDecomposition(new Array2DRowRealMatrix(symmetric));
    double[] values = eigen.getRealEigenvalues();
    double largest = 0;
    for (double value : values) {
      largest = Math.max(largest, value);
    }
    double[] sum = new double[start.length];
    for (int k = 0; k < values.length; k++) {
      double[] vector = eigen.getEigenvector(k).toArray();
      if (values[k] > largest * (1 - 1e-9)) {
        double share = Graphs.dot(vector, start);
        for (int i = 0; i < sum.length; i++) {
          sum[i] += share * vector[i];
        }
      } else if (values[k] > .9 * largest) {
        return null;
      }
    }
    return Graphs.unit(sum);
  }

  @Test
  void convergesToTheProjectionOfTheStartOnTheFirstEigenspace() {
    Random random = new Random(5);
    int compared = 0;
    for (int g = 0; g < 3000; g++) {
      int[][] lists = Graphs.random(random);
      if (g % 3 == 0) {
        lists = Graphs.twice(lists);
      }
      double[][] weights = g % 2 == 0 ? null : Graphs.weights(lists, random);
      double[][] m = Graphs.dense(lists.length, lists, weights);
      double[][] t = Graphs.transpose(m);
      double[] start = Graphs.times(t, Graphs.ones(lists.length));
      double[] expected = limit(Graphs.times(t, m), start);
      if (expected == null) {
        continue;
      }
      compared++;
      LinkMatrix matrix = new LinkMatrix(lists.length, lists, weights);
      InMemoryHits hits = InMemoryHits.run(matrix, -1, 400);
      assertArrayEquals(expected, hits.authorities(), 1e-10, "graph " + g);
      assertArrayEquals(Graphs.unit(Graphs.times(m, expected)), hits.hubs(), 1e-10, "graph " + g);
    }
    assertTrue(compared > 2000, "graphs with a gap: " + compared);
  }

  @Test
  void everyIterationIsThatOfTheDenseMatrix() {
    Random random = new Random(6);
    for (int g = 0; g < 2000; g++) {
      int[][] lists = Graphs.random(random);
      double[][] weights = g % 2 == 0 ? null : Graphs.weights(lists, random);
      double[][] m = Graphs.dense(lists.length, lists, weights);
      double[][] t = Graphs.transpose(m);
      int iterations = 1 + random.nextInt(30);
      double[] hubs = Graphs.ones(lists.length);
      double[] authorities = hubs;
      for (int i = 0; i < iterations; i++) {
        authorities = Graphs.unit(Graphs.times(t, hubs));
        hubs = Graphs.unit(Graphs.times(m, authorities));
      }
      LinkMatrix matrix = new LinkMatrix(lists.length, lists, weights);
      InMemoryHits hits = InMemoryHits.run(matrix, -1, iterations);
      assertArrayEquals(authorities, hits.authorities(), 1e-10, "graph " + g);
      assertArrayEquals(hubs, hits.hubs(), 1e-10, "graph " + g);
      assertEquals(iterations, hits.changes().length);
      assertFalse(hits.converged());
    }
  }

  @Test
  void stopsByTheChangeOfTheAuthorities() {
    LinkMatrix matrix = new LinkMatrix(3, new int[][] {{1, 2}, {2}, {}}, null);
    InMemoryHits hits = InMemoryHits.run(matrix, 1e-6, 100);
    assertTrue(hits.converged());
    assertTrue(hits.change() <= 1e-6);
    assertTrue(hits.changes()[hits.changes().length - 2] > 1e-6);
    InMemoryHits few = InMemoryHits.run(matrix, 1e-6, 2);
    assertFalse(few.converged());
    assertEquals(2, few.changes().length);
    // The golden ratio.
    assertEquals((1 + Math.sqrt(5)) / 2, hits.authorities()[2] / hits.authorities()[1], 1e-5);
  }

  @Test
  void refusesWhatIsNoGraph() {
    assertThrows(
        IllegalArgumentException.class,
        () -> InMemoryHits.run(new LinkMatrix(2, new int[2][0], null), 0, 1));
    for (double weight : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      IllegalArgumentException e =
          assertThrows(
              IllegalArgumentException.class,
              () -> new LinkMatrix(2, new int[][] {{1}}, new double[][] {{weight}}));
      assertTrue(e.getMessage().contains("weight " + weight), e.getMessage());
    }
    assertThrows(IllegalArgumentException.class, () -> new LinkMatrix(2, new int[][] {{2}}, null));
    assertThrows(
        IllegalArgumentException.class, () -> new LinkMatrix(2, new int[][] {{1, 1}}, null));
  }
}
