/**
 * Sitemaps: files in which a site lists its pages (<a
 * href="https://www.sitemaps.org/protocol.html">sitemaps.org</a>).
 *
 * <p>A sitemap is a URL of the crawl like any other, with a {@code SitemapMark} in its CrawlDatum's
 * metadata, so that it is filtered, generated, fetched and fetched again under the rules and limits
 * of pages. The differences:
 *
 * <pre>
 * inject --sitemap, robots.txt, a sitemap index  ─ mark ─►  crawldb, crawl_generate, crawl_fetch
 * parse    a marked document is read by {@link org.orbweaver.crawler.sitemap.SitemapReader}; its entries go to
 *          crawl_parse as STATUS_LINKED, with lastmod, or with a mark if the
 *          document is an index. Its parse_data has no links and says noindex
 * update   new URLs enter; a known one whose lastmod is later than its fetch becomes due
 *          ({@code SitemapSchedule})
 * dedup, graph   leave sitemaps out
 * </pre>
 *
 * <p>The mark is only a hint: a marked document that is not a sitemap is parsed as a page. So
 * naming a page as a sitemap does not remove it from the index.
 */
package org.orbweaver.crawler.sitemap;
