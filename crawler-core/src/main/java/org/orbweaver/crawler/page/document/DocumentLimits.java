package org.orbweaver.crawler.page.document;

/**
 * Bounds for one document.
 *
 * @param timeoutMillis processor time to parse it; on the clock it may take four times as long
 * @param maxTextChars text beyond is not kept
 * @param maxLinks links beyond are not kept; repeated ones count
 * @param maxUrlChars longer references are not links
 * @param maxDepth elements within each other
 * @param maxOutputBytes text, links and metadata together
 */
public record DocumentLimits(
    long timeoutMillis,
    int maxTextChars,
    int maxLinks,
    int maxUrlChars,
    int maxDepth,
    int maxOutputBytes) {

  public static final int DEFAULT_DEPTH = 100;
  public static final int DEFAULT_OUTPUT_BYTES = 64 << 20;
}
