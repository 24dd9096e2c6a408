package org.orbweaver.webgraph.matrix;

import java.io.IOException;
import java.util.Arrays;
import org.orbweaver.webgraph.format.lists.AdjacencyReader;
import org.orbweaver.webgraph.format.lists.ListChunk;

/**
 * The x of y = A·x: columns {@code [first, end)} of vectors that lie side by side. {@link #addTo}
 * is the inner loop of both modes.
 *
 * <p>A row is added in ascending order of its columns, from 0 on. So blocks added one after the
 * other, in ascending order, give the bits of one block with all columns.
 *
 * @param x element k of column c is at {@code (c - first) * width + k}
 * @param width number of vectors side by side
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record VectorBlock(double[] x, int width, int first, int end) {
  /**
   * Adds this block's contributions to the sums of some rows. A list is decoded once for all
   * vectors.
   *
   * @param sums of consecutive rows from {@code firstRow} on; its length limits their number
   * @param chunk lists of rows; those outside {@code sums} are skipped
   */
  public void addTo(double[] sums, int firstRow, ListChunk chunk) throws IOException {
    AdjacencyReader lists = new AdjacencyReader(chunk);
    int endRow = firstRow + sums.length / width;
    int[] places = new int[256];
    for (int row = lists.next(); row >= 0 && row < endRow; row = lists.next()) {
      int degree = lists.degree();
      if (row < firstRow || degree == 0) {
        continue;
      }
      int[] columns = lists.neighbours();
      int from = columns[0] >= first ? 0 : place(columns, degree, first);
      int to = columns[degree - 1] < end ? degree : place(columns, degree, end);
      int count = to - from;
      if (count > places.length) {
        places = new int[Math.max(count, (int) Math.min(1.5 * places.length, 1 << 30))];
      }
      for (int j = 0; j < count; j++) {
        places[j] = (columns[from + j] - first) * width;
      }
      int weightsFrom = lists.weightsFrom() + from;
      add(places, count, lists.weights(), weightsFrom, sums, (row - firstRow) * width);
    }
  }

  /** The index in an ascending list of {@code column}, or of the first column after it. */
  private static int place(int[] columns, int degree, int column) {
    int found = Arrays.binarySearch(columns, 0, degree, column);
    return found < 0 ? -found - 1 : found;
  }

  private void add(
      int[] places, int count, float[] weights, int weightsFrom, double[] sums, int at) {
    int k = 0;
    for (; weights == null && k + 8 <= width; k += 8) {
      addEight(places, count, k, sums, at + k);
    }
    for (; k < width; k++) {
      double sum = sums[at + k];
      if (weights == null) {
        for (int j = 0; j < count; j++) {
          sum += x[places[j] + k];
        }
      } else {
        for (int j = 0; j < count; j++) {
          sum += weights[weightsFrom + j] * x[places[j] + k];
        }
      }
      sums[at + k] = sum;
    }
  }

  /**
   * Adds eight neighbours at a time: their sums stay in registers and do not wait for one another,
   * and eight elements side by side are one cache line.
   */
  private void addEight(int[] places, int count, int vector, double[] sums, int at) {
    double sum0 = sums[at];
    double sum1 = sums[at + 1];
    double sum2 = sums[at + 2];
    double sum3 = sums[at + 3];
    double sum4 = sums[at + 4];
    double sum5 = sums[at + 5];
    double sum6 = sums[at + 6];
    double sum7 = sums[at + 7];
    for (int j = 0; j < count; j++) {
      int place = places[j] + vector;
      sum0 += x[place];
      sum1 += x[place + 1];
      sum2 += x[place + 2];
      sum3 += x[place + 3];
      sum4 += x[place + 4];
      sum5 += x[place + 5];
      sum6 += x[place + 6];
      sum7 += x[place + 7];
    }
    sums[at] = sum0;
    sums[at + 1] = sum1;
    sums[at + 2] = sum2;
    sums[at + 3] = sum3;
    sums[at + 4] = sum4;
    sums[at + 5] = sum5;
    sums[at + 6] = sum6;
    sums[at + 7] = sum7;
  }
}
