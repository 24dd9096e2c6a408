package org.orbweaver.crawler.url;

/** One of the filters that a URL must pass. */
public interface UrlFilter {
  /**
   * The rule that decides about a URL in normal form.
   *
   * @return null if the filter has no rule about the URL and so accepts it
   */
  FilterDecision decision(String url);
}
