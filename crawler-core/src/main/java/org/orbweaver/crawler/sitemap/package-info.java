/**
 * Sitemaps: files in which a site lists its pages (<a
 * href="https://www.sitemaps.org/protocol.html">sitemaps.org</a>).
 *
 * <p>A sitemap is a URL of the crawl like any other, with a {@code SitemapMark} in its CrawlDatum's
 * metadata, so that it is filtered, generated, fetched and fetched again under the rules and limits
 * of pages. What differs:
 *
 * <pre>
 * inject --sitemap, robots.txt, a sitemap index  ─ mark ─►  crawldb, crawl_generate, crawl_fetch
 * parse    a marked document is read by {@link org.orbweaver.crawler.sitemap.SitemapReader}; what it lists goes to
 *          crawl_parse as STATUS_LINKED, with lastmod, or with a mark where
 *          an index lists it. Its parse_data has no links and says noindex
 * update   new URLs enter; a known one whose lastmod is later than its fetch becomes due
 *          ({@code SitemapSchedule})
 * dedup, graph   leave sitemaps out
 * </pre>
 *
 * <p>The mark asks for a try: a marked document that turns out to be no sitemap is parsed as the
 * page that it is. So nobody can take a page from the index by naming it as a sitemap.
 */
package org.orbweaver.crawler.sitemap;
