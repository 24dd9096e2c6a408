package org.orbweaver.pagerank.core;

import java.util.Locale;

/** Where the rank of pages without links goes. Networks differ: networkx says TELEPORT. */
public enum DanglingPolicy {
  /** Evenly to all pages. The default. */
  UNIFORM,
  /** To the pages of the teleport vector, in its proportions. */
  TELEPORT,
  /** Nowhere: the mass shrinks. */
  DROP;

  /** As it is written on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
