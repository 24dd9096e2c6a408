package org.orbweaver.hits.focused;

import java.util.ArrayList;
import java.util.List;

/**
 * One end of an eigenvector: the authorities with entries of one sign and the hubs of the same one.
 * The first vector has one end; a further one sets two communities against each other (J.
 * Kleinberg, 1999, section 5).
 */
public final class Cluster {

  /** Entries below this share of the vector's largest one are rounding. */
  private static final double NOISE = 1e-9;

  private final int vector;
  private final boolean positive;
  private final double value;
  private final boolean tied;
  private final double[] authorities;
  private final double[] hubs;

  private Cluster(
      int vector,
      boolean positive,
      double value,
      boolean tied,
      double[] authorities,
      double[] hubs) {
    this.vector = vector;
    this.positive = positive;
    this.value = value;
    this.tied = tied;
    this.authorities = authorities;
    this.hubs = hubs;
  }

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
    double noise = NOISE * Math.max(max(vector), -min(vector));
    double[] end = new double[vector.length];
    for (int i = 0; i < end.length; i++) {
      double x = positive ? vector[i] : -vector[i];
      end[i] = x > noise ? x : 0;
    }
    return end;
  }

  private static double max(double[] x) {
    double max = 0;
    for (double value : x) {
      max = Math.max(max, value);
    }
    return max;
  }

  private static double min(double[] x) {
    double min = 0;
    for (double value : x) {
      min = Math.min(min, value);
    }
    return min;
  }

  /** Place of the eigenvector, from 1. */
  public int vector() {
    return vector;
  }

  /** Which of its ends this is. */
  public boolean positive() {
    return positive;
  }

  /** Its eigenvalue λ. */
  public double value() {
    return value;
  }

  /**
   * Whether a neighbouring eigenvalue is the same, so that the vectors could be mixed otherwise.
   */
  public boolean tied() {
    return tied;
  }

  /** Entries by column, those of the other end 0, none negative. */
  public double[] authorities() {
    return authorities;
  }

  /** Entries by row, likewise. */
  public double[] hubs() {
    return hubs;
  }
}
