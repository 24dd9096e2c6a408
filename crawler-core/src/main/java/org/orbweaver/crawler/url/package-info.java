/**
 * URL normalisation and filtering.
 *
 * <p>{@link org.orbweaver.crawler.url.UrlNormalizer} reads a link as a browser does (WHATWG's URL
 * standard) and then applies the {@link org.orbweaver.crawler.url.SemanticRules}, which make the
 * URLs of one page equal. {@link org.orbweaver.crawler.url.UrlFilters} decides by the rule files in
 * {@code conf/} whether a URL may enter the crawldb, and {@link
 * org.orbweaver.crawler.url.LinkPolicy} whether a link may be followed from its page. {@link
 * org.orbweaver.crawler.url.Hosts} gives the host and the registered domain of a URL, by which
 * fetch lists, budgets and politeness are grouped.
 *
 * <p>In a round, inject normalises and filters seeds, parse normalises links and applies the
 * policy, update filters new URLs, and generate groups by host.
 */
package org.orbweaver.crawler.url;
