/**
 * {@code orb report}: the state of a crawl, from all of its stores.
 *
 * <p>{@link org.orbweaver.orb.report.ReportReader} reads the stores into one {@link
 * org.orbweaver.orb.report.CrawlReport}, a tree of records whose size does not grow with the
 * crawl's. Three writers print it, two of them by templates over its JSON ({@link
 * org.orbweaver.orb.report.ReportTree}): {@link org.orbweaver.orb.report.ReportPage} as HTML, with
 * {@link org.orbweaver.orb.report.Plot} for the curves, {@link
 * org.orbweaver.orb.report.ReportMetrics} for Prometheus, and {@code Json}. {@link
 * org.orbweaver.orb.report.LiveReport} keeps one up to date for {@code orb serve}. Large stores are
 * read by the crawler's module: {@link org.orbweaver.crawler.read.CrawlDbSurvey} by a job, {@link
 * org.orbweaver.crawler.read.FetchLogSurvey} by one pass.
 */
package org.orbweaver.orb.report;
