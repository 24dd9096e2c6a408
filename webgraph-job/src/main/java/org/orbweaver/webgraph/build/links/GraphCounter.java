package org.orbweaver.webgraph.build.links;

/**
 * The counters of the build jobs. Over a whole sorted build, ARCS = JOINED + DROPPED; if no pages
 * were merged, JOINED is the number of the graph's links.
 */
public enum GraphCounter {
  /** Successful parses read, including old ones of a page. */
  PARSES,
  /** Distinct pages that some segment fetched or parsed. */
  PAGES,
  /** Distinct links of the pages' newest parses. */
  ARCS,
  /** Distinct pages and targets: the graph's nodes. */
  NODES,
  /** Links that count and whose source and target have their numbers. */
  JOINED,
  /** Links of a page to itself, or within a host or domain, if these do not count. */
  DROPPED,
  /** Pages that redirect or name a canonical one. */
  ALIASES,
  /** Of these, redirecting pages that were replaced by the end of their chain. */
  MERGED_REDIRECTS,
  /** Of these, pages that were merged into their canonical page. */
  MERGED_CANONICALS,
  /** Of these, pages whose chain has not been followed to its end yet. */
  UNRESOLVED
}
