package org.orbweaver.crawler.fetch;

import org.orbweaver.crawler.url.LinkPolicy;
import org.orbweaver.crawler.url.UrlFilters;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * The rules for the target of a redirect: those for any link. Redirects are few, so that one
 * instance serves all threads, one at a time.
 */
final class RedirectTargets {
  private final UrlNormalizer normalizer = new UrlNormalizer();
  private final UrlFilters filters;
  private final LinkPolicy links;

  RedirectTargets(UrlFilters filters, LinkPolicy links) {
    this.filters = filters;
    this.links = links;
  }

  /** The URL that a Location header means, or null when it is none. */
  synchronized String resolve(String from, String location) {
    return normalizer.resolve(from, location);
  }

  /**
   * Whether the redirect may be followed, now or in a later round.
   *
   * @param sitemap whether the target is to be read as a sitemap
   */
  synchronized boolean mayFollow(String from, String to, boolean sitemap) {
    return (sitemap ? filters.acceptsSitemap(to) : filters.accepts(to)) && links.follow(from, to);
  }
}
