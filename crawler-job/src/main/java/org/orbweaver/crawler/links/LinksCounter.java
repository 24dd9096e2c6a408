package org.orbweaver.crawler.links;

/** Counters of the links job. */
enum LinksCounter {
  /** Pages with versions in several segments. */
  OUTDATED_PAGES,
  /** Parses left out because a later segment has a version of the page. */
  OUTDATED,
  /** Pages whose links were read. */
  PAGES,
  /** Links of these pages that count. */
  LINKS,
  /**
   * Links of these pages that do not count: links to the page itself, not vouched for, canonical,
   * or excluded as within or beyond a host.
   */
  SKIPPED,
  /** Links from the existing linkdb. */
  KNOWN,
  /** URLs in the new linkdb. */
  TARGETS,
  /** Links in the new linkdb. */
  INLINKS,
  /** Links to one page beyond the bound. */
  DROPPED
}
