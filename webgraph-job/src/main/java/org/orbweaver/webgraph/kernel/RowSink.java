package org.orbweaver.webgraph.kernel;

import java.io.IOException;

/** What a ranking does with the rows of y = A·x: called once a row, in ascending order of ids. */
public interface RowSink {

  /**
   * Takes one element of the product.
   *
   * @param row id of the row
   * @param sum Σ x over the row's columns, added in ascending order
   */
  void row(int row, double sum) throws IOException;
}
