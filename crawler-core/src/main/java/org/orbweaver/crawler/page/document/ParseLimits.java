package org.orbweaver.crawler.page.document;

/**
 * Bounds for one document.
 *
 * @param maxLinks distinct links kept
 * @param maxUrlChars longer URLs are not links
 * @param maxTextChars text beyond is not kept
 * @param timeoutMillis time for one document; in a parser process it is processor time, and
 *     wall-clock time may be four times as long
 * @param document bounds in a parser process
 * @param processes settings of these processes
 */
public record ParseLimits(
    int maxLinks,
    int maxUrlChars,
    int maxTextChars,
    long timeoutMillis,
    DocumentLimits document,
    ProcessSettings processes) {

  /**
   * Bounds for a document that a parser process reads.
   *
   * @param maxDepth nested elements
   * @param maxMembers documents within it, at all depths
   * @param maxUnpackedBytes unpacked bytes of these documents
   * @param maxOutputBytes bytes returned: text, links and metadata together
   */
  public record DocumentLimits(
      int maxDepth, int maxMembers, long maxUnpackedBytes, int maxOutputBytes) {}

  /**
   * A page with more links is a trap or a fault; db.max.outlinks.per.page = -1 means this bound.
   */
  public static final int MOST_LINKS = 100_000;

  public static final int DEFAULT_DEPTH = 100;
  public static final int DEFAULT_MEMBERS = 10_000;
  public static final long DEFAULT_UNPACKED_BYTES = 256L << 20;
  public static final int DEFAULT_OUTPUT_BYTES = 64 << 20;

  /** The limits without a configuration. */
  public static final ParseLimits DEFAULT = new ParseLimits(MOST_LINKS, 4096, 5_000_000, 30_000);

  /** The given limits, and defaults for the others. */
  public ParseLimits(int maxLinks, int maxUrlChars, int maxTextChars, long timeoutMillis) {
    this(
        maxLinks,
        maxUrlChars,
        maxTextChars,
        timeoutMillis,
        new DocumentLimits(
            DEFAULT_DEPTH, DEFAULT_MEMBERS, DEFAULT_UNPACKED_BYTES, DEFAULT_OUTPUT_BYTES),
        ProcessSettings.DEFAULT);
  }
}
