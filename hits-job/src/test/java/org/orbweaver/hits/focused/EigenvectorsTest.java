package org.orbweaver.hits.focused;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.junit.jupiter.api.Test;

class EigenvectorsTest {

  private static double[] reference(double[][] symmetric) {
    double[] values =
        new EigenDecomposition(new Array2DRowRealMatrix(symmetric)).getRealEigenvalues();
    Arrays.sort(values);
    return IntStream.range(0, values.length)
        .mapToDouble(i -> values[values.length - 1 - i])
        .toArray();
  }

  private static void check(
      int columns, int[][] lists, double[][] weights, int count, String name) {
    double[][] m = Graphs.dense(columns, lists, weights);
    double[][] b = Graphs.times(Graphs.transpose(m), m);
    double[] expected = reference(b);
    Eigenvectors found = Eigenvectors.of(new LinkMatrix(columns, lists, weights), count);
    assertTrue(found.converged(), name);
    double largest = expected[0];
    long above =
        Arrays.stream(expected).limit(count).filter(value -> value > 1e-11 * largest).count();
    assertEquals(above, found.values().length, name + Arrays.toString(expected));
    for (int k = 0; k < found.values().length; k++) {
      assertEquals(expected[k], found.values()[k], 1e-10 * largest, name);
      double[] v = found.authorities().get(k);
      double[] image = Graphs.times(b, v);
      for (int i = 0; i < columns; i++) {
        assertEquals(found.values()[k] * v[i], image[i], 1e-9 * largest, name);
      }
      assertEquals(1, Graphs.dot(v, v), 1e-12);
      double[] hubs = found.hubs().get(k);
      assertEquals(1, Graphs.dot(hubs, hubs), 1e-12);
      double[] mv = Graphs.times(m, v);
      for (int u = 0; u < hubs.length; u++) {
        assertEquals(mv[u], Math.sqrt(found.values()[k]) * hubs[u], 1e-9 * Math.sqrt(largest));
      }
      for (int j = 0; j < k; j++) {
        assertEquals(0, Graphs.dot(v, found.authorities().get(j)), 1e-8, name);
      }
    }
  }

  @Test
  void agreesWithADenseSolver() {
    Random random = new Random(12);
    for (int g = 0; g < 1000; g++) {
      int[][] lists = Graphs.random(random);
      if (g % 4 == 0) {
        lists = Graphs.twice(lists); // every eigenvalue twice
      }
      double[][] weights = g % 2 == 0 ? null : Graphs.weights(lists, random);
      check(lists.length, lists, weights, 1 + random.nextInt(6), "graph " + g);
    }
  }

  @Test
  void agreesWithADenseSolverWhereRestartsAreNeeded() {
    // 150 columns; the basis holds at most some 60 vectors.
    Random random = new Random(13);
    for (int g = 0; g < 3; g++) {
      boolean[][] has = new boolean[150][150];
      for (int i = 0; i < 1500; i++) {
        has[random.nextInt(150)][random.nextInt(150)] = true;
      }
      check(150, Graphs.lists(has), null, 5, "large graph " + g);
    }
  }

  private static int[] members(double[] end) {
    return IntStream.range(0, end.length).filter(i -> end[i] > 0).toArray();
  }

  @Test
  void twoMeaningsAreTwoClusters() {
    // Hubs 0-3 link to authorities 0-2, hubs 4-6 to 3-5: eigenvalues 12 and 9, then 0.
    int[][] lists = new int[7][];
    Arrays.fill(lists, 0, 4, new int[] {0, 1, 2});
    Arrays.fill(lists, 4, 7, new int[] {3, 4, 5});
    Eigenvectors vectors = Eigenvectors.of(new LinkMatrix(6, lists, null), 4);
    assertArrayEquals(new double[] {12, 9}, vectors.values(), 1e-12);
    List<Eigenvectors.Cluster> clusters = Eigenvectors.Cluster.of(vectors);
    assertEquals(2, clusters.size());
    assertArrayEquals(new int[] {0, 1, 2}, members(clusters.get(0).authorities()));
    assertArrayEquals(new int[] {0, 1, 2, 3}, members(clusters.get(0).hubs()));
    assertArrayEquals(new int[] {3, 4, 5}, members(clusters.get(1).authorities()));
    assertArrayEquals(new int[] {4, 5, 6}, members(clusters.get(1).hubs()));
    assertFalse(clusters.get(0).tied());
  }

  @Test
  void aMixedHubMakesTheSecondVectorSetThemAgainstEachOther() {
    // As above, with a hub that links to both: the second vector has an end for each meaning.
    int[][] lists = new int[8][];
    Arrays.fill(lists, 0, 4, new int[] {0, 1, 2});
    Arrays.fill(lists, 4, 7, new int[] {3, 4, 5});
    lists[7] = new int[] {0, 1, 2, 3, 4, 5};
    List<Eigenvectors.Cluster> clusters =
        Eigenvectors.Cluster.of(Eigenvectors.of(new LinkMatrix(6, lists, null), 2));
    assertEquals(3, clusters.size());
    assertArrayEquals(new int[] {0, 1, 2, 3, 4, 5}, members(clusters.get(0).authorities()));
    assertEquals(2, clusters.get(1).vector());
    int[] positive = members(clusters.get(1).authorities());
    int[] negative = members(clusters.get(2).authorities());
    assertTrue(clusters.get(1).positive() && !clusters.get(2).positive());
    int[] first = {0, 1, 2};
    int[] second = {3, 4, 5};
    assertArrayEquals(positive[0] == 0 ? first : second, positive);
    assertArrayEquals(positive[0] == 0 ? second : first, negative);
  }

  @Test
  void equalEigenvaluesAreSaidToBe() {
    int[][] lists = {{0, 1}, {0, 1}, {2, 3}, {2, 3}};
    Eigenvectors vectors = Eigenvectors.of(new LinkMatrix(4, lists, null), 3);
    assertArrayEquals(new double[] {4, 4}, vectors.values(), 1e-12);
    List<Eigenvectors.Cluster> clusters = Eigenvectors.Cluster.of(vectors);
    assertTrue(clusters.stream().allMatch(Eigenvectors.Cluster::tied));
    // Each community is a vector of its own, not a mixture of both.
    assertEquals(2, clusters.size());
    assertArrayEquals(new int[] {0, 1}, members(clusters.get(0).authorities()));
    assertArrayEquals(new int[] {0, 1}, members(clusters.get(0).hubs()));
    assertArrayEquals(new int[] {2, 3}, members(clusters.get(1).authorities()));
  }
}
