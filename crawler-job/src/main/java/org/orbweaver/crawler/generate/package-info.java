/**
 * Generate: the fetch list of a round, the front queues of the crawl. Due URLs of the crawldb are
 * shuffled by (part, score downwards, URL), where all URLs of a host (or domain) are of one part;
 * the reducer of a part takes them in that order, leaves out what the filters refuse and what is
 * over a host's budget, and writes {@code segments/<time>/crawl_generate/part-r-*} (URL,
 * CrawlDatum), each file one fetch task's list.
 *
 * <p>With one part its reducer stops at topN, and that is all. With more, the parts write
 * candidates under their sort keys; merging the keys gives how many of each part are among the best
 * topN, and a map-only job cuts each part to that length. Either way topN is exact over the whole
 * list.
 */
package org.orbweaver.crawler.generate;
