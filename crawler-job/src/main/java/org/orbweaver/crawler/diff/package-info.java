/**
 * Diff: what changed between two rounds of a crawl ({@link
 * org.orbweaver.crawler.diff.CrawlComparison.RoundComparison}), or between two crawls ({@link
 * org.orbweaver.crawler.diff.CrawlComparison}). Both read sorted stores side by side and give each
 * URL's {@link org.orbweaver.crawler.diff.Difference.PageState} before and after; {@link
 * org.orbweaver.crawler.diff.Difference} says what that amounts to. Memory: a record a part.
 */
package org.orbweaver.crawler.diff;
