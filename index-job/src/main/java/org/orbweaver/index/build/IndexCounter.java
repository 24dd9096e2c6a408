package org.orbweaver.index.build;

/**
 * Counts of the index job. They account for each page of the crawldb: <br>
 * CANDIDATES = INDEXED + NOINDEX + CANONICAL + EMPTY + NOT_PARSED.
 */
public enum IndexCounter {
  /**
   * Pages that the crawldb calls fetched or not modified, or that only failed the last time; and
   * the canonical one among duplicates.
   */
  CANDIDATES,
  /** Pages that the crawldb calls duplicates of others, but for canonical ones: not indexed. */
  DUPLICATES,
  /** URLs of the crawldb that are not pages: not fetched yet, gone, redirects. */
  NOT_FETCHED,
  /** Candidates in the index. */
  INDEXED,
  /** Pages in the index that were not fetched, by their anchors; no candidates. */
  UNFETCHED,
  /** Documents that the index takes over from the one that it builds upon. */
  UNCHANGED,
  /** Documents of that one that are not taken over: of pages changed or not indexed any more. */
  DELETED,
  /** Candidates that ask not to be indexed (robots: noindex, none). */
  NOINDEX,
  /** Candidates that name another page as canonical, which is indexed in their place. */
  CANONICAL,
  /** Candidates without title, text and anchors. */
  EMPTY,
  /** Candidates that no segment has parsed and no link names. */
  NOT_PARSED,
  /** Parses read from the segments. */
  PARSES,
  /** Parses left aside since a newer one of the same page was there. */
  OLDER_PARSES,
  /** Parses of pages that are not candidates: duplicates, gone since. */
  UNWANTED_PARSES,
  /** Documents that have a PageRank. */
  RANKED,
  /** Documents that have anchors. */
  ANCHORED
}
