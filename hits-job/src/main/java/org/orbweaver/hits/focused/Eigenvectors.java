package org.orbweaver.hits.focused;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.EigenDecomposition;

/**
 * The eigenvectors of MᵀM with the largest eigenvalues, and with each the hub vector Mv/√λ (J.
 * Kleinberg, 1999, section 5: the further ones show the other meanings of an ambiguous query).
 *
 * <p>Block Krylov method with restarts and full re-orthogonalisation (Golub and Van Loan, section
 * 10.3): a block, not a single vector, so that an eigenvalue shared by several parts of the graph
 * is found with its multiplicity. A pair is accepted when ‖MᵀMv − λv‖ ≤ 1e-11 λ₁. Eigenvalues below
 * 1e-12 λ₁ are taken for zero and left out, so there may be fewer pairs than requested. Start and
 * result are the same for the same matrix. Memory: some 12 (count + 4) vectors.
 *
 * @param values the eigenvalues λ, largest first
 * @param authorities the eigenvectors of length 1, the entry of the largest absolute value positive
 * @param hubs the corresponding hub vectors of length 1
 * @param converged true if all pairs were accepted before the limit of restarts
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Eigenvectors(
    double[] values, List<double[]> authorities, List<double[]> hubs, boolean converged) {

  private static final double ACCEPTED = 1e-11;
  private static final double ZERO = 1e-12;
  private static final double TIE = 1e-9;
  private static final double MIXED = .1;
  private static final int GUARD = 4;
  private static final int MAX_RESTARTS = 500;

  /** Below this share of its length a vector is taken to lie in the space already spanned. */
  private static final double DEPENDENT = 1e-12;

  /**
   * Computes the eigenvectors.
   *
   * @param count number of eigenvectors, at least 1
   */
  public static Eigenvectors of(LinkMatrix matrix, int count) {
    Solver solver = new Solver(matrix, count);
    boolean converged = solver.solve();
    List<ArrayRealVector> found = solver.basis.subList(0, Math.min(count, solver.basis.size()));
    double[] values =
        found.stream()
            .mapToDouble(v -> Math.pow(hubs(matrix, v).getNorm(), 2) / Math.pow(v.getNorm(), 2))
            .toArray();
    double largest = Arrays.stream(values).max().orElse(0);
    int kept = 0;
    while (kept < values.length && values[kept] > ZERO * largest) {
      kept++;
    }
    values = Arrays.copyOf(values, kept);
    List<double[]> authorities = new ArrayList<>();
    List<double[]> hubs = new ArrayList<>();
    for (ArrayRealVector v : separated(matrix, values, found)) {
      v.mapMultiplyToSelf(sign(v) / v.getNorm());
      ArrayRealVector image = hubs(matrix, v);
      image.mapDivideToSelf(image.getNorm());
      authorities.add(v.getDataRef());
      hubs.add(image.getDataRef());
    }
    return new Eigenvectors(values, authorities, hubs, converged);
  }

  /**
   * True if values k and k + 1 are equal, so that any mixture of their vectors would do.
   *
   * @param k from 0
   */
  boolean isTied(int k) {
    return isTied(values, k);
  }

  private static boolean isTied(double[] values, int k) {
    return k >= 0 && k + 1 < values.length && values[k] - values[k + 1] <= TIE * values[0];
  }

  /**
   * The same space with other vectors for an eigenvalue that several communities share: each vector
   * lives in one community, if possible. MᵀM is block diagonal in the communities, so the part of
   * an eigenvector in one of them is an eigenvector too.
   */
  private static List<ArrayRealVector> separated(
      LinkMatrix matrix, double[] values, List<ArrayRealVector> vectors) {
    AuthorityComponents components = AuthorityComponents.of(matrix);
    List<ArrayRealVector> all = new ArrayList<>();
    for (int from = 0; from < values.length; ) {
      int end = from + 1;
      while (isTied(values, end - 1)) {
        end++;
      }
      List<ArrayRealVector> tied = vectors.subList(from, end);
      List<ArrayRealVector> parts = tied.size() == 1 ? List.of() : parts(tied, components);
      all.addAll(parts.size() < tied.size() ? tied : parts.subList(0, tied.size()));
      from = end;
    }
    return all;
  }

  private static List<ArrayRealVector> parts(
      List<ArrayRealVector> tied, AuthorityComponents components) {
    List<ArrayRealVector> parts = new ArrayList<>();
    IntOpenHashSet seen = new IntOpenHashSet();
    for (int page = 0; page < tied.get(0).getDimension(); page++) {
      int component = components.of(page);
      if (component < 0 || !seen.add(component)) {
        continue;
      }
      List<ArrayRealVector> within = new ArrayList<>();
      for (ArrayRealVector vector : tied) {
        ArrayRealVector part = vector.copy();
        double[] entries = part.getDataRef();
        Arrays.setAll(entries, i -> components.of(i) == component ? entries[i] : 0);
        within.forEach(other -> part.combineToSelf(1, -part.dotProduct(other), other));
        double length = part.getNorm();
        // A small part is mostly rounding; its community has another vector, or comes later.
        if (length > MIXED) {
          part.mapDivideToSelf(length);
          within.add(part);
        }
      }
      parts.addAll(within);
    }
    return parts;
  }

  private static ArrayRealVector hubs(LinkMatrix matrix, ArrayRealVector v) {
    ArrayRealVector image = new ArrayRealVector(matrix.rows());
    matrix.hubs(v.getDataRef(), image.getDataRef());
    return image;
  }

  private static double sign(ArrayRealVector v) {
    double most = 0;
    for (double x : v.getDataRef()) {
      // With a margin: entries that differ by rounding alone count as equal, and the first decides.
      most = Math.abs(x) > Math.abs(most) * (1 + 1e-9) ? x : most;
    }
    return most < 0 ? -1 : 1;
  }

  private static final class Solver {
    private final LinkMatrix matrix;
    private final int count;
    private final int block;

    /** Orthonormal, and beside each its product with MᵀM. */
    private List<ArrayRealVector> basis = new ArrayList<>();

    private List<ArrayRealVector> products = new ArrayList<>();

    Solver(LinkMatrix matrix, int count) {
      this.matrix = matrix;
      this.count = count;
      block = count + GUARD;
    }

    /** Finds the basis; returns false if the restarts ran out. */
    boolean solve() {
      start();
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
        // The products with M of the vectors kept lead out of the space by their residuals.
        from = 0;
      }
      return converged;
    }

    /** Mᵀ1, where HITS starts, and random vectors of the same column space. */
    private void start() {
      Random random = new Random(1);
      double[] hubs = new double[matrix.rows()];
      for (int i = 0; i < block; i++) {
        boolean first = i == 0;
        Arrays.setAll(hubs, u -> first ? 1 : random.nextGaussian());
        extend(authorities(hubs));
      }
    }

    private ArrayRealVector authorities(double[] hubs) {
      ArrayRealVector x = new ArrayRealVector(matrix.columns());
      matrix.authorities(hubs, x.getDataRef());
      return x;
    }

    /** Adds the part of {@code x} that is orthogonal to the basis, if there is one. */
    private void extend(ArrayRealVector x) {
      ArrayRealVector v = x.copy();
      double length = v.getNorm();
      for (int pass = 0; pass < 4; pass++) {
        if (!(length > (pass == 0 ? 0 : DEPENDENT))) {
          return;
        }
        v.mapDivideToSelf(length);
        if (pass < 3) {
          basis.forEach(other -> v.combineToSelf(1, -v.dotProduct(other), other));
          length = v.getNorm();
        }
      }
      basis.add(v);
      products.add(authorities(hubs(matrix, v).getDataRef()));
    }

    /**
     * Replaces the basis by its best approximations of eigenvectors; returns true if they are good.
     */
    private boolean rotate() {
      int n = basis.size();
      double[][] projected = new double[n][n];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
          projected[i][j] = basis.get(i).dotProduct(products.get(j));
          projected[j][i] = projected[i][j];
        }
      }
      EigenDecomposition small = new EigenDecomposition(new Array2DRowRealMatrix(projected, false));
      List<ArrayRealVector> vectors = new ArrayList<>();
      List<ArrayRealVector> images = new ArrayList<>();
      boolean good = true;
      for (int k = 0; k < Math.min(n, block); k++) {
        double[] factors = small.getEigenvector(k).toArray();
        ArrayRealVector v = combine(basis, factors);
        ArrayRealVector image = combine(products, factors);
        double residual = image.copy().combineToSelf(1, -small.getRealEigenvalue(k), v).getNorm();
        good &= k >= count || residual <= ACCEPTED * small.getRealEigenvalue(0);
        vectors.add(v);
        images.add(image);
      }
      basis = vectors;
      products = images;
      return good;
    }

    private static ArrayRealVector combine(List<ArrayRealVector> vectors, double[] factors) {
      ArrayRealVector sum = new ArrayRealVector(vectors.get(0).getDimension());
      for (int i = 0; i < factors.length; i++) {
        sum.combineToSelf(1, factors[i], vectors.get(i));
      }
      return sum;
    }
  }

  /**
   * One end of an eigenvector: the authorities with entries of one sign and the hubs of the same
   * one. The first vector has one end; a further one opposes two communities (J. Kleinberg, 1999,
   * section 5).
   *
   * @param vector index of the eigenvector, from 1
   * @param positive the sign of this end
   * @param value its eigenvalue λ
   * @param tied true if a neighbouring eigenvalue is the same, so that other mixtures of the
   *     vectors are possible
   * @param authorities entries by column, those of the other end 0, none negative
   * @param hubs entries by row, likewise
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Cluster(
      int vector,
      boolean positive,
      double value,
      boolean tied,
      double[] authorities,
      double[] hubs) {

    /** Entries below this share of the vector's largest one are rounding. */
    private static final double NOISE = 1e-9;

    /** The ends of all {@code vectors}, those without an entry left out. */
    public static List<Cluster> of(Eigenvectors vectors) {
      List<Cluster> clusters = new ArrayList<>();
      double[] values = vectors.values();
      for (int k = 0; k < values.length; k++) {
        boolean tied = vectors.isTied(k) || vectors.isTied(k - 1);
        for (boolean positive : new boolean[] {true, false}) {
          double[] authorities = end(vectors.authorities().get(k), positive);
          double[] hubs = end(vectors.hubs().get(k), positive);
          if (max(authorities) > 0 && max(hubs) > 0) {
            clusters.add(new Cluster(k + 1, positive, values[k], tied, authorities, hubs));
          }
        }
      }
      return clusters;
    }

    private static double[] end(double[] vector, boolean positive) {
      double noise = NOISE * Arrays.stream(vector).map(Math::abs).max().orElse(0);
      return Arrays.stream(vector)
          .map(x -> positive ? x : -x)
          .map(x -> x > noise ? x : 0)
          .toArray();
    }

    private static double max(double[] x) {
      return Arrays.stream(x).max().orElse(0);
    }
  }
}
