package org.orbweaver.webgraph.kernel;

import java.util.Arrays;

/** Rows from an array of lists, for tests. */
public final class ArrayRows implements Rows {

  private final int[][] lists;
  private final float[][] weights;
  private final int first;
  private final int end;
  private int row;

  /** The rows {@code [first, end)} of {@code lists}. */
  public ArrayRows(int[][] lists, int first, int end) {
    this(lists, null, first, end);
  }

  /** The same with weights in the same places; null for ones. */
  public ArrayRows(int[][] lists, float[][] weights, int first, int end) {
    this.weights = weights;
    this.lists = lists;
    this.first = first;
    this.end = end;
    this.row = first - 1;
  }

  @Override
  public int first() {
    return first;
  }

  @Override
  public int end() {
    return end;
  }

  @Override
  public int next() {
    return lists[++row].length;
  }

  @Override
  public int[] columns() {
    return Arrays.copyOf(lists[row], lists[row].length + 3);
  }

  @Override
  public float[] weights() {
    return weights == null ? null : Arrays.copyOf(weights[row], weights[row].length + 2);
  }

  @Override
  public void close() {}
}
