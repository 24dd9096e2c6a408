package org.orbweaver.hits.focused;

import java.util.Arrays;
import java.util.Comparator;

/**
 * All eigenvalues and eigenvectors of a small dense symmetric matrix by the cyclic Jacobi method
 * (G. Golub and C. Van Loan, <i>Matrix Computations</i>, section 8.5): O(n³) a sweep, some ten
 * sweeps.
 */
final class SymmetricEigen {

  private static final int MAX_SWEEPS = 60;

  private final double[] values;
  private final double[][] vectors;

  private SymmetricEigen(double[] values, double[][] vectors) {
    this.values = values;
    this.vectors = vectors;
  }

  /**
   * Solves it.
   *
   * @param matrix symmetric; not changed
   */
  static SymmetricEigen of(double[][] matrix) {
    int n = matrix.length;
    double[][] a = new double[n][];
    double[][] v = new double[n][n];
    double norm = 0;
    for (int i = 0; i < n; i++) {
      a[i] = matrix[i].clone();
      v[i][i] = 1;
      for (double x : a[i]) {
        norm += x * x;
      }
    }
    double negligible = norm * 1e-34;
    for (int sweep = 0; sweep < MAX_SWEEPS && offDiagonal(a) > negligible; sweep++) {
      for (int p = 0; p < n; p++) {
        for (int q = p + 1; q < n; q++) {
          rotate(a, v, p, q);
        }
      }
    }
    Integer[] order = new Integer[n];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(i -> -a[i][i]));
    double[] values = new double[n];
    double[][] vectors = new double[n][n];
    for (int k = 0; k < n; k++) {
      values[k] = a[order[k]][order[k]];
      for (int i = 0; i < n; i++) {
        vectors[k][i] = v[i][order[k]];
      }
    }
    return new SymmetricEigen(values, vectors);
  }

  private static double offDiagonal(double[][] a) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < i; j++) {
        sum += 2 * a[i][j] * a[i][j];
      }
    }
    return sum;
  }

  /** Makes a[p][q] zero. */
  private static void rotate(double[][] a, double[][] v, int p, int q) {
    if (a[p][q] == 0) {
      return;
    }
    double tau = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    double t = (tau >= 0 ? 1 : -1) / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
    double c = 1 / Math.sqrt(1 + t * t);
    double s = t * c;
    for (int k = 0; k < a.length; k++) {
      double x = a[k][p];
      double y = a[k][q];
      a[k][p] = c * x - s * y;
      a[k][q] = s * x + c * y;
    }
    for (int k = 0; k < a.length; k++) {
      double x = a[p][k];
      double y = a[q][k];
      a[p][k] = c * x - s * y;
      a[q][k] = s * x + c * y;
      x = v[k][p];
      y = v[k][q];
      v[k][p] = c * x - s * y;
      v[k][q] = s * x + c * y;
    }
  }

  /** The eigenvalues, largest first. */
  double[] values() {
    return values;
  }

  /** The eigenvector of {@code values()[k]}, one long. */
  double[] vector(int k) {
    return vectors[k];
  }
}
