/**
 * Generate: the fetch list of a round, the front queues of the crawl. Due URLs of the crawldb are
 * shuffled by score downwards and URL; a reducer takes them in that order, leaves out URLs that the
 * filters refuse and those over a host's budget (one URL, if the host serves nothing), and the best
 * topN become {@code segments/<time>/crawl_generate/part-r-*} (URL, CrawlDatum), one file for each
 * fetch task, with all URLs of a host (or domain, or address) in the same file.
 *
 * <p>With one part, or a small crawldb, one reducer does all that, in one job. Otherwise several
 * select the best topN of their hosts, and one reducer of a second job selects from these. Either
 * way topN is exact over the whole list, and no reducer keeps names of hosts.
 *
 * <p>Under a recrawl policy with a budget, pages to visit again come after new URLs, the most
 * valuable visits first ({@link org.orbweaver.crawler.generate.UrlPriority}); {@link
 * org.orbweaver.crawler.generate.ListQuota} limits the number of each.
 *
 * <p>The list comes with the records of its hosts from {@code hosts/}: {@link
 * org.orbweaver.crawler.hosts.ListHosts}.
 */
package org.orbweaver.crawler.generate;
