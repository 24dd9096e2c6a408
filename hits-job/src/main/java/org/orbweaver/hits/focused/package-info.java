/**
 * HITS on the few thousand pages around a query or a page, in memory; independent of Hadoop.
 *
 * <pre>
 *   root pages ─► {@link org.orbweaver.hits.focused.BaseSet} ─► {@link org.orbweaver.hits.focused.HubUnits} ─► {@link org.orbweaver.hits.focused.LinkMatrix} ─► {@link org.orbweaver.hits.focused.InMemoryHits}
 *                  (limits)      (text weights, hublets)                 {@link org.orbweaver.hits.focused.Salsa}
 *                                                                        {@link org.orbweaver.hits.focused.Eigenvectors} ─► {@link org.orbweaver.hits.focused.Eigenvectors.Cluster}s
 * </pre>
 *
 * A {@code LinkMatrix} M has a row for each hub (a page, or a hublet of one) and a column for each
 * page as an authority; M[u][v] is the weight of the link. HITS finds the first singular vectors of
 * M, {@code Eigenvectors} the further ones, {@code Salsa} the stationary distribution of a walk
 * that goes back and forth over links.
 *
 * <p>Sources: J. Kleinberg, <i>Authoritative Sources in a Hyperlinked Environment</i>, JACM 46,
 * 1999; S. Chakrabarti et al., <i>Automatic Resource Compilation by Analyzing Hyperlink Structure
 * and Associated Text</i>, WWW7, 1998; R. Lempel and S. Moran, <i>SALSA: The Stochastic Approach
 * for Link-Structure Analysis</i>, TOIS 19, 2001.
 */
package org.orbweaver.hits.focused;
