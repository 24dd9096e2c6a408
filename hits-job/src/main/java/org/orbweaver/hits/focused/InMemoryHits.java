package org.orbweaver.hits.focused;

import java.util.Arrays;
import org.orbweaver.webgraph.kernel.ExactSum;

/**
 * HITS on a {@link LinkMatrix}: h = 1, then a ← Mᵀh, h ← Ma, each scaled to length 1, until the L1
 * change of the authorities is at most the tolerance.
 *
 * <p>a converges to the projection of Mᵀ1 on the eigenspace of the largest eigenvalue of MᵀM. If
 * that eigenvalue is simple, as it is when all links are connected, this is the principal
 * eigenvector; if several parts of the graph share it, each of them keeps scores in proportion to
 * Mᵀ1's share in it, and the scores of every other part go to 0.
 *
 * @param authorities scores by column, Σ a² = 1
 * @param hubs scores by row, Σ h² = 1
 * @param changes L1 change of the authorities in each iteration; the first one's is from 0
 * @param converged true if the last change is within the tolerance
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record InMemoryHits(
    double[] authorities, double[] hubs, double[] changes, boolean converged) {

  /**
   * Runs the iteration.
   *
   * @param matrix with at least one link
   * @param tolerance on the L1 change; negative to make all iterations
   * @param limit most iterations, at least 1
   */
  public static InMemoryHits run(LinkMatrix matrix, double tolerance, int limit) {
    if (matrix.links() == 0) {
      throw new IllegalArgumentException("no links, hence no hubs and authorities");
    }
    double[] hubs = new double[matrix.rows()];
    double[] authorities = new double[matrix.columns()];
    double[] old = new double[matrix.columns()];
    double[] changes = new double[limit];
    Arrays.fill(hubs, 1);
    int done = 0;
    boolean converged = false;
    while (done < limit && !converged) {
      double[] spare = old;
      old = authorities;
      authorities = spare;
      matrix.authorities(hubs, authorities);
      normalise(authorities);
      matrix.hubs(authorities, hubs);
      normalise(hubs);
      changes[done] = distance(authorities, old);
      converged = changes[done] <= tolerance;
      done++;
    }
    return new InMemoryHits(authorities, hubs, Arrays.copyOf(changes, done), converged);
  }

  private static void normalise(double[] x) {
    ExactSum squares = new ExactSum();
    for (double value : x) {
      squares.add(value * value);
    }
    double scale = 1 / Math.sqrt(squares.value());
    for (int i = 0; i < x.length; i++) {
      x[i] *= scale;
    }
  }

  private static double distance(double[] x, double[] y) {
    ExactSum sum = new ExactSum();
    for (int i = 0; i < x.length; i++) {
      sum.add(Math.abs(x[i] - y[i]));
    }
    return sum.value();
  }

  /** The last L1 change. */
  public double change() {
    return changes[changes.length - 1];
  }
}
