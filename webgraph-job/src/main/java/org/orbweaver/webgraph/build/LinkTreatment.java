package org.orbweaver.webgraph.build;

import java.util.Locale;

/** What becomes of some kind of link in the graph; a setting takes two of these. */
public enum LinkTreatment {
  /** They do not count. */
  DROP,
  /** They count as they are. */
  KEEP,
  /** Several become one. */
  MERGE,
  /** Several become one that weighs as much. */
  COUNT,
  /** They lead to the end of the chain. */
  RESOLVE;

  /** As it is written in a setting. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
