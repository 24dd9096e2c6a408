/**
 * Asks an index: query language, ranking, snippets.
 *
 * <p>{@link org.orbweaver.index.search.QueryParser} reads what a person typed into a tree ({@link
 * org.orbweaver.index.search.QueryNode}), and says where a fault is. {@link
 * org.orbweaver.index.search.QueryCompiler} turns the tree into a Lucene query. {@link
 * org.orbweaver.index.search.SearchIndex} opens the shards of a build as one index, with the
 * statistics of all of them, so that scores do not depend on how many shards there are; equal
 * scores are ordered by URL. Shards on a remote file system are copied to a local folder first
 * ({@link org.orbweaver.index.search.LocalShards}).
 *
 * <h2>The score</h2>
 *
 * <ol>
 *   <li>Each word: BM25 in each zone times the zone's weight; the best zone counts, and a part of
 *       the others. A stem counts less than the form that was typed.
 *   <li>Of one or two words, both must be there; of more, seven in ten.
 *   <li>Words that stand together as asked weigh more: as a phrase in title, anchors, headings or
 *       text, and near each other in the text.
 *   <li>A title, or a part of one, that is the query and nothing else.
 *   <li>PageRank, authority and hub S add w·S/(S + pivot), the pivot being the geometric mean of
 *       the index.
 * </ol>
 *
 * The text's share and PageRank's are shown beside the sum.
 */
package org.orbweaver.index.search;
