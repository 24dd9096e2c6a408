/**
 * Diff: the changes between two rounds of a crawl, or between two crawls. {@link
 * org.orbweaver.crawler.diff.CrawlComparison} reads sorted stores side by side and gives each URL's
 * {@link org.orbweaver.crawler.diff.Difference.PageState} before and after; {@link
 * org.orbweaver.crawler.diff.Difference} classifies the change. Memory: one record for each part.
 */
package org.orbweaver.crawler.diff;
