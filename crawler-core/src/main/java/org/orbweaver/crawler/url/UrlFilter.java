package org.orbweaver.crawler.url;

/** One of the filters that a URL must pass. */
interface UrlFilter {
  /**
   * The rule that decides about a URL in normal form.
   *
   * @return null where the filter has no rule about it and accepts it
   */
  FilterDecision decision(String url);
}
