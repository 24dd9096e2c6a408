package org.orbweaver.hits.focused;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One end of an eigenvector: the authorities with entries of one sign and the hubs of the same one.
 * The first vector has one end; a further one sets two communities against each other (J.
 * Kleinberg, 1999, section 5).
 *
 * @param vector place of the eigenvector, from 1
 * @param positive which of its ends this is
 * @param value its eigenvalue λ
 * @param tied whether a neighbouring eigenvalue is the same, so that the vectors could be mixed
 *     otherwise
 * @param authorities entries by column, those of the other end 0, none negative
 * @param hubs entries by row, likewise
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Cluster(
    int vector, boolean positive, double value, boolean tied, double[] authorities, double[] hubs) {

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
    return Arrays.stream(vector).map(x -> positive ? x : -x).map(x -> x > noise ? x : 0).toArray();
  }

  private static double max(double[] x) {
    return Arrays.stream(x).max().orElse(0);
  }
}
