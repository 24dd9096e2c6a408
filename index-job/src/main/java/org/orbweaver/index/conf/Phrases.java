package org.orbweaver.index.conf;

import java.util.Locale;

/** How pages with a phrase are found; all ways find the same pages. */
public enum Phrases {
  /** By the positions of its words. */
  POSITIONS,
  /** By positions, but only in pages that have all of its pairs of common words. */
  PAIRS,
  /** By its words in any order, and then by checking the stored text; slow. */
  CHECK;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
