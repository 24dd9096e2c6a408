package org.orbweaver.hits.focused;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.EigenDecomposition;

/**
 * The eigenvectors of MᵀM with the largest eigenvalues, and with each the hub vector Mv/√λ (J.
 * Kleinberg, 1999, section 5: the further ones show the other meanings of an ambiguous query).
 *
 * <p>Block Krylov method with restarts and full re-orthogonalisation (Golub and Van Loan, section
 * 10.3): a block, not a single vector, so that eigenvalues that several parts of the graph share
 * are found as often as they occur. A pair is accepted when ‖MᵀMv − λv‖ ≤ 1e-11 λ₁. Eigenvalues
 * below 1e-12 λ₁ are taken for zero and left out, so fewer pairs than asked for may come back.
 * Start and result are the same for the same matrix. Memory: some 12 (count + 4) vectors.
 */
public final class Eigenvectors {

  private static final double ACCEPTED = 1e-11;
  private static final double ZERO = 1e-12;
  private static final double TIE = 1e-9;
  private static final double MIXED = .1;
  private static final int GUARD = 4;
  private static final int MAX_RESTARTS = 500;

  /** Below this share of its length a vector is taken to lie in the space already spanned. */
  private static final double DEPENDENT = 1e-12;

  private final double[] values;
  private final List<double[]> authorities;
  private final List<double[]> hubs;
  private final boolean converged;

  private Eigenvectors(
      double[] values, List<double[]> authorities, List<double[]> hubs, boolean converged) {
    this.values = values;
    this.authorities = authorities;
    this.hubs = hubs;
    this.converged = converged;
  }

  /**
   * Finds them.
   *
   * @param count how many, at least 1
   */
  public static Eigenvectors of(LinkMatrix matrix, int count) {
    Eigenvectors found = new Solver(matrix, count).solve();
    return found.values.length < 2 ? found : found.separated(matrix);
  }

  /**
   * Whether values k and k + 1 are one, so that any mixture of their vectors would do.
   *
   * @param k from 0
   */
  boolean isTied(int k) {
    return k >= 0 && k + 1 < values.length && values[k] - values[k + 1] <= TIE * values[0];
  }

  /**
   * The same with the vectors of an eigenvalue that several communities share chosen so that each
   * lives in one of them, where that is possible. MᵀM is block diagonal in the communities, so the
   * part of an eigenvector that lies in one is an eigenvector too.
   */
  private Eigenvectors separated(LinkMatrix matrix) {
    AuthorityComponents components = AuthorityComponents.of(matrix);
    List<double[]> vectors = new ArrayList<>();
    for (int from = 0; from < values.length; ) {
      int end = from + 1;
      while (isTied(end - 1)) {
        end++;
      }
      vectors.addAll(separated(authorities.subList(from, end), components));
      from = end;
    }
    List<double[]> images = new ArrayList<>();
    for (double[] v : vectors) {
      double[] image = new double[matrix.rows()];
      matrix.hubs(v, image);
      scale(image, 1 / length(image));
      images.add(image);
    }
    return new Eigenvectors(values, vectors, images, converged);
  }

  private static List<double[]> separated(List<double[]> tied, AuthorityComponents components) {
    if (tied.size() == 1) {
      return tied;
    }
    List<double[]> parts = new ArrayList<>();
    IntOpenHashSet seen = new IntOpenHashSet();
    for (int page = 0; page < tied.get(0).length; page++) {
      int component = components.of(page);
      if (component < 0 || !seen.add(component)) {
        continue;
      }
      List<double[]> within = new ArrayList<>();
      for (double[] vector : tied) {
        double[] part = vector.clone();
        for (int i = 0; i < part.length; i++) {
          part[i] = components.of(i) == component ? part[i] : 0;
        }
        for (double[] other : within) {
          add(part, other, -dot(part, other));
        }
        double length = length(part);
        // A small part is mostly rounding; its community has another vector, or comes later.
        if (length > MIXED) {
          scale(part, sign(part) / length);
          within.add(part);
        }
      }
      parts.addAll(within);
    }
    return parts.size() < tied.size() ? tied : parts.subList(0, tied.size());
  }

  /** The eigenvalues λ, largest first. */
  public double[] values() {
    return values;
  }

  /** The eigenvectors, each one long, the entry of the largest absolute value positive. */
  public List<double[]> authorities() {
    return authorities;
  }

  /** The hub vectors that belong to them, each one long. */
  public List<double[]> hubs() {
    return hubs;
  }

  /** Whether all pairs were accepted before the limit of restarts. */
  public boolean converged() {
    return converged;
  }

  private static final class Solver {

    private final LinkMatrix matrix;
    private final int count;
    private final int block;
    private final double[] hubs;

    /** Orthonormal, and beside each its product with MᵀM. */
    private List<double[]> basis = new ArrayList<>();

    private List<double[]> products = new ArrayList<>();

    Solver(LinkMatrix matrix, int count) {
      this.matrix = matrix;
      this.count = count;
      block = count + GUARD;
      hubs = new double[matrix.rows()];
    }

    Eigenvectors solve() {
      start().forEach(this::extend);
      int from = 0;
      boolean converged = false;
      for (int restart = 0; restart < MAX_RESTARTS && !converged; restart++) {
        boolean invariant = false;
        while (!invariant && basis.size() < 6 * block) {
          int end = basis.size();
          for (int i = from; i < end; i++) {
            extend(products.get(i));
          }
          from = end;
          invariant = basis.size() == end;
        }
        converged = rotate() || invariant;
        // Products with M of what is kept lead out of the space by their residuals.
        from = 0;
      }
      return result(converged);
    }

    /** Mᵀ1, where HITS starts, and random vectors of the same column space. */
    private List<double[]> start() {
      Random random = new Random(1);
      List<double[]> vectors = new ArrayList<>();
      for (int i = 0; i < block; i++) {
        double[] x = new double[matrix.columns()];
        boolean first = i == 0;
        Arrays.setAll(hubs, u -> first ? 1 : random.nextGaussian());
        matrix.authorities(hubs, x);
        vectors.add(x);
      }
      return vectors;
    }

    /** Adds the part of {@code x} that is orthogonal to the basis, if there is one. */
    private void extend(double[] x) {
      double length = length(x);
      if (!(length > 0)) {
        return;
      }
      double[] v = x.clone();
      scale(v, 1 / length);
      for (int pass = 0; pass < 3; pass++) {
        for (double[] other : basis) {
          add(v, other, -dot(v, other));
        }
        double left = length(v);
        if (left < DEPENDENT) {
          return;
        }
        scale(v, 1 / left);
      }
      basis.add(v);
      products.add(product(v));
    }

    private double[] product(double[] v) {
      double[] result = new double[v.length];
      matrix.hubs(v, hubs);
      matrix.authorities(hubs, result);
      return result;
    }

    /** Replaces the basis by its best approximations of eigenvectors; true when they are good. */
    private boolean rotate() {
      int n = basis.size();
      double[][] projected = new double[n][n];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
          projected[i][j] = dot(basis.get(i), products.get(j));
          projected[j][i] = projected[i][j];
        }
      }
      EigenDecomposition small = new EigenDecomposition(new Array2DRowRealMatrix(projected, false));
      List<double[]> vectors = new ArrayList<>();
      List<double[]> images = new ArrayList<>();
      boolean good = true;
      for (int k = 0; k < Math.min(n, block); k++) {
        double[] factors = small.getEigenvector(k).toArray();
        double[] v = combine(basis, factors);
        double[] image = combine(products, factors);
        double[] residual = image.clone();
        add(residual, v, -small.getRealEigenvalue(k));
        good &= k >= count || length(residual) <= ACCEPTED * small.getRealEigenvalue(0);
        vectors.add(v);
        images.add(image);
      }
      basis = vectors;
      products = images;
      return good;
    }

    private Eigenvectors result(boolean converged) {
      List<Double> values = new ArrayList<>();
      List<double[]> authorities = new ArrayList<>();
      List<double[]> hubVectors = new ArrayList<>();
      double largest = 0;
      for (int k = 0; k < Math.min(count, basis.size()); k++) {
        double[] v = basis.get(k);
        scale(v, sign(v) / length(v));
        double[] image = new double[matrix.rows()];
        matrix.hubs(v, image);
        double sigma = length(image);
        largest = Math.max(largest, sigma * sigma);
        if (sigma * sigma <= ZERO * largest) {
          break;
        }
        scale(image, 1 / sigma);
        values.add(sigma * sigma);
        authorities.add(v);
        hubVectors.add(image);
      }
      return new Eigenvectors(
          values.stream().mapToDouble(Double::doubleValue).toArray(),
          authorities,
          hubVectors,
          converged);
    }
  }

  private static double sign(double[] v) {
    double most = 0;
    for (double x : v) {
      // Not by a hair: entries that rounding alone distinguishes count as equal, the first decides.
      most = Math.abs(x) > Math.abs(most) * (1 + 1e-9) ? x : most;
    }
    return most < 0 ? -1 : 1;
  }

  private static double[] combine(List<double[]> vectors, double[] factors) {
    double[] sum = new double[vectors.get(0).length];
    for (int i = 0; i < factors.length; i++) {
      add(sum, vectors.get(i), factors[i]);
    }
    return sum;
  }

  private static void add(double[] x, double[] y, double factor) {
    for (int i = 0; i < x.length; i++) {
      x[i] += factor * y[i];
    }
  }

  private static void scale(double[] x, double factor) {
    for (int i = 0; i < x.length; i++) {
      x[i] *= factor;
    }
  }

  private static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }

  private static double length(double[] x) {
    return Math.sqrt(dot(x, x));
  }
}
