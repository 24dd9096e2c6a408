package org.orbweaver.crawler.url;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.orbweaver.plugin.UrlDecision;
import org.orbweaver.plugin.UrlRule;
import org.orbweaver.plugin.loader.PluginException;
import org.orbweaver.plugin.loader.Provided;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A rule of a plugin. If it throws, the URL is refused, and the plugin's first failure logged. */
public final class AddedRule implements UrlRule {
  private static final Logger LOG = LoggerFactory.getLogger(AddedRule.class);
  private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

  private static final String NO_URL = "it is no page's URL";

  private final String source;
  private final UrlRule rule;

  /** Guards a rule. */
  public AddedRule(Provided<UrlRule> provided) {
    source = "plugin " + provided.plugin();
    rule = provided.part();
  }

  /** Whether the rule may give URLs another form. */
  public boolean changes() {
    return changes(rule);
  }

  /** Whether a rule may give URLs another form. */
  public static boolean changes(UrlRule rule) {
    try {
      return rule.getClass().getMethod("normalize", String.class).getDeclaringClass()
          != UrlRule.class;
    } catch (ReflectiveOperationException | LinkageError e) {
      return true;
    }
  }

  @Override
  public UrlDecision decision(String url) {
    try {
      UrlDecision decision = rule.decision(url);
      // A URL that waits in the crawldb may be from before the rule.
      return (decision == null || decision.accepted()) && rule.normalize(url) == null
          ? new UrlDecision(false, source, 0, NO_URL)
          : decision;
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return refusal(url, e);
    }
  }

  private UrlDecision refusal(String url, Throwable e) {
    if (LOGGED.add(source)) {
      LOG.warn("{}: its rule fails for {}, which is refused; so are others", source, url, e);
    }
    return new UrlDecision(false, source, 0, PluginException.reason(e));
  }

  /**
   * The form that the rule gives to a URL; null if it refuses it.
   *
   * @param trace gets what the rule does to the URL; may be null
   */
  String changed(String url, List<RuleChange> trace) {
    String other = null;
    String what = "another form";
    try {
      other = rule.normalize(url);
      what = other == null ? NO_URL : what;
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      what = refusal(url, e).rule();
    }
    if (trace != null && !url.equals(other)) {
      trace.add(new RuleChange(source, 0, what, other));
    }
    return other;
  }

  @Override
  public boolean decidesOnSitemaps() {
    try {
      return rule.decidesOnSitemaps();
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return true;
    }
  }
}
