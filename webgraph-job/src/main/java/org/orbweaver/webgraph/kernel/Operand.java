package org.orbweaver.webgraph.kernel;

import java.io.IOException;

/**
 * The x of y = A·x in a task that streams the rows of A. All ways to hold it give the same bits: a
 * row is added in ascending order of its columns, from 0 on.
 */
public interface Operand {

  /** Multiplies: one call of {@code sink} for each row that {@code rows} still has. */
  void multiply(Rows rows, RowSink sink) throws IOException;

  /**
   * Multiplies vectors that lie side by side.
   *
   * @param active the numbers of those wanted, ascending
   */
  void multiply(Rows rows, int[] active, WideRowSink sink) throws IOException;
}
