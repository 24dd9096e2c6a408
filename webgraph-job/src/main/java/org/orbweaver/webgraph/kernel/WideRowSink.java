package org.orbweaver.webgraph.kernel;

import java.io.IOException;

/** {@link RowSink} for several vectors side by side: takes a row of Y = A·X. */
public interface WideRowSink {

  /**
   * Takes one row of the product.
   *
   * @param row id of the row
   * @param sums one a vector, each added in ascending order of the columns; only those that were
   *     asked for mean anything, and the next row overwrites the array
   */
  void row(int row, double[] sums) throws IOException;
}
