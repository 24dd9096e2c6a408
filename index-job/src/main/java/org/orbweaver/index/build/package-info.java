/**
 * Builds a search index from a crawl: a plan of what is indexed, and an inversion of what is new,
 * from Nutch's stores to Lucene shards.
 *
 * <p>Stands at the end of a crawl, after update, dedup, links and the rankings; the last two are
 * optional. Reads what is there, writes {@code index/<build>/} and nothing else.
 *
 * <pre>
 * crawldb    (url, CrawlDatum)     ─┐
 * linkdb     (url, Inlinks)        ─┤
 * pagerank/R, hits/R (url, score)  ─┤ by    ┌ who is whose ┐  by place   what is    ─► plan
 * parse_data (url, ParseData)      ─┼ URL ─►│ canonical,   ├─ and URL ─► new or     ─► pages
 * the index built upon: pages      ─┘       │ joined facts │             changed    ─► deleted
 *                                           └──────────────┘
 * plan, parse_data, parse_text ─ merge join, in the map tasks ─► pages ─► inversion ─► shards
 * </pre>
 *
 * <p>{@link org.orbweaver.index.build.PlanJob} moves no text: within a URL the shuffle brings the
 * crawldb's word first, of several parses the one of the newest segment first, and the pages that
 * name it as canonical last, when it is known whether it will be indexed. The plan is sorted by the
 * part of the segment that has the parse, then by URL, so that {@link
 * org.orbweaver.index.build.PageInputFormat} reads it beside the parses and texts, and skips what
 * is not planned. {@link org.orbweaver.index.build.InversionJob} or {@link
 * org.orbweaver.index.build.IndexJob} write the shards.
 *
 * <p>A build consists of its own shards and those of the builds that it builds upon, which never
 * change; {@link org.orbweaver.index.build.Deletions} says which of their documents it hides, and
 * the store {@code pages}, which build has the document of each page and what it was made from.
 * {@code meta.json} names all of it ({@link org.orbweaver.index.build.IndexMeta}).
 */
package org.orbweaver.index.build;
