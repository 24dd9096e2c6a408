package org.orbweaver.crawler.sitemap;

/**
 * Bounds for one sitemap.
 *
 * @param maxBytes bytes read, once unpacked
 * @param maxUrls URLs kept
 * @param maxUrlChars longer URLs are left out
 */
public record SitemapLimits(int maxBytes, int maxUrls, int maxUrlChars) {
  /** The bounds of the protocol (sitemaps.org): 50 MiB and 50,000 URLs. */
  public static SitemapLimits ofProtocol(int maxUrlChars) {
    return new SitemapLimits(50 << 20, 50_000, maxUrlChars);
  }
}
