package org.orbweaver.crawler.page;

import org.orbweaver.crawler.page.document.DocumentLimits;
import org.orbweaver.crawler.page.document.ProcessSettings;

/**
 * Bounds for one document.
 *
 * @param maxLinks distinct links kept
 * @param maxUrlChars longer URLs are not links
 * @param maxTextChars text beyond is not kept
 * @param timeoutMillis time for one document
 * @param maxDepth elements within each other, where another process parses
 * @param maxOutputBytes what such a process may hand back
 * @param processes how these are run
 */
public record ParseLimits(
    int maxLinks,
    int maxUrlChars,
    int maxTextChars,
    long timeoutMillis,
    int maxDepth,
    int maxOutputBytes,
    ProcessSettings processes) {

  /**
   * A page with more links is a trap or a fault; db.max.outlinks.per.page = -1 means this bound.
   */
  public static final int MOST_LINKS = 100_000;

  /** The limits that hold where the configuration says nothing. */
  public static final ParseLimits DEFAULT = new ParseLimits(MOST_LINKS, 4096, 5_000_000, 30_000);

  /** Those given, and the defaults of the others. */
  public ParseLimits(int maxLinks, int maxUrlChars, int maxTextChars, long timeoutMillis) {
    this(
        maxLinks,
        maxUrlChars,
        maxTextChars,
        timeoutMillis,
        DocumentLimits.DEFAULT_DEPTH,
        DocumentLimits.DEFAULT_OUTPUT_BYTES,
        ProcessSettings.DEFAULT);
  }

  DocumentLimits forDocuments() {
    return new DocumentLimits(
        timeoutMillis, maxTextChars, maxLinks, maxUrlChars, maxDepth, maxOutputBytes);
  }
}
