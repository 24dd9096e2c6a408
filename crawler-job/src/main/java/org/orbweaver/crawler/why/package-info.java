/**
 * What the crawler's stores know about one URL, for {@code orb why}: {@link
 * org.orbweaver.crawler.why.CrawlerWhy} reads it in the order of a round (how the URL is spelled
 * and which rules hold for it, where it was found, each round, what the crawldb plans), and {@link
 * org.orbweaver.crawler.why.Verdict} names the cause that decided. Everything is read from crawldb,
 * segments, linkdb and the store of hosts; nothing is written and nothing is requested.
 */
package org.orbweaver.crawler.why;
