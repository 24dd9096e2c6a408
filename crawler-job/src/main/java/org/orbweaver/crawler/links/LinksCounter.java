package org.orbweaver.crawler.links;

/** Counters of the links job. */
public enum LinksCounter {
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
