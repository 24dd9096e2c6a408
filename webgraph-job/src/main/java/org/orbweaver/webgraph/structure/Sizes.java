package org.orbweaver.webgraph.structure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** How many nodes each component of a graph has. */
public final class Sizes {
  private final int[] sizes;

  private Sizes(int[] sizes) {
    this.sizes = sizes;
  }

  /** Counts the numbers in {@code component}, which leave no number out. */
  static Sizes of(int[] component) {
    int count = 0;
    for (int c : component) {
      count = Math.max(count, c + 1);
    }
    int[] sizes = new int[count];
    for (int c : component) {
      sizes[c]++;
    }
    return new Sizes(sizes);
  }

  /** The number of components. */
  public int count() {
    return sizes.length;
  }

  /** The size of one. */
  public int size(int component) {
    return sizes[component];
  }

  /** The size of the largest; 0 in an empty graph. */
  public int largest() {
    int largest = 0;
    for (int size : sizes) {
      largest = Math.max(largest, size);
    }
    return largest;
  }

  /** The number of components of each size, smallest size first. */
  public Map<Integer, Integer> histogram() {
    TreeMap<Integer, Integer> histogram = new TreeMap<>();
    for (int size : sizes) {
      histogram.merge(size, 1, Integer::sum);
    }
    return new LinkedHashMap<>(histogram);
  }
}
