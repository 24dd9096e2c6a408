package org.orbweaver.crawler.page.document;

/**
 * Bounds for one document.
 *
 * @param maxLinks distinct links kept
 * @param maxUrlChars longer URLs are not links
 * @param maxTextChars text beyond is not kept
 * @param timeoutMillis time for one document; where another process parses it is processor time,
 *     and on the clock it may take four times as long
 * @param maxDepth elements within each other, where another process parses
 * @param maxMembers documents within it, at all depths
 * @param maxUnpackedBytes what these unpack to
 * @param maxOutputBytes what such a process may hand back: text, links and metadata together
 * @param processes how these are run
 */
public record ParseLimits(
    int maxLinks,
    int maxUrlChars,
    int maxTextChars,
    long timeoutMillis,
    int maxDepth,
    int maxMembers,
    long maxUnpackedBytes,
    int maxOutputBytes,
    ProcessSettings processes) {

  /**
   * A page with more links is a trap or a fault; db.max.outlinks.per.page = -1 means this bound.
   */
  public static final int MOST_LINKS = 100_000;

  public static final int DEFAULT_DEPTH = 100;
  public static final int DEFAULT_MEMBERS = 10_000;
  public static final long DEFAULT_UNPACKED_BYTES = 256L << 20;
  public static final int DEFAULT_OUTPUT_BYTES = 64 << 20;

  /** The limits that hold where the configuration says nothing. */
  public static final ParseLimits DEFAULT = new ParseLimits(MOST_LINKS, 4096, 5_000_000, 30_000);

  /** Those given, and the defaults of the others. */
  public ParseLimits(int maxLinks, int maxUrlChars, int maxTextChars, long timeoutMillis) {
    this(
        maxLinks,
        maxUrlChars,
        maxTextChars,
        timeoutMillis,
        DEFAULT_DEPTH,
        DEFAULT_MEMBERS,
        DEFAULT_UNPACKED_BYTES,
        DEFAULT_OUTPUT_BYTES,
        ProcessSettings.DEFAULT);
  }
}
