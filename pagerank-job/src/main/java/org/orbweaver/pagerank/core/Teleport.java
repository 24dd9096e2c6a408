package org.orbweaver.pagerank.core;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.orbweaver.webgraph.kernel.ExactSum;

/**
 * The teleport vector t: the pages to which a surfer jumps who stops following links. Uniform, or a
 * few pages with weights that sum to 1.
 */
public final class Teleport {

  private final int[] ids;
  private final double[] weights;
  private final double elsewhere;

  private Teleport(int[] ids, double[] weights, double elsewhere) {
    this.ids = ids;
    this.weights = weights;
    this.elsewhere = elsewhere;
  }

  /** 1/n for each of {@code size} pages. */
  public static Teleport uniform(int size) {
    return new Teleport(new int[0], new double[0], 1.0 / size);
  }

  /**
   * The given pages only.
   *
   * @param weights positive weights by id, of any sum
   * @throws IllegalArgumentException if there is none, or one is not positive and finite
   */
  public static Teleport to(Map<Integer, Double> weights) {
    // An exact sum cannot represent the smallest numbers, so the largest is first scaled to between
    // 1 and 2.
    int exponent = Math.getExponent(weights.values().stream().reduce(0.0, Math::max));
    ExactSum sum = new ExactSum();
    for (double weight : weights.values()) {
      if (!(weight > 0) || Double.isInfinite(weight)) {
        throw new IllegalArgumentException("teleport weight " + weight + ": must be above 0");
      }
      sum.add(Math.scalb(weight, -exponent));
    }
    if (weights.isEmpty()) {
      throw new IllegalArgumentException("the teleport set is empty");
    }
    double total = sum.value();
    int[] ids = new int[weights.size()];
    double[] shares = new double[ids.length];
    int i = 0;
    for (Map.Entry<Integer, Double> one : new TreeMap<>(weights).entrySet()) {
      ids[i] = one.getKey();
      shares[i++] = Math.scalb(one.getValue(), -exponent) / total;
    }
    return new Teleport(ids, shares, 0);
  }

  /** Parses a weight; NaN if it is not a number above 0 and up to 1e12. */
  public static double weight(String text) {
    try {
      double weight = Double.parseDouble(text);
      return weight > 0 && weight <= 1e12 ? weight : Double.NaN;
    } catch (NumberFormatException notANumber) {
      return Double.NaN;
    }
  }

  /** Serialises a list of vectors, for {@link #read}. */
  public static byte[] write(List<Teleport> vectors) {
    long bytes = 4 + vectors.stream().mapToLong(vector -> 12 + 12L * vector.ids.length).sum();
    ByteBuffer out = ByteBuffer.allocate(Math.toIntExact(bytes)).putInt(vectors.size());
    for (Teleport vector : vectors) {
      out.putDouble(vector.elsewhere).putInt(vector.ids.length);
      for (int i = 0; i < vector.ids.length; i++) {
        out.putInt(vector.ids[i]).putDouble(vector.weights[i]);
      }
    }
    return out.array();
  }

  /** Reads the output of {@link #write}, exact to the last bit. */
  public static List<Teleport> read(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    List<Teleport> vectors = new ArrayList<>();
    for (int left = in.getInt(); left > 0; left--) {
      double elsewhere = in.getDouble();
      int[] ids = new int[in.getInt()];
      double[] weights = new double[ids.length];
      for (int i = 0; i < ids.length; i++) {
        ids[i] = in.getInt();
        weights[i] = in.getDouble();
      }
      vectors.add(new Teleport(ids, weights, elsewhere));
    }
    return vectors;
  }

  /** The share of page {@code id}. */
  public double at(int id) {
    if (ids.length == 0) {
      return elsewhere;
    }
    int found = Arrays.binarySearch(ids, id);
    return found < 0 ? elsewhere : weights[found];
  }

  /** A cursor for pages in ascending order. */
  Cursor cursor() {
    return new Cursor();
  }

  /** See {@link #cursor}: costs a comparison a page instead of a search. */
  final class Cursor {
    private int place = -1;

    private Cursor() {}

    /** The share of page {@code id}, which must not be before the last requested one. */
    double at(int id) {
      if (ids.length == 0) {
        return elsewhere;
      }
      if (place < 0) {
        int found = Arrays.binarySearch(ids, id);
        place = found < 0 ? -found - 1 : found;
      }
      while (place < ids.length && ids[place] < id) {
        place++;
      }
      return place < ids.length && ids[place] == id ? weights[place] : elsewhere;
    }
  }

  /** The number of pages in the set; 0 if it is uniform. */
  public int pages() {
    return ids.length;
  }
}
