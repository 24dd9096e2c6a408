/**
 * The numbered, compressed web graph: its files, and how to write and read them.
 *
 * <p>A graph is a folder {@code graph/<build>/}:
 *
 * <table>
 * <caption>files</caption>
 * <tr><td>{@code ids/part-NNNNN}</td><td>the nodes' names, sorted and front-coded: {@link
 * org.orbweaver.webgraph.format.dictionary.UrlDictionaryWriter}. Ids are dense and in the order of the {@link
 * org.orbweaver.common.store.ReversedUrl reversed URLs}, so that links within a site are short
 * gaps</td></tr>
 * <tr><td>{@code out/part-NNNNN}</td><td>the successors of a range of ids, in a weighted graph with the weights: {@link
 * org.orbweaver.webgraph.format.lists.AdjacencyWriter}</td></tr>
 * <tr><td>{@code in/part-NNNNN}</td><td>the predecessors, likewise, cut by {@link
 * org.orbweaver.webgraph.format.lists.Cuts} at other ids</td></tr>
 * <tr><td>{@code outdeg/part-NNNNN}</td><td>the out-degrees of the ids of {@code out/part-NNNNN}, 4
 * bytes each, big-endian</td></tr>
 * <tr><td>{@code meta.json}</td><td>counts, ranges, lengths, checksums: {@link
 * org.orbweaver.webgraph.format.meta.GraphMeta}. Written last</td></tr>
 * </table>
 *
 * <p>{@link org.orbweaver.webgraph.format.GraphDir} opens such a folder, {@link
 * org.orbweaver.webgraph.format.GraphBuilder} writes one from edges in memory. The graph comes
 * between the segments, from which it is built, and the rankings, which read it once an iteration.
 * The codec is plain Java; only {@code GraphDir} knows Hadoop.
 *
 * <p>Subpackages: {@link org.orbweaver.webgraph.format.meta} (the description), {@link
 * org.orbweaver.webgraph.format.files}, {@link org.orbweaver.webgraph.format.lists} and {@link
 * org.orbweaver.webgraph.format.dictionary}; each of the last two uses only the first two.
 */
package org.orbweaver.webgraph.format;
