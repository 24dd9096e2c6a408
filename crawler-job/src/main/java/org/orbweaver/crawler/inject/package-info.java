/**
 * Inject: seeds become entries of the crawldb. The client reads the seed lists, normalises and
 * filters their URLs and stages them as (URL, CrawlDatum injected); one merge job puts them into
 * the crawldb. It starts a crawl, and may be run again on any crawl.
 */
package org.orbweaver.crawler.inject;
