package org.orbweaver.crawler.site;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.orbweaver.crawler.url.RegexRules;
import org.orbweaver.crawler.url.ScopeRules;
import org.orbweaver.plugin.UrlDecision;
import org.orbweaver.plugin.UrlRule;

/**
 * Applies the rules of sites, and refuses the links by which a crawler that has logged in would log
 * out. For one thread.
 */
public final class SiteFilter implements UrlRule {
  /** Segments of paths, and parameters: logout, log-off, Special:UserLogout, action=logout. */
  private static final String LOGOUT =
      "(?i)[/?&=:]_?(user|wp-|do)?(log|sign)[-_]?(out|off)([.!;/?&=]|$)";

  private final Sites sites;
  private final Map<SiteBlock, UrlRule> rules = new HashMap<>();
  private final Map<SiteBlock, UrlRule> logouts = new HashMap<>();

  /** The rules of these sites. */
  public SiteFilter(Sites sites) {
    this.sites = sites;
  }

  @Override
  public UrlDecision decision(String url) {
    Site site = sites.of(url);
    if (site.isNone()) {
      return null;
    }
    Optional<SiteBlock> session = site.session();
    if (session.isPresent()) {
      UrlDecision decision =
          logouts.computeIfAbsent(session.get(), SiteFilter::logout).decision(url);
      if (!decision.accepted()) {
        return new UrlDecision(false, name(session.get()), 0, "it may log out: " + decision.rule());
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

  private static UrlRule scope(SiteBlock block) {
    return new ScopeRules(name(block), String.join("\n", block.all("rules")));
  }

  private static UrlRule logout(SiteBlock block) {
    List<String> lines = new ArrayList<>();
    block.all("login.logout").forEach(pattern -> lines.add("-" + pattern));
    lines.add("-" + LOGOUT);
    lines.add("+.");
    return RegexRules.of(name(block), String.join("\n", lines));
  }
}
