/**
 * Published runs of the rankings: {@link org.orbweaver.webgraph.runs.RankingRun} publishes one,
 * with its ranks by id and what {@code meta.json} and {@code history.tsv} say of it; {@link
 * org.orbweaver.webgraph.runs.ScoresJob} writes scores by URL; {@link
 * org.orbweaver.webgraph.runs.ScoreReader} reads ranks with the names of the graph's dictionary.
 * The options that the rankings' commands share are here, too.
 *
 * <p>Builds on {@link org.orbweaver.webgraph.kernel}, which knows nothing of it.
 */
package org.orbweaver.webgraph.runs;
