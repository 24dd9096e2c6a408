package org.orbweaver.crawler.url;

/**
 * Says which URLs may enter the crawldb, by the rules of {@code regex-urlfilter.txt} and {@code
 * suffix-urlfilter.txt}.
 *
 * <p>An instance is for one thread: expressions are compiled once and their matchers used again.
 */
public final class UrlFilters {
  private final RegexRules regex;
  private final SuffixRules suffix;

  /**
   * Filters of both kinds.
   *
   * @param regexName the name of the rules in messages
   * @param suffixText null for no rules about suffixes
   * @throws IllegalArgumentException naming the line where a rule is bad
   */
  public UrlFilters(String regexName, String regexText, String suffixName, String suffixText) {
    this.regex = new RegexRules(regexName, regexText);
    this.suffix = suffixText == null ? null : new SuffixRules(suffixName, suffixText);
  }

  /** Whether the URL, in normal form, may enter the crawldb. */
  public boolean accepts(String url) {
    return refusal(url) == null;
  }

  /** The rule by which the URL is refused, null when it is accepted. */
  public String refusal(String url) {
    FilterDecision decision = decision(url);
    return decision.accepted() ? null : decision.toString();
  }

  /** The rule that decides: the one that refuses the URL, else the one that accepts it. */
  public FilterDecision decision(String url) {
    FilterDecision bySuffix = suffix == null ? null : suffix.decision(url);
    return bySuffix == null || bySuffix.accepted() ? regex.decision(url) : bySuffix;
  }

  /** As {@link #accepts}, for a URL that is to be read as a sitemap. */
  public boolean acceptsSitemap(String url) {
    return sitemapRefusal(url) == null;
  }

  /**
   * As {@link #refusal}, for a URL that is to be read as a sitemap: its suffix ({@code .gz}) does
   * not say that it is of no use.
   */
  public String sitemapRefusal(String url) {
    FilterDecision decision = regex.decision(url);
    return decision.accepted() ? null : decision.toString();
  }
}
