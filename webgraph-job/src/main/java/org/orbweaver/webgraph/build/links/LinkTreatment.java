package org.orbweaver.webgraph.build.links;

import java.util.Locale;

/** The treatment of one kind of link in the graph; each setting accepts two of these. */
public enum LinkTreatment {
  /** They do not count. */
  DROP,
  /** They count unchanged. */
  KEEP,
  /** Several become one. */
  MERGE,
  /** Several become one that weighs as much as all of them. */
  COUNT,
  /** They are replaced by the end of the chain. */
  RESOLVE;

  /** The name as written in a setting. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
