package org.orbweaver.crawler.sitemap;

/**
 * Bounds for one sitemap.
 *
 * @param maxBytes bytes read, once unpacked; the protocol allows 50 MiB
 * @param maxUrls URLs kept; the protocol allows 50,000
 * @param maxUrlChars longer URLs are left out
 */
public record SitemapLimits(int maxBytes, int maxUrls, int maxUrlChars) {}
