package org.orbweaver.hits.focused;

import java.io.IOException;

/**
 * SALSA (R. Lempel and S. Moran, <i>The Stochastic Approach for Link-Structure Analysis</i>): the
 * stationary distribution of a walk from authority to authority, one link back to a hub and one
 * link forth, and of the corresponding walk over hubs; each starts at an authority (hub) chosen
 * uniformly.
 *
 * <p>It has a closed form (their proposition 6): within a connected class of authorities a page's
 * score is in proportion to its in-degree, or to the sum of the weights of its in-links, and a
 * class gets the share that its authorities are of all. So there is nothing to iterate: two passes
 * over the links, 36 bytes a page. A tightly knit community gets no more than its share, which is
 * the purpose of SALSA.
 *
 * @param authorities scores by column, summing to 1; 0 without in-links
 * @param hubs scores by row, summing to 1; 0 without links
 * @param components number of classes
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Salsa(double[] authorities, double[] hubs, int components) {

  /**
   * Computes the scores.
   *
   * @param hubs number of rows
   * @param rows with at least one link
   */
  public static Salsa of(HubRows rows, int hubs) throws IOException {
    AuthorityComponents components = AuthorityComponents.of(rows);
    int columns = rows.columns();
    double[] authorities = new double[columns];
    double[] hubScores = new double[hubs];
    int[] hubsOf = new int[columns];
    int[] linkingHubs = {0};
    rows.forEach(
        (hub, targets, weights, count) -> {
          for (int i = 0; i < count; i++) {
            double weight = weights == null ? 1 : weights[i];
            authorities[targets[i]] += weight;
            hubScores[hub] += weight;
          }
          if (count > 0) {
            hubsOf[components.of(targets[0])]++;
            linkingHubs[0]++;
          }
        });
    double[] weightOf = new double[columns];
    int[] pagesOf = new int[columns];
    int linked = 0;
    for (int v = 0; v < columns; v++) {
      int component = components.of(v);
      if (component >= 0) {
        weightOf[component] += authorities[v];
        pagesOf[component]++;
        linked++;
      }
    }
    int all = linked;
    rows.forEach(
        (hub, targets, weights, count) -> {
          if (count > 0) {
            int component = components.of(targets[0]);
            hubScores[hub] =
                hubScores[hub]
                    / weightOf[component]
                    * ((double) hubsOf[component] / linkingHubs[0]);
          }
        });
    for (int v = 0; v < columns; v++) {
      int component = components.of(v);
      if (component >= 0) {
        authorities[v] = authorities[v] / weightOf[component] * ((double) pagesOf[component] / all);
      }
    }
    return new Salsa(authorities, hubScores, components.count());
  }
}
