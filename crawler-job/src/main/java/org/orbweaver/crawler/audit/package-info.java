/**
 * The audit of a crawl: tables of URLs that their owners, or the crawl's operator, may want to
 * mend. {@link org.orbweaver.crawler.audit.Finding} lists the tables and their columns, {@link
 * org.orbweaver.crawler.audit.AuditJob} makes those that need the crawldb, the linkdb and the
 * parses; {@link org.orbweaver.crawler.read.FetchLogSurvey} makes those of the fetch logs. Each
 * table keeps its first {@value org.orbweaver.crawler.audit.FindingTable#MOST_ROWS} rows, and the
 * number of all.
 */
package org.orbweaver.crawler.audit;
