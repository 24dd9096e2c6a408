/**
 * The whole path in one command: {@link org.orbweaver.orb.crawl.CrawlDriver} runs the phases of a
 * round and what follows the rounds, {@link org.orbweaver.orb.crawl.Recrawl} one scheduled run with
 * its limits, and {@link org.orbweaver.orb.crawl.CrawlSummary} prints what a crawl found.
 */
package org.orbweaver.orb.crawl;
