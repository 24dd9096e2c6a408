/**
 * HITS, hubs and authorities, of the whole web graph as chained MapReduce jobs.
 *
 * <pre>
 *   graph/BUILD ─► h = 1 ─► a = Eᵀh, h = Ea ─► … ─► scores job ─► hits/RUN/
 * </pre>
 *
 * The multiplications are those of the {@link org.orbweaver.webgraph.kernel kernel}: a fused job
 * makes 20 iterations in one task; a distributed iteration is two jobs, authorities over {@code
 * in/} and hubs over {@code out/}. The vectors {@code authority} and {@code hub} are stored
 * unscaled; {@link org.orbweaver.hits.job.HitsSums} has the factors that scale them to length 1.
 *
 * <p>{@code hits/RUN/}:
 *
 * <ul>
 *   <li>{@code ranks/}: both vectors by id, with the sums that scale them
 *   <li>{@code authorities/part-r-NNNNN}, {@code hubs/part-r-NNNNN}: the same by URL, scaled to Σ
 *       score² = 1: see {@link org.orbweaver.webgraph.runs.ScoresJob}
 *   <li>{@code meta.json}, {@code history.tsv} as PageRank's
 * </ul>
 *
 * <p>Subpackages: {@link org.orbweaver.hits.focused} (HITS in memory), {@link
 * org.orbweaver.hits.job}, {@link org.orbweaver.hits.cli}; each uses only those before it.
 *
 * <p>Runs after {@code graph} in a round. On a whole graph HITS favours the most tightly linked
 * community; it was designed for the pages around one query.
 */
package org.orbweaver.hits;
