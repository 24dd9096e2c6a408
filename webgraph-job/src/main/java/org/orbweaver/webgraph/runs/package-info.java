/**
 * Published runs of the rankings: {@link org.orbweaver.webgraph.runs.RankingRun} publishes one,
 * with its ranks by id, {@code meta.json} and {@code history.tsv}; {@link
 * org.orbweaver.webgraph.runs.ScoresJob} writes scores by URL; {@link
 * org.orbweaver.webgraph.runs.ScoreReader} reads ranks with the names of the graph's dictionary.
 * The options that the rankings' commands share are here, too.
 *
 * <p>Builds on {@link org.orbweaver.webgraph.kernel}, which does not depend on it.
 */
package org.orbweaver.webgraph.runs;
