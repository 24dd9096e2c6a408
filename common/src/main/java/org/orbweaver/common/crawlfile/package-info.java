/**
 * The crawl file: one YAML file that says what a crawl is. {@link
 * org.orbweaver.common.crawlfile.CrawlFileKeys} names the settings as the file has them, {@link
 * org.orbweaver.common.crawlfile.CrawlFile} reads one.
 */
package org.orbweaver.common.crawlfile;
