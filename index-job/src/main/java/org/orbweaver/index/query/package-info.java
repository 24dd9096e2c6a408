/**
 * The query language and the ranking.
 *
 * <p>{@link org.orbweaver.index.query.QueryParser} parses typed text into a tree ({@link
 * org.orbweaver.index.query.QueryNode}) and reports the place of an error. {@link
 * org.orbweaver.index.query.QueryCompiler} turns the tree into a Lucene query, with the weights of
 * {@link org.orbweaver.index.query.Ranking}.
 *
 * <h2>The score</h2>
 *
 * <ol>
 *   <li>Each word: BM25 in each zone times the zone's weight; the best zone counts, and a part of
 *       the others. A stem counts less than the form that was typed.
 *   <li>Of one or two words, both must be there; of three or four, half, and all weigh more; of
 *       more, any. In a query of few words, those that many pages have only add to the score. The
 *       longer the query, the less title and links weigh. In a query of many words, the function
 *       words of its language weigh little, and are not counted.
 *   <li>Words that occur together as in the query weigh more: as a phrase in title, anchors,
 *       headings or text, and near each other in the text.
 *   <li>A title, or a part of one, that is the query and nothing else.
 *   <li>A page in the reader's language, if that is known.
 *   <li>PageRank, authority and hub S add w·S/(S + pivot), the pivot being the geometric mean of
 *       the index; so does the PageRank of each topic that the query is about ({@link
 *       org.orbweaver.index.query.QueryTopics}).
 * </ol>
 *
 * The text's share and PageRank's are shown beside the sum. {@link
 * org.orbweaver.index.query.Cosine} is the other ranking, for research.
 */
package org.orbweaver.index.query;
