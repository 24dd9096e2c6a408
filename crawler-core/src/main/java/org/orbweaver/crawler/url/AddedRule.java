package org.orbweaver.crawler.url;

import java.util.List;
import org.orbweaver.plugin.UrlDecision;
import org.orbweaver.plugin.UrlRule;
import org.orbweaver.plugin.loader.PluginException;
import org.orbweaver.plugin.loader.Provided;

/**
 * A rule of a plugin. If it throws, the URL is refused.
 *
 * @param roots of files, whose URLs keep their form
 */
public record AddedRule(Provided<UrlRule> rule, SourceRoots roots) implements UrlRule {
  private static final String NO_URL = "it is no page's URL";

  @Override
  public UrlDecision decision(String url) {
    try {
      return rule.ask(it -> decision(it, url));
    } catch (PluginException e) {
      return new UrlDecision(false, rule.origin(), 0, refusal(e));
    }
  }

  private UrlDecision decision(UrlRule asked, String url) {
    UrlDecision decision = asked.decision(url);
    // A URL that waits in the crawldb may be from before the rule.
    if ((decision == null || decision.accepted())
        && !roots.isFile(url)
        && asked.normalize(url) == null) {
      return new UrlDecision(false, rule.origin(), 0, NO_URL);
    }
    return decision == null || decision.source().equals(rule.origin())
        ? decision
        : new UrlDecision(
            decision.accepted(),
            rule.origin() + ": " + decision.source(),
            decision.line(),
            decision.rule());
  }

  private static String refusal(PluginException e) {
    e.logOnce("the URL is refused, as is every other at which it fails");
    return e.reason();
  }

  /**
   * The form that the rule gives to a URL; null if it refuses it.
   *
   * @param trace gets what the rule does to the URL; may be null
   */
  String changed(String url, List<RuleChange> trace) {
    String other = null;
    String what;
    try {
      other = rule.ask(it -> it.normalize(url));
      what = other == null ? NO_URL : "another form";
    } catch (PluginException e) {
      what = refusal(e);
    }
    if (trace != null && !url.equals(other)) {
      trace.add(new RuleChange(rule.origin(), 0, what, other));
    }
    return other;
  }

  @Override
  public boolean decidesOnSitemaps() {
    try {
      return rule.ask(UrlRule::decidesOnSitemaps);
    } catch (PluginException e) {
      return true;
    }
  }
}
