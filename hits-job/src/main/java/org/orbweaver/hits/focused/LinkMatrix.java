package org.orbweaver.hits.focused;

import java.io.IOException;
import java.util.Arrays;
import org.orbweaver.webgraph.format.lists.CsrGraph;

/**
 * Weighted links between hubs (rows) and authorities (columns), by row and by column. Memory: 24
 * bytes a link.
 */
public final class LinkMatrix implements HubRows {

  private final int columns;
  private final CsrGraph byRow;
  private final CsrGraph byColumn;

  /**
   * Creates a matrix.
   *
   * @param columns number of authorities
   * @param targets for each hub its authorities, strictly ascending
   * @param weights for each hub the weights of its links, above 0; null for 1 everywhere
   * @throws IllegalArgumentException if a list does not ascend, leads to no column or has a weight
   *     that is not a positive number
   */
  public LinkMatrix(int columns, int[][] targets, double[][] weights) {
    this.columns = columns;
    long links = Arrays.stream(targets).mapToLong(list -> list.length).sum();
    CsrGraph.Builder rows = new CsrGraph.Builder(targets.length, columns, links, true);
    for (int u = 0; u < targets.length; u++) {
      double[] own = new double[targets[u].length];
      for (int i = 0; i < own.length; i++) {
        int v = targets[u][i];
        own[i] = weights == null ? 1 : weights[u][i];
        if (v < 0
            || v >= columns
            || (i > 0 && v <= targets[u][i - 1])
            || !(own[i] > 0 && own[i] < Double.POSITIVE_INFINITY)) {
          throw new IllegalArgumentException(
              "illegal link " + i + " of hub " + u + ": to " + v + ", weight " + own[i]);
        }
      }
      rows.add(targets[u], own, own.length);
    }
    byRow = rows.build();
    byColumn = byRow.transpose();
  }

  /** The number of hubs. */
  public int rows() {
    return byRow.nodes();
  }

  /** The number of authorities. */
  @Override
  public int columns() {
    return columns;
  }

  /** The number of links. */
  public int links() {
    return byRow.arcs();
  }

  /** hubs = M · authorities. */
  public void hubs(double[] authorities, double[] hubs) {
    byRow.multiply(authorities, hubs);
  }

  /** authorities = Mᵀ · hubs. */
  public void authorities(double[] hubs, double[] authorities) {
    byColumn.multiply(hubs, authorities);
  }

  @Override
  public void forEach(HubVisitor visitor) throws IOException {
    for (int u = 0; u < byRow.nodes(); u++) {
      int from = byRow.start(u);
      int end = byRow.start(u + 1);
      visitor.hub(
          u,
          Arrays.copyOfRange(byRow.targets(), from, end),
          Arrays.copyOfRange(byRow.weights(), from, end),
          end - from);
    }
  }
}
