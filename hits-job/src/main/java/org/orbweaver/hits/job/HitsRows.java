package org.orbweaver.hits.job;

import java.io.IOException;
import org.orbweaver.webgraph.kernel.ExactSum;
import org.orbweaver.webgraph.matrix.RowSink;

/**
 * The two halves of an iteration, row by row, in both modes: where vectors are read and written is
 * up to the caller.
 */
final class HitsRows {
  private HitsRows() {}

  /** Gives an element of a vector; called once a row, in ascending order. */
  @FunctionalInterface
  interface RowValue {
    double at(int row) throws IOException;
  }

  /** Receives an element of a new vector. */
  @FunctionalInterface
  interface RowTarget {
    void set(int row, double score) throws IOException;
  }

  /** The first half: a = Eᵀh. */
  record Authorities(double hubScale, RowTarget target, ExactSum squares) implements RowSink {
    /**
     * @param hubScale factor that scales the hubs to length 1
     */
    Authorities(double hubScale, RowTarget target) {
      this(hubScale, target, new ExactSum());
    }

    @Override
    public void row(int v, double[] sums, int at) throws IOException {
      double authority = sums[at] * hubScale;
      target.set(v, authority);
      squares.add(authority * authority);
    }
  }

  /**
   * The second half: h = Ea. The norm of the new authorities is known by then, so this half also
   * measures their change.
   */
  record Hubs(double scale, RowValue changes, RowTarget target, ExactSum squares, ExactSum change)
      implements RowSink {
    /**
     * @param scale factor that scales the new authorities to length 1
     * @param changes of the scaled authorities
     */
    Hubs(double scale, RowValue changes, RowTarget target) {
      this(scale, changes, target, new ExactSum(), new ExactSum());
    }

    @Override
    public void row(int v, double[] sums, int at) throws IOException {
      double hub = sums[at] * scale;
      target.set(v, hub);
      squares.add(hub * hub);
      change.add(Math.abs(changes.at(v)));
    }
  }
}
