/**
 * The answer of the crawler's stores to {@code orb why}, for one URL: {@link
 * org.orbweaver.crawler.why.CrawlerWhy} reads it in the order of a round (how the URL is spelled
 * and which rules apply to it, where it was found, each round, the plan in the crawldb), and {@link
 * org.orbweaver.crawler.why.FateRules} names the cause that decided. Everything is read from
 * crawldb, segments, linkdb and the store of hosts; nothing is written and nothing is requested.
 */
package org.orbweaver.crawler.why;
