package org.orbweaver.webgraph.build;

/** What the build jobs count. Over a whole build, ARCS = JOINED = links of the newest parses. */
enum GraphCounter {
  /** Successful parses read, old ones of a page included. */
  PARSES,
  /** Distinct pages that some segment fetched or parsed. */
  PAGES,
  /** Distinct links of the pages' newest parses. */
  ARCS,
  /** Distinct pages and targets: the graph's nodes. */
  NODES,
  /** Links whose source and target have their numbers. */
  JOINED
}
