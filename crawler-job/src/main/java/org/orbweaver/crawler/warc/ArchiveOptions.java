package org.orbweaver.crawler.warc;

import java.util.List;

/**
 * The options of an export of web archives.
 *
 * @param wacz whether all is packed into one WACZ file
 * @param maxBytes after which a WARC file ends
 * @param publicOnly whether pages fetched with a login are left out
 * @param disallowed pages whose owners say one of these are left out, such as {@code ai-train:n}
 * @param wet whether the texts of pages are written beside
 * @param wat whether descriptions of the records are written beside
 * @param zipnum whether the index is compressed in blocks
 * @param zstd whether records are compressed by zstd, not gzip
 */
public record ArchiveOptions(
    boolean wacz,
    long maxBytes,
    boolean publicOnly,
    List<String> disallowed,
    boolean wet,
    boolean wat,
    boolean zipnum,
    boolean zstd) {

  /** Plain WARC or WACZ files with all pages. */
  public static ArchiveOptions of(boolean wacz, long maxBytes, boolean publicOnly) {
    return new ArchiveOptions(wacz, maxBytes, publicOnly, List.of(), false, false, false, false);
  }
}
