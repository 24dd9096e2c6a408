package org.orbweaver.crawler.duplicate;

import it.unimi.dsi.fastutil.longs.Long2IntMap;

/**
 * Simhash (Charikar 2002): a fingerprint of 64 bits; those of similar texts differ in few bits.
 * Pages within {@link #NEAR} bits are found by permuted tables (Manku, Jain, Das Sarma, "Detecting
 * near-duplicates for web crawling", 2007): 64 bits are five blocks; three differing bits touch at
 * most three blocks, so one of the ten pairs of blocks is the same in both.
 *
 * <p>Limits: only 9 in 100 pairs of pages with a Jaccard coefficient of .9 are within three bits,
 * and about half of those with .97. It is the cheap key, not the thorough one.
 */
public final class Simhash {
  /** The most bits in which near-duplicates differ. */
  public static final int NEAR = 3;

  /**
   * Texts that differ in more bits are not near-duplicates: a Jaccard coefficient of .9 means 6.6
   * bits, with a standard deviation of 2.4.
   */
  public static final int FAR = 16;

  private static final int BITS = 64;

  /** First bit of each block, and the end of the last. */
  private static final int[] BLOCKS = {0, 13, 26, 39, 52, 64};

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

  /** A key for each of the ten tables: fingerprints within three bits share at least one. */
  static long[] keys(long hash) {
    long[] keys = new long[10];
    int table = 0;
    for (int i = 0; i < BLOCKS.length - 1; i++) {
      for (int j = i + 1; j < BLOCKS.length - 1; j++) {
        keys[table] = Shingles.mix((hash & (block(i) | block(j))) + table);
        table++;
      }
    }
    return keys;
  }

  private static long block(int i) {
    return (-1L >>> (BITS - (BLOCKS[i + 1] - BLOCKS[i]))) << BLOCKS[i];
  }
}
