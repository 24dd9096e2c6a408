package org.orbweaver.crawler.duplicate;

import it.unimi.dsi.fastutil.longs.Long2IntMap;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * A small summary of a text for finding its near-duplicates: a {@link Simhash}, and a MinHash by
 * one permutation (Li, Owen, Zhang, "One permutation hashing", 2012). The hashes of its shingles
 * fall into 1,024 bins, and four bits of the least one in each bin are kept (Li, König, "b-bit
 * minwise hashing", 2010).
 *
 * <p>{@link #jaccard} estimates the Jaccard coefficient with a standard error of √(J(1−J)/1024),
 * .0095 at .9. For texts with far fewer shingles than bins it is nearly exact, since each shingle
 * has its own bin.
 *
 * <p>{@link #bands} are keys, at least one of them usually shared by near-duplicates: ten bands of
 * eight rows, so two texts share one with probability 1 − (1 − J⁸)¹⁰: .996 at .9, .43 at .7, .04 at
 * .5. A row is the first non-empty bin from its own place on, and its bits: the least shingle in a
 * rotated order, so short texts have rows, too.
 *
 * <p>Encoding, at most 521 bytes: version (1), simhash (8, big-endian), then for fewer than 256
 * bins in use two bytes for each (bin × 16 + bits), else half a byte for each bin, 0 for an empty
 * one.
 */
public final class Sketch {
  private static final byte VERSION = 1;
  private static final int BIN_BITS = 10;
  private static final int BINS = 1 << BIN_BITS;

  /** Values of a bin besides empty. */
  private static final int VALUES = 15;

  private static final int SPARSE_BELOW = BINS / 4;
  private static final int HEAD_BYTES = 1 + Long.BYTES;

  private static final int BANDS = 10;
  private static final int ROWS = 8;

  private final long simhash;
  private final byte[] bins;

  private Sketch(long simhash, byte[] bins) {
    this.simhash = simhash;
    this.bins = bins;
  }

  /** The sketch of a text; empty if it has no words. */
  public static Optional<Sketch> of(CharSequence text) {
    Shingles shingles = Shingles.of(text);
    return shingles.size() == 0 ? Optional.empty() : Optional.of(of(shingles));
  }

  /** The sketch of shingles, at least one. */
  public static Sketch of(Shingles shingles) {
    long[] least = new long[BINS];
    byte[] bins = new byte[BINS];
    for (Long2IntMap.Entry shingle : shingles.frequencies()) {
      long hash = shingle.getLongKey();
      int bin = (int) (hash >>> (Long.SIZE - BIN_BITS));
      // Within a bin the first bits are the same, so the sign does not matter.
      if (bins[bin] == 0 || hash < least[bin]) {
        least[bin] = hash;
        bins[bin] = (byte) (1 + Long.remainderUnsigned(Shingles.mix(hash), VALUES));
      }
    }
    return new Sketch(Simhash.of(shingles), bins);
  }

  public long simhash() {
    return simhash;
  }

  /** An estimate of the Jaccard coefficient of the shingles of two texts, from 0 to 1. */
  public double jaccard(Sketch other) {
    int union = 0;
    int both = 0;
    int equal = 0;
    for (int i = 0; i < BINS; i++) {
      int a = bins[i];
      int b = other.bins[i];
      if ((a | b) != 0) {
        union++;
        both += a != 0 && b != 0 ? 1 : 0;
        equal += a == b ? 1 : 0;
      }
    }
    // Of the bins that both use for different shingles, one in fifteen has equal bits by chance.
    double different = (both - equal) * VALUES / (VALUES - 1.0);
    return Math.max(0, (both - different) / union);
  }

  /** A key for each band, computed from the band and its rows. */
  public long[] bands() {
    int[] next = new int[BINS];
    int filled = -1;
    for (int i = 2 * BINS - 1; i >= 0; i--) {
      if (bins[i % BINS] != 0) {
        filled = i % BINS;
      }
      next[i % BINS] = filled;
    }
    long[] keys = new long[BANDS];
    for (int band = 0; band < BANDS; band++) {
      long key = band;
      for (int row = 0; row < ROWS; row++) {
        int bin = next[(band * ROWS + row) * BINS / (BANDS * ROWS)];
        key = Shingles.mix(key * VALUES + (bin << 4 | bins[bin]));
      }
      keys[band] = key;
    }
    return keys;
  }

  /** The encoding. */
  public byte[] toBytes() {
    int used = 0;
    for (byte bin : bins) {
      used += bin == 0 ? 0 : 1;
    }
    boolean sparse = used < SPARSE_BELOW;
    ByteBuffer out = ByteBuffer.allocate(HEAD_BYTES + (sparse ? 2 * used : BINS / 2));
    out.put(VERSION).putLong(simhash);
    for (int i = 0; i < BINS; i += sparse ? 1 : 2) {
      if (!sparse) {
        out.put((byte) (bins[i] << 4 | bins[i + 1]));
      } else if (bins[i] != 0) {
        out.putShort((short) (i << 4 | bins[i]));
      }
    }
    return out.array();
  }

  /**
   * Decodes a sketch.
   *
   * @throws IllegalArgumentException if the encoding is invalid or of another version
   */
  public static Sketch fromBytes(byte[] encoded) {
    int length = encoded.length - HEAD_BYTES;
    if (length < 2 || length > BINS / 2 || length % 2 != 0 || encoded[0] != VERSION) {
      throw new IllegalArgumentException("no sketch of a text: " + encoded.length + " bytes");
    }
    ByteBuffer in = ByteBuffer.wrap(encoded);
    in.get();
    long simhash = in.getLong();
    byte[] bins = new byte[BINS];
    for (int i = 0; in.hasRemaining(); i += 2) {
      if (length < BINS / 2) {
        int bin = in.getShort() & 0x3FFF;
        bins[bin >>> 4] = (byte) (bin & 0xF);
      } else {
        int two = in.get();
        bins[i] = (byte) (two >>> 4 & 0xF);
        bins[i + 1] = (byte) (two & 0xF);
      }
    }
    if (Arrays.equals(bins, new byte[BINS])) {
      throw new IllegalArgumentException("no sketch of a text: it has no shingle");
    }
    return new Sketch(simhash, bins);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Sketch that
        && simhash == that.simhash
        && Arrays.equals(bins, that.bins);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(simhash) * 31 + Arrays.hashCode(bins);
  }
}
