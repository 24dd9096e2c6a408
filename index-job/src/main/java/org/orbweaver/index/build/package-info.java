/**
 * Builds a search index from a crawl: a plan of the pages to index, and an inversion of new pages,
 * from Nutch's stores to Lucene shards.
 *
 * <p>Runs at the end of a crawl, after update, dedup, links and the rankings; the last two are
 * optional. Reads the existing stores, writes only {@code index/<build>/}.
 *
 * <pre>
 * crawldb    (url, CrawlDatum)     ─┐
 * linkdb     (url, Inlinks)        ─┤
 * pagerank/R, hits/R (url, score)  ─┤ by    ┌ canonical    ┐  by place   new or     ─► plan
 * parse_data (url, ParseData)      ─┼ URL ─►│ pages,       ├─ and URL ─► changed    ─► pages
 * the index built upon: pages      ─┘       │ joined facts │             pages      ─► deleted
 *                                           └──────────────┘
 * plan, parse_data, parse_text ─ merge join, in the map tasks ─► pages ─► inversion ─► shards
 * </pre>
 *
 * <p>{@link org.orbweaver.index.build.IndexPhase} makes the plan ({@link
 * org.orbweaver.index.plan}), has the shards written ({@link org.orbweaver.index.shards}) and
 * publishes the build.
 *
 * <p>A build consists of its own shards and those of the builds that it builds upon, which never
 * change; {@link org.orbweaver.index.store.Deletions} records which of their documents it hides,
 * and the store {@code pages} records, for each page, the build of its document and the digest of
 * its input. {@code meta.json} lists all parts ({@link org.orbweaver.index.store.IndexMeta}).
 */
package org.orbweaver.index.build;
