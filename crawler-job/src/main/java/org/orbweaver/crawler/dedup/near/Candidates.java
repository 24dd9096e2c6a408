package org.orbweaver.crawler.dedup.near;

import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.hadoop.io.Text;
import org.orbweaver.crawler.duplicate.Sketch;

/** The kinds of keys by which candidates for near-duplicates are found. */
public enum Candidates {
  /** Bands of the MinHash; they find 996 in 1,000 of the pairs with a Jaccard coefficient of .9. */
  MINHASH,
  /** Permuted tables of the simhash; they find pages that differ in at most three of 64 bits. */
  SIMHASH,
  /** Both kinds of keys; one shared key is enough. */
  BOTH;

  /** The keys of a page. */
  Set<Text> keys(Sketch sketch) {
    Set<Text> keys = new LinkedHashSet<>();
    if (this != SIMHASH) {
      for (long band : sketch.bands()) {
        keys.add(BandPages.key(band, false));
      }
    }
    if (this != MINHASH) {
      for (long table : sketch.simhashKeys()) {
        keys.add(BandPages.key(table, true));
      }
    }
    return keys;
  }
}
