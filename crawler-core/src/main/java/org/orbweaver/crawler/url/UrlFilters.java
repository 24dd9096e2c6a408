package org.orbweaver.crawler.url;

import java.util.List;
import java.util.Objects;
import org.orbweaver.plugin.UrlDecision;
import org.orbweaver.plugin.UrlRule;

/**
 * Decides which URLs may enter the crawldb. A URL must pass all rules, so their order affects only
 * the cost.
 *
 * <p>An instance is for one thread.
 */
public final class UrlFilters {
  private final List<UrlRule> rules;
  private final List<UrlRule> sitemapRules;

  /** Filters by rules, the cheapest first. */
  public UrlFilters(List<UrlRule> rules) {
    this.rules = List.copyOf(rules);
    sitemapRules = rules.stream().filter(UrlRule::decidesOnSitemaps).toList();
  }

  /** Whether the URL, in normal form, may enter the crawldb. */
  public boolean accepts(String url) {
    return refusal(url) == null;
  }

  /** The rule by which the URL is refused, null if it is accepted. */
  public String refusal(String url) {
    return refusal(rules, url);
  }

  /** The rule that decides: the one that refuses the URL, else the last that accepts it. */
  public UrlDecision decision(String url) {
    return decision(rules, url);
  }

  private static String refusal(List<UrlRule> rules, String url) {
    UrlDecision decision = decision(rules, url);
    return decision.accepted() ? null : decision.toString();
  }

  private static UrlDecision decision(List<UrlRule> rules, String url) {
    UrlDecision last = null;
    for (UrlRule rule : rules) {
      UrlDecision decision = rule.decision(url);
      if (decision != null) {
        last = decision;
        if (!decision.accepted()) {
          break;
        }
      }
    }
    return last == null ? new UrlDecision(true, "URL filters", 0, "no rule about it") : last;
  }

  /** The decision of each rule about the URL, including those after a refusal. */
  public List<UrlDecision> decisions(String url) {
    return rules.stream().map(rule -> rule.decision(url)).filter(Objects::nonNull).toList();
  }

  /** As {@link #accepts}, for a URL that is to be read as a sitemap. */
  public boolean acceptsSitemap(String url) {
    return sitemapRefusal(url) == null;
  }

  /** As {@link #refusal}, for a URL that is to be read as a sitemap: its suffix is ignored. */
  public String sitemapRefusal(String url) {
    return refusal(sitemapRules, url);
  }
}
