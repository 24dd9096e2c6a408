package org.orbweaver.crawler.segments;

/** What a merge of segments counts. */
enum MergeCounter {
  /** Pages with content in the merged segment. */
  PAGES,
  /** Contents that are out of date, or of pages that are gone. */
  DROPPED
}
