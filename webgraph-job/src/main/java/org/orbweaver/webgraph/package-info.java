/**
 * The web graph's commands: {@code graph} builds, folds, imports or exports a graph, {@code read
 * graph} shows one. Subpackages, each using only those above it:
 *
 * <pre>
 * format     the numbered, compressed graph on disk and in memory
 * matrix     y = A·x over its lists
 * kernel     iterations of A·x as jobs, with checkpoints
 * runs       published rankings and their scores
 * build      the graph of a crawl's segments; hosts and domains
 * exchange   graphs in the files of other programs
 * structure  the measurements of {@code read graph --stats}
 * </pre>
 *
 * The graph comes after a crawl's rounds and before the rankings.
 */
package org.orbweaver.webgraph;
