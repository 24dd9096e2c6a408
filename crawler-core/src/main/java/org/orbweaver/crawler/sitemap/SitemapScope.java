package org.orbweaver.crawler.sitemap;

import java.util.Locale;
import java.util.Set;
import org.orbweaver.crawler.url.Hosts;

/**
 * The hosts whose URLs a sitemap may list. By the protocol these are its own and those that name it
 * in their robots.txt. The protocol's further rule, only URLs below the sitemap's folder, is not
 * applied, since many sites keep their sitemaps in a separate folder, which does no harm.
 */
public enum SitemapScope {
  /** The sitemap's host, and the hosts named in its mark. */
  HOST,
  /** All hosts of their registered domains. */
  DOMAIN,
  /** Any host. */
  ANY;

  /**
   * Whether a sitemap may list a URL.
   *
   * @param own the sitemap's host
   * @param named hosts that name the sitemap as theirs
   * @param host the URL's
   */
  boolean allows(String own, Set<String> named, String host) {
    if (this == ANY || host.equals(own) || named.contains(host)) {
      return true;
    }
    if (this == HOST) {
      return false;
    }
    String domain = Hosts.domain(host);
    return domain.equals(Hosts.domain(own))
        || named.stream().anyMatch(name -> domain.equals(Hosts.domain(name)));
  }

  /** The name in a configuration. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
