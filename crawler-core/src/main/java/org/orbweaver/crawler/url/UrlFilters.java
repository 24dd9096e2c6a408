package org.orbweaver.crawler.url;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Decides which URLs may enter the crawldb, by rules in the formats of Nutch's URL filters. A URL
 * must pass all of them, so their order affects only the cost: the cheapest come first.
 *
 * <p>An instance is for one thread.
 */
public final class UrlFilters {
  /** The kinds of filters, the cheapest first. */
  @SuppressWarnings("ImmutableEnumChecker") // the functions hold no state
  public enum FilterKind {
    SUFFIX(SuffixRules::new),
    PREFIX(PrefixRules::new),
    DOMAIN(DomainRules::accepting),
    DOMAIN_DENYLIST(DomainRules::denying),
    SCOPE(ScopeRules::new),
    VALIDATOR((source, text) -> new UrlValidator(source)),
    AUTOMATON(RegexRules::automata),
    REGEX(RegexRules::of);

    private final BiFunction<String, String, UrlFilter> reader;

    FilterKind(BiFunction<String, String, UrlFilter> reader) {
      this.reader = reader;
    }
  }

  /**
   * The rules of a filter.
   *
   * @param name in messages
   * @param text of the file; of no meaning for the validator
   */
  public record Rules(FilterKind kind, String name, String text) {}

  private final List<UrlFilter> filters = new ArrayList<>();

  /**
   * The filters for sitemaps, without those by suffix: a sitemap's {@code .gz} does not make it
   * useless.
   */
  private final List<UrlFilter> sitemapFilters = new ArrayList<>();

  /**
   * Filters by rules.
   *
   * @throws IllegalArgumentException naming the file and line of an invalid rule
   */
  public UrlFilters(List<Rules> files) {
    for (Rules file : files.stream().sorted(Comparator.comparing(Rules::kind)).toList()) {
      UrlFilter filter = file.kind.reader.apply(file.name, file.text);
      filters.add(filter);
      if (file.kind != FilterKind.SUFFIX) {
        sitemapFilters.add(filter);
      }
    }
  }

  /** Adds a filter, which is applied last. */
  public UrlFilters with(UrlFilter last) {
    filters.add(last);
    sitemapFilters.add(last);
    return this;
  }

  /** Whether the URL, in normal form, may enter the crawldb. */
  public boolean accepts(String url) {
    return refusal(url) == null;
  }

  /** The rule by which the URL is refused, null if it is accepted. */
  public String refusal(String url) {
    FilterDecision decision = decision(filters, url);
    return decision.accepted() ? null : decision.toString();
  }

  /** The rule that decides: the one that refuses the URL, else the last that accepts it. */
  public FilterDecision decision(String url) {
    return decision(filters, url);
  }

  private static FilterDecision decision(List<UrlFilter> filters, String url) {
    FilterDecision last = null;
    for (UrlFilter filter : filters) {
      FilterDecision decision = filter.decision(url);
      if (decision != null) {
        last = decision;
        if (!decision.accepted()) {
          break;
        }
      }
    }
    return last == null ? new FilterDecision(true, "URL filters", 0, "no rule about it") : last;
  }

  /** The decision of each filter that has a rule about the URL, including those after a refusal. */
  public List<FilterDecision> decisions(String url) {
    return filters.stream()
        .map(filter -> filter.decision(url))
        .filter(decision -> decision != null)
        .toList();
  }

  /** As {@link #accepts}, for a URL that is to be read as a sitemap. */
  public boolean acceptsSitemap(String url) {
    return sitemapRefusal(url) == null;
  }

  /** As {@link #refusal}, for a URL that is to be read as a sitemap: its suffix is ignored. */
  public String sitemapRefusal(String url) {
    FilterDecision decision = decision(sitemapFilters, url);
    return decision.accepted() ? null : decision.toString();
  }
}
