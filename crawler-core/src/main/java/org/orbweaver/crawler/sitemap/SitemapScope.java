package org.orbweaver.crawler.sitemap;

import java.util.Locale;
import java.util.Set;
import org.orbweaver.crawler.url.Hosts;

/**
 * Which hosts a sitemap may list URLs of. By the protocol its own, and those that name it in their
 * robots.txt; the protocol's further rule, only URLs below the sitemap's folder, is not held, for
 * sites that keep their sitemaps in a folder of their own are many, and harm nobody.
 */
public enum SitemapScope {
  /** The sitemap's host, and the hosts that its mark names. */
  HOST,
  /** All hosts of their registered domains. */
  DOMAIN,
  /** Any. */
  ANY;

  /**
   * Whether a sitemap may list a URL.
   *
   * @param own the sitemap's host
   * @param named hosts that name it as theirs
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

  /** As it is written in a configuration. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
