package org.orbweaver.webgraph.kernel;

import java.io.Closeable;
import java.io.IOException;

/**
 * The rows {@code [first, end)} of a matrix, read once from front to back. A row is the ascending
 * list of the columns that hold something: ones, or weights.
 */
public interface Rows extends Closeable {

  /** Id of the first row. */
  int first();

  /** One past the id of the last row. */
  int end();

  /**
   * Moves to the next row (the first one at the first call) and returns how many columns it has.
   */
  int next() throws IOException;

  /**
   * The columns of the present row, ascending, in the first places of an array that the next call
   * of {@link #next} may overwrite.
   */
  int[] columns();

  /**
   * The weights in the present row's columns, in the same places; null when all rows hold ones
   * only.
   */
  default float[] weights() {
    return null;
  }
}
