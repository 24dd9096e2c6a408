package org.orbweaver.crawler.parse;

/**
 * Counters of the parse job. {@code READ = NOT_FETCHED + PARSED + UNSUPPORTED + INVALID + TIMEOUT +
 * OVER_LIMIT + FAILED}.
 */
public enum ParseCounter {
  /** Documents in the segment's content. */
  READ,
  /** Documents that were not fetched with success: left out. */
  NOT_FETCHED,
  /** Documents with text and links. */
  PARSED,
  /** Documents of a type without text, or that no parser knows. */
  UNSUPPORTED,
  /** Documents that are not what they claim, or broken. */
  INVALID,
  /** Documents that took longer than allowed. */
  TIMEOUT,
  /** Documents that took more memory, nested deeper or gave more output than allowed. */
  OVER_LIMIT,
  /** Documents that a parser failed on. */
  FAILED,
  /** Links in parse_data. */
  LINKS,
  /** Links beyond the bound for a page. */
  LINKS_DROPPED,
  /** Of the parsed documents, sitemaps. */
  SITEMAPS,
  /** URLs that they list, and that may be followed. */
  SITEMAP_URLS,
  /** Their entries that were left out: of other hosts, unusable, or beyond the limit. */
  SITEMAP_URLS_DROPPED,
  /** Link targets in crawl_parse. */
  TARGETS
}
