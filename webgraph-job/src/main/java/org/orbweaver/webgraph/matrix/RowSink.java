package org.orbweaver.webgraph.matrix;

import java.io.IOException;

/** Receives the rows of Y = A·X for a ranking: called once a row, in ascending order of ids. */
public interface RowSink {

  /**
   * Receives one row of the product.
   *
   * @param row its id
   * @param sums has from {@code at} on, for each of the vectors side by side, Σ x over the row's
   *     columns, added in ascending order
   */
  void row(int row, double[] sums, int at) throws IOException;
}
