package org.orbweaver.crawler.duplicate;

import it.unimi.dsi.fastutil.longs.Long2IntMap;

/**
 * Simhash (Charikar 2002): a fingerprint of 64 bits; those of similar texts differ in few bits.
 *
 * <p>Limits: only 9 in 100 pairs of pages with a Jaccard coefficient of .9 are within three bits,
 * and about half of those with .97. It is the cheap test, not the thorough one.
 */
public final class Simhash {
  /**
   * Texts that differ in more bits are not near-duplicates: a Jaccard coefficient of .9 means 6.6
   * bits, with a standard deviation of 2.4.
   */
  public static final int FAR = 16;

  private static final int BITS = 64;

  private Simhash() {}

  /** The fingerprint of shingles, each weighted by 1 + log2 of its frequency. */
  public static long of(Shingles shingles) {
    int[] ones = new int[BITS];
    int total = 0;
    for (Long2IntMap.Entry shingle : shingles.frequencies()) {
      // Selected shingles have low bits in common; mixing removes this.
      long bits = Shingles.mix(shingle.getLongKey());
      int weight = BITS / 2 - Integer.numberOfLeadingZeros(shingle.getIntValue());
      total += weight;
      for (int i = 0; i < BITS; i++) {
        ones[i] += (int) (bits >>> i & 1) * weight;
      }
    }
    long hash = 0;
    for (int i = 0; i < BITS; i++) {
      hash |= 2L * ones[i] > total ? 1L << i : 0;
    }
    return hash;
  }

  /** The number of bits in which two fingerprints differ. */
  public static int distance(long a, long b) {
    return Long.bitCount(a ^ b);
  }
}
