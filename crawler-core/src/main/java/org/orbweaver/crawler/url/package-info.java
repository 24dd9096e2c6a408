/**
 * URLs: one spelling for each page, and which of them we want.
 *
 * <p>{@link org.orbweaver.crawler.url.UrlNormalizer} reads a link as a browser does (WHATWG's URL
 * standard) and then applies the {@link org.orbweaver.crawler.url.SemanticRules} that make URLs of
 * one page equal. {@link org.orbweaver.crawler.url.UrlFilters} says by the rule files in {@code
 * conf/} whether a URL may enter the crawldb, {@link org.orbweaver.crawler.url.LinkPolicy} whether
 * a link may be followed from the page it stands on, and {@link org.orbweaver.crawler.url.Hosts}
 * names the host and the registered domain of a URL, by which fetch lists, budgets and politeness
 * are grouped.
 *
 * <p>Where it stands in a round: inject normalises and filters seeds, parse normalises links and
 * asks the policy, update filters the URLs that are new, generate groups by host.
 */
package org.orbweaver.crawler.url;
