/**
 * PageRank of the web graph as chained MapReduce jobs.
 *
 * <pre>
 *   graph/BUILD ─► start vector ─► job ─► job … ─► pagerank/RUN/
 * </pre>
 *
 * The iterations are {@link org.orbweaver.webgraph.kernel multiplications by the kernel}: a fused
 * job makes 20 of them in one task, a distributed job one of them with a task a range of rows.
 * Their vectors are {@code rank}, r, and {@code share}, r/d: the rank that a page gives to each
 * page it links to, the x of the next multiplication. A run may rank by many topics: their vectors
 * lie side by side, a list is decoded once for all, and each ends with the bits of a run of its
 * own. The arithmetic is in {@link org.orbweaver.pagerank.core.PageRank} and independent of jobs.
 *
 * <p>{@code pagerank/RUN/}:
 *
 * <ul>
 *   <li>{@code ranks/}: the ranks by id, all topics side by side, a {@link
 *       org.orbweaver.webgraph.kernel.CheckpointFolder}
 *   <li>{@code meta.json}: the graph's build, sizes, parameters, outcome
 *   <li>{@code history.tsv}: iteration, L1 change, mass, dangling mass, seconds
 *   <li>{@code scores/part-r-NNNNN}: in a plain run, the same by URL: see {@link
 *       org.orbweaver.webgraph.runs.ScoresJob}
 *   <li>{@code topics/NAME/}: meta.json and history.tsv of each topic in a run that names some, or
 *       follows links backwards; scores of topics of pages along the links
 * </ul>
 *
 * <p>Derived rankings: {@code trustrank/RUN} has the same files and is PageRank from trusted pages
 * only. Mixtures of topics, spam mass and spam farms are computed by readers from published ranks
 * ({@link org.orbweaver.webgraph.runs.ScoreReader}) and not stored. Their arithmetic ({@code
 * Solution}, {@code Mixture}, {@code SpamMass}, {@code SpamFarm}) is independent of files, too.
 *
 * <p>Subpackages: {@link org.orbweaver.pagerank.core} (the formula), {@link
 * org.orbweaver.pagerank.topics}, {@link org.orbweaver.pagerank.job}, {@link
 * org.orbweaver.pagerank.spam}, {@link org.orbweaver.pagerank.cli}; each uses only those before it.
 *
 * <p>Runs after {@code graph} in a round. {@code index} reads the scores as a static score, {@code
 * generate} as the order of URLs if it is set to.
 */
package org.orbweaver.pagerank;
