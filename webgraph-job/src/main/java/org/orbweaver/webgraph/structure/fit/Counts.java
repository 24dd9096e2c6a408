package org.orbweaver.webgraph.structure.fit;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Whole numbers and their frequencies: distinct values, ascending, with their counts. */
public final class Counts {
  private final int[] values;
  private final long[] counts;
  private final long[] from;

  private Counts(int[] values, long[] counts) {
    this.values = values;
    this.counts = counts;
    from = new long[values.length + 1];
    for (int i = values.length - 1; i >= 0; i--) {
      from[i] = from[i + 1] + counts[i];
    }
  }

  /** Counts the numbers of {@code data}, which are 0 or above. */
  public static Counts of(int[] data) {
    Int2LongOpenHashMap counts = new Int2LongOpenHashMap();
    for (int value : data) {
      counts.addTo(value, 1);
    }
    return of(counts);
  }

  /** The keys that occur at least once. */
  public static Counts of(Map<Integer, Long> data) {
    TreeMap<Integer, Long> sorted = new TreeMap<>(data);
    sorted.values().removeIf(count -> count == 0);
    return new Counts(
        sorted.keySet().stream().mapToInt(Integer::intValue).toArray(),
        sorted.values().stream().mapToLong(Long::longValue).toArray());
  }

  /** The same without the values below {@code least}. */
  public Counts atLeast(int least) {
    int i = place(least);
    return new Counts(
        Arrays.copyOfRange(values, i, values.length), Arrays.copyOfRange(counts, i, counts.length));
  }

  /** The index of the first value that is not below {@code value}. */
  int place(int value) {
    int i = Arrays.binarySearch(values, value);
    return i < 0 ? -i - 1 : i;
  }

  /** The number of distinct values. */
  public int distinct() {
    return values.length;
  }

  /** The i-th distinct value. */
  public int value(int i) {
    return values[i];
  }

  /** The frequency of the i-th distinct value. */
  public long count(int i) {
    return counts[i];
  }

  /** The number of numbers not below the i-th distinct value. */
  public long from(int i) {
    return from[i];
  }

  /** The number of numbers, repetitions included. */
  public long total() {
    return from[0];
  }

  /** Their mean; NaN if there are none. */
  public double mean() {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += (double) values[i] * counts[i];
    }
    return sum / total();
  }
}
