/**
 * The kernel that PageRank and HITS share: y = A·x over the numbered web graph.
 *
 * <p>A row of {@code in/} holds the pages that link to v, a row of {@code out/} those that v links
 * to. One multiplication is a map-only job without a shuffle: a task reads the lists of its rows
 * and x, and writes its slice of y, with a side file of sums.
 *
 * <pre>
 *   graph/BUILD/in ────────┐
 *   iter-k/SLICES (x)  ────┼─► rows of a task ─► SLICE of y ─┐
 *   iter-k/SLICES (old y) ─┘                   └► sums ──────┴─► driver: sums added, checked ─► iter-(k+1)/
 * </pre>
 *
 * Two ways to run it give the same result bit for bit ({@link
 * org.orbweaver.webgraph.kernel.RankMode}): <b>fused</b>, where one task holds the graph in memory
 * and makes k iterations a job, and <b>distributed</b>, one job a multiplication, where a task
 * holds the sums of its rows and x block by block. Both have the inner loop of {@link
 * org.orbweaver.webgraph.matrix.VectorBlock}. They agree because a row is always added in the order
 * of its neighbours and everything summed over rows goes through {@link
 * org.orbweaver.webgraph.kernel.ExactSum}, whose result does not depend on the order.
 *
 * <p>Several vectors may lie side by side: a list is decoded once for all ({@link
 * org.orbweaver.webgraph.kernel.Convergence} tracks each one's convergence).
 *
 * <p>Shapes on disk, under the staging directory of a run:
 *
 * <ul>
 *   <li>{@code parameters}: those of the run; another command's leftovers are never continued
 *   <li>{@code iter-K/checkpoint}: {@link org.orbweaver.webgraph.kernel.Checkpoint}, the slices
 *       with their checksums and the history so far
 *   <li>{@code iter-K/…}: slices, raw big-endian doubles of the ids in {@code [first, end)}, those
 *       of an id side by side
 * </ul>
 *
 * Runs after {@code graph} in a round; {@code index} reads the scores.
 */
package org.orbweaver.webgraph.kernel;
