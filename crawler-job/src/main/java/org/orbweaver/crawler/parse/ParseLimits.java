package org.orbweaver.crawler.parse;

/**
 * Bounds for one document.
 *
 * @param maxLinks distinct links kept
 * @param maxUrlChars longer URLs are not links
 * @param maxTextChars text beyond is not kept
 * @param timeoutMillis time for one document
 */
public record ParseLimits(int maxLinks, int maxUrlChars, int maxTextChars, long timeoutMillis) {

  /**
   * A page with more links is a trap or a fault; db.max.outlinks.per.page = -1 means this bound.
   */
  public static final int MOST_LINKS = 100_000;

  /** The limits that hold where the configuration says nothing. */
  public static final ParseLimits DEFAULT = new ParseLimits(MOST_LINKS, 4096, 5_000_000, 30_000);
}
