/**
 * Update: merges the results of a round into the crawldb. The changes are the records of a
 * segment's {@code crawl_fetch} (how each fetch ended) and {@code crawl_parse} (signatures, and the
 * links with the score they pass on), and a list of duplicates if dedup made one; {@link
 * org.orbweaver.crawler.update.UpdateMerge} applies them to an entry. {@link
 * org.orbweaver.crawler.update.HostsJob} merges what the round learned about hosts into their
 * store. Update ends a round.
 */
package org.orbweaver.crawler.update;
