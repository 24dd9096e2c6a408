package org.orbweaver.crawler.url;

import org.orbweaver.plugin.UrlDecision;
import org.orbweaver.plugin.UrlRule;

/**
 * Refuses URLs that are neither of the web nor under a root nor of a plugin's scheme, such as those
 * of a root that was removed.
 */
public record SourceFilter(SourceRoots roots, String source) implements UrlRule {
  @Override
  public UrlDecision decision(String url) {
    return roots.isFile(url) && roots.of(url).isEmpty()
        ? new UrlDecision(false, source, 0, "under none of its roots")
        : null;
  }
}
