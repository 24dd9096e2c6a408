package org.orbweaver.crawler.site;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.orbweaver.crawler.url.FilterDecision;
import org.orbweaver.crawler.url.UrlFilter;
import org.orbweaver.crawler.url.UrlFilters;
import org.orbweaver.crawler.url.UrlFilters.FilterKind;

/**
 * Applies the rules of sites, and refuses the links by which a crawler that has logged in would log
 * out. For one thread.
 */
public final class SiteFilter implements UrlFilter {
  /** Segments of paths, and parameters: logout, log-off, Special:UserLogout, action=logout. */
  private static final String LOGOUT =
      "(?i)[/?&=:]_?(user|wp-|do)?(log|sign)[-_]?(out|off)([.!;/?&=]|$)";

  private final Sites sites;
  private final Map<SiteBlock, UrlFilters> rules = new HashMap<>();
  private final Map<SiteBlock, UrlFilters> logouts = new HashMap<>();

  /** The rules of these sites. */
  public SiteFilter(Sites sites) {
    this.sites = sites;
  }

  @Override
  public FilterDecision decision(String url) {
    Site site = sites.of(url);
    if (site.isNone()) {
      return null;
    }
    Optional<SiteBlock> session = site.session();
    if (session.isPresent()) {
      FilterDecision decision =
          logouts.computeIfAbsent(session.get(), SiteFilter::logout).decision(url);
      if (!decision.accepted()) {
        return new FilterDecision(
            false, name(session.get()), 0, "it may log out: " + decision.rule());
      }
    }
    Optional<SiteBlock> block = site.with("rules");
    return block
        .map(one -> rules.computeIfAbsent(one, SiteFilter::scope).decision(url))
        .orElse(null);
  }

  private static String name(SiteBlock block) {
    return "site " + block.name();
  }

  private static UrlFilters scope(SiteBlock block) {
    return filters(FilterKind.SCOPE, block, block.all("rules"));
  }

  private static UrlFilters logout(SiteBlock block) {
    List<String> lines = new ArrayList<>();
    block.all("login.logout").forEach(pattern -> lines.add("-" + pattern));
    lines.add("-" + LOGOUT);
    lines.add("+.");
    return filters(FilterKind.REGEX, block, lines);
  }

  private static UrlFilters filters(FilterKind kind, SiteBlock block, List<String> lines) {
    return new UrlFilters(
        List.of(new UrlFilters.Rules(kind, name(block), String.join("\n", lines))));
  }
}
