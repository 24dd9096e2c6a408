package org.orbweaver.crawler.dedup;

/** What the search for duplicates counts. */
public enum DedupCounter {
  /** Pages that have the content of a better one, and are not marked yet. */
  DUPLICATES,
  /** Pages marked before that have no page of the same content beside them any more. */
  RESTORED
}
