package org.orbweaver.webgraph.build;

/**
 * What the build jobs count. Over a whole build that sorts, ARCS = JOINED + DROPPED; where no pages
 * were merged, JOINED is the number of the graph's links.
 */
enum GraphCounter {
  /** Successful parses read, old ones of a page included. */
  PARSES,
  /** Distinct pages that some segment fetched or parsed. */
  PAGES,
  /** Distinct links of the pages' newest parses. */
  ARCS,
  /** Distinct pages and targets: the graph's nodes. */
  NODES,
  /** Links whose source and target have their numbers, and that count. */
  JOINED,
  /** Links that lead to their own page, host or domain, where these do not count. */
  DROPPED,
  /** Pages that redirect or name a canonical one. */
  ALIASES,
  /** Of these, those that redirect and were replaced by where that ends. */
  MERGED_REDIRECTS,
  /** Of these, those that were merged into their canonical page. */
  MERGED_CANONICALS,
  /** Of these, those whose chain has not been followed to its end so far. */
  UNRESOLVED
}
