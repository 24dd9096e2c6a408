package org.orbweaver.crawler.url;

/** Refuses files and folders that are under no root, such as those of a root that was removed. */
public record SourceFilter(SourceRoots roots, String source) implements UrlFilter {
  @Override
  public FilterDecision decision(String url) {
    return SourceUrl.is(url) && roots.of(url).isEmpty()
        ? new FilterDecision(false, source, 0, "under none of its roots")
        : null;
  }
}
