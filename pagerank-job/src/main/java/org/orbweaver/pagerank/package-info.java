/**
 * PageRank of the web graph as chained MapReduce jobs.
 *
 * <pre>
 *   graph/BUILD ─► start vector ─► job ─► job … ─► pagerank/RUN/
 * </pre>
 *
 * The iterations are {@link org.orbweaver.webgraph.kernel multiplications by the kernel}: a fused
 * job makes 20 of them in one task, a distributed job one of them with a task a range of rows.
 * Their vectors are {@code rank}, r, and {@code share}, r/d: what a page gives to each page it
 * links to, the x of the next multiplication. A run may rank by many topics: their vectors lie side
 * by side, a list is decoded once for all, and each ends with the bits of a run of its own. The
 * arithmetic is in {@link org.orbweaver.pagerank.core.PageRank} and knows nothing of jobs.
 *
 * <p>{@code pagerank/RUN/}:
 *
 * <ul>
 *   <li>{@code ranks/}: the ranks by id, all topics side by side, a {@link
 *       org.orbweaver.webgraph.kernel.CheckpointFolder}
 *   <li>{@code meta.json}: the graph's build, sizes, parameters, how it ended
 *   <li>{@code history.tsv}: iteration, L1 change, mass, dangling mass, seconds
 *   <li>{@code scores/part-r-NNNNN}: in a plain run, the same by URL: see {@link
 *       org.orbweaver.webgraph.runs.ScoresJob}
 *   <li>{@code topics/NAME/}: meta.json and history.tsv of each topic in a run that names some, or
 *       follows links backwards; scores of topics of pages along the links
 * </ul>
 *
 * <p>What builds on it: {@code trustrank/RUN} has the same files and is PageRank from trusted pages
 * only. Mixtures of topics, spam mass and spam farms are computed by readers from published ranks
 * ({@link org.orbweaver.webgraph.runs.ScoreReader}); nothing of them is stored. Their arithmetic
 * ({@code Solution}, {@code Mixture}, {@code SpamMass}, {@code SpamFarm}) knows nothing of files
 * either.
 *
 * <p>Rooms: {@link org.orbweaver.pagerank.core} (the formula), {@link
 * org.orbweaver.pagerank.topics}, {@link org.orbweaver.pagerank.job}, {@link
 * org.orbweaver.pagerank.spam}, {@link org.orbweaver.pagerank.cli}; each uses those before it only.
 *
 * <p>Stands after {@code graph} in a round. {@code index} reads the scores as a static score,
 * {@code generate} as the order of URLs where it is set to.
 */
package org.orbweaver.pagerank;
