/**
 * Builds a search index from a crawl: one MapReduce job, and a small one before it, from Nutch's
 * stores to Lucene shards.
 *
 * <p>Stands at the end of a crawl, after update, dedup, links and pagerank; the last two are
 * optional. Reads what is there, writes {@code index/<build>/} and nothing else.
 *
 * <pre>
 * crawldb      (url, CrawlDatum)      ─ fetched or not modified only ─┐
 * pagerank/R   (url, DoubleWritable)  ────────────────────────────────┤  by URL, within it
 * linkdb       (url, Inlinks)         ─ weighed anchors ──────────────┼─ by kind, parses ─► join ─► Lucene
 * segments/S   (url, ParseData)       ─┐                              │  newest first       shard
 *              (url, ParseText)       ─┴ joined in the mapper ────────┘
 * </pre>
 *
 * <p>A shard holds the pages whose URL hashes to it. Within a URL the shuffle brings the crawldb's
 * word first: without it nothing that follows is looked at, and of several parses only the first,
 * which is of the newest segment. So the join holds one page at a time. The text is shuffled once:
 * parse_data and parse_text of a segment were written by the same task in the same order, so the
 * mapper reads both side by side, and drops the text of pages that ask not to be indexed.
 *
 * <p>Before it, {@link org.orbweaver.index.build.CanonicalJob} asks the pages that others name as
 * canonical whether they will be indexed; a copy of one that will is left out.
 *
 * <p>Each reducer feeds one IndexWriter in the order of URLs on its local disk and then copies the
 * shard; the same input gives the same documents in the same order. {@code meta.json} beside the
 * shards tells what they were made from ({@link org.orbweaver.index.build.IndexMeta}).
 */
package org.orbweaver.index.build;
