package org.orbweaver.index.plan;

/**
 * Counts of the index job. They account for each page of the crawldb: <br>
 * CANDIDATES = INDEXED + NOINDEX + CANONICAL + EMPTY + NOT_PARSED + WITH_LOGIN.
 */
public enum IndexCounter {
  /**
   * Pages that the crawldb lists as fetched or not modified, or that failed only the last time; and
   * the canonical page among duplicates.
   */
  CANDIDATES,
  /** Pages that the crawldb lists as duplicates of others, except canonical ones: not indexed. */
  DUPLICATES,
  /** URLs of the crawldb that are not pages: not fetched yet, gone, redirects. */
  NOT_FETCHED,
  /** Candidates in the index. */
  INDEXED,
  /** Indexed pages that were not fetched and are known by their anchors; they are no candidates. */
  UNFETCHED,
  /** Documents reused from the index that this one builds upon. */
  UNCHANGED,
  /**
   * Documents of that index that are not reused: their pages have changed or are no longer indexed.
   */
  DELETED,
  /** Candidates that ask not to be indexed (robots: noindex, none). */
  NOINDEX,
  /** Candidates that name another page as canonical, which is indexed instead. */
  CANONICAL,
  /** Candidates without title, text and anchors. */
  EMPTY,
  /** Candidates that no segment has parsed and no link names. */
  NOT_PARSED,
  /** Candidates that were fetched with a login, while only public pages are indexed. */
  WITH_LOGIN,
  /** Parses read from the segments. */
  PARSES,
  /** Parses skipped because a newer one of the same page exists. */
  OLDER_PARSES,
  /** Parses of pages that are not candidates: duplicates, gone since. */
  UNWANTED_PARSES,
  /** Documents that have a PageRank. */
  RANKED,
  /** Documents that have anchors. */
  ANCHORED,
  /**
   * Of INDEXED and UNFETCHED, those that plugins leave out; also in earlier builds of the index.
   */
  LEFT_OUT,
  /** New documents with fields that sites or plugins name. */
  WITH_FIELDS,
  /** Pages at which a plugin failed, so that they are without its fields. */
  PLUGIN_FAILURES
}
