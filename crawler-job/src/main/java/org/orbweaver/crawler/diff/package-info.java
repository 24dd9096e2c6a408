/**
 * Diff: what changed between two rounds of a crawl, or between two crawls. {@link
 * org.orbweaver.crawler.diff.CrawlComparison} reads sorted stores side by side and gives each URL's
 * {@link org.orbweaver.crawler.diff.Difference.PageState} before and after; {@link
 * org.orbweaver.crawler.diff.Difference} says what that amounts to. Memory: a record a part.
 */
package org.orbweaver.crawler.diff;
