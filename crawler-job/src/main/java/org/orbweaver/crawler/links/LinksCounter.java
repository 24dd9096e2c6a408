package org.orbweaver.crawler.links;

/** Counters of the links job. */
public enum LinksCounter {
  /** Pages of which several segments have a version. */
  OUTDATED_PAGES,
  /** Parses left out, since a later segment has a version of the page. */
  OUTDATED,
  /** Pages whose links were read. */
  PAGES,
  /** Links of these pages that count. */
  LINKS,
  /** Links that do not: to the page itself, not vouched for, canonical, within or beyond a host. */
  SKIPPED,
  /** Links that the linkdb had. */
  KNOWN,
  /** URLs in the new linkdb. */
  TARGETS,
  /** Links in the new linkdb. */
  INLINKS,
  /** Links to one page beyond the bound. */
  DROPPED
}
