package org.orbweaver.crawler.read;

/**
 * A histogram of latencies, for percentiles in memory that does not grow with their number: 512
 * buckets, each an eighth of a power of two wide. A percentile is the upper bound of its bucket, at
 * most an eighth too high; below 16 ms it is exact.
 */
final class LatencyHistogram {
  private static final int BITS = 3;

  private final long[] buckets = new long[Long.SIZE << BITS];
  private long count;
  private long most;

  /** Adds a latency in milliseconds; a negative one counts as 0. */
  void add(long ms) {
    long value = Math.max(0, ms);
    buckets[bucket(value)]++;
    count++;
    most = Math.max(most, value);
  }

  private static int bucket(long value) {
    int shift = Math.max(0, Long.SIZE - 1 - BITS - Long.numberOfLeadingZeros(value));
    return (shift << BITS) + (int) (value >>> shift);
  }

  /** The highest value of a bucket. */
  private static long last(int bucket) {
    int shift = Math.max(0, (bucket >> BITS) - 1);
    return ((bucket - ((long) shift << BITS) + 1) << shift) - 1;
  }

  long count() {
    return count;
  }

  /** The highest latency; 0 if there is none. */
  long most() {
    return most;
  }

  /** The least latency that is not exceeded by this percentage of all; 0 if there is none. */
  long percentile(int percent) {
    long below = 0;
    for (int i = 0; i < buckets.length; i++) {
      below += buckets[i];
      if (below > 0 && 100 * below >= percent * count) {
        return Math.min(most, last(i));
      }
    }
    return 0;
  }
}
