/**
 * Generate: the fetch list of a round, the front queues of the crawl. Due URLs of the crawldb are
 * shuffled by score downwards and URL; a reducer takes them in that order, leaves out what the
 * filters refuse and what is over a host's budget (one URL, where the host serves nothing), and the
 * best topN become {@code segments/<time>/crawl_generate/part-r-*} (URL, CrawlDatum), each file one
 * fetch task's list, with all URLs of a host (or domain, or address) in one of them.
 *
 * <p>With one part, or a small crawldb, one reducer does all that, in one job. Else several select
 * the best topN of their hosts, and one reducer of a second job selects from these. Either way topN
 * is exact over the whole list, and no reducer keeps a name of a host.
 *
 * <p>Under a recrawl policy with a budget, pages to visit again come after new URLs, those first
 * whose visit is worth most ({@link org.orbweaver.crawler.generate.UrlPriority}), each as many as
 * {@link org.orbweaver.crawler.generate.ListQuota} allows.
 *
 * <p>Beside the list goes what {@code hosts/} knows of its hosts: {@link
 * org.orbweaver.crawler.hosts.ListHosts}.
 */
package org.orbweaver.crawler.generate;
