package org.orbweaver.hits.focused;

import java.io.IOException;
import java.util.Arrays;

/**
 * Weighted links between hubs (rows) and authorities (columns), by row and by column. Memory: 24
 * bytes a link.
 *
 * <p>A product adds the terms of a row in the order of its columns: it gives the same bits always.
 */
public final class LinkMatrix implements HubRows {

  private final int rows;
  private final int columns;
  private final Lists byRow;
  private final Lists byColumn;

  /** A sparse matrix by row: neighbours and weights of row i from first[i] on. */
  private static final class Lists {

    private final int[] first;
    private final int[] neighbours;
    private final double[] weights;

    Lists(int rows, int links) {
      first = new int[rows + 1];
      neighbours = new int[links];
      weights = new double[links];
    }

    void multiply(double[] x, double[] y) {
      for (int i = 0; i + 1 < first.length; i++) {
        double sum = 0;
        for (int k = first[i]; k < first[i + 1]; k++) {
          sum += weights[k] * x[neighbours[k]];
        }
        y[i] = sum;
      }
    }
  }

  /**
   * A matrix.
   *
   * @param columns how many authorities there are
   * @param targets for each hub its authorities, strictly ascending
   * @param weights for each hub the weights of its links, above 0; null for 1 everywhere
   * @throws IllegalArgumentException when a list does not ascend, leads to no column or has a
   *     weight that is not a positive number
   */
  public LinkMatrix(int columns, int[][] targets, double[][] weights) {
    this.rows = targets.length;
    this.columns = columns;
    int links = Math.toIntExact(Arrays.stream(targets).mapToLong(list -> list.length).sum());
    byRow = new Lists(rows, links);
    byColumn = new Lists(columns, links);
    for (int u = 0, k = 0; u < rows; u++) {
      for (int i = 0; i < targets[u].length; i++, k++) {
        int v = targets[u][i];
        double weight = weights == null ? 1 : weights[u][i];
        if (v < 0
            || v >= columns
            || (i > 0 && v <= targets[u][i - 1])
            || !(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
          throw new IllegalArgumentException(
              "illegal link " + i + " of hub " + u + ": to " + v + ", weight " + weight);
        }
        byRow.neighbours[k] = v;
        byRow.weights[k] = weight;
        byColumn.first[v + 1]++;
      }
      byRow.first[u + 1] = k;
    }
    for (int v = 0; v < columns; v++) {
      byColumn.first[v + 1] += byColumn.first[v];
    }
    int[] next = byColumn.first.clone();
    for (int u = 0; u < rows; u++) {
      for (int k = byRow.first[u]; k < byRow.first[u + 1]; k++) {
        int place = next[byRow.neighbours[k]]++;
        byColumn.neighbours[place] = u;
        byColumn.weights[place] = byRow.weights[k];
      }
    }
  }

  /** Hubs. */
  public int rows() {
    return rows;
  }

  /** Authorities. */
  @Override
  public int columns() {
    return columns;
  }

  /** Links. */
  public int links() {
    return byRow.neighbours.length;
  }

  /** How many links hub {@code u} has. */
  public int outDegree(int u) {
    return byRow.first[u + 1] - byRow.first[u];
  }

  /** How many links authority {@code v} has. */
  public int inDegree(int v) {
    return byColumn.first[v + 1] - byColumn.first[v];
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
  public void forEach(Visitor visitor) throws IOException {
    for (int u = 0; u < rows; u++) {
      int from = byRow.first[u];
      int end = byRow.first[u + 1];
      visitor.hub(
          u,
          Arrays.copyOfRange(byRow.neighbours, from, end),
          Arrays.copyOfRange(byRow.weights, from, end),
          end - from);
    }
  }
}
