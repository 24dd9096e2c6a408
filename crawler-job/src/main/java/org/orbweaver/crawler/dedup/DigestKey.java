package org.orbweaver.crawler.dedup;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapreduce.Partitioner;

/**
 * The shuffle's key: length of the digest (a byte), the digest, the URL. It is sorted as bytes, so
 * that all candidates of a page come together. It is partitioned and grouped by the digest alone,
 * so that a reducer gets equal pages as one run and need remember only the best of them.
 */
final class DigestKey {
  private DigestKey() {}

  static void set(BytesWritable key, byte[] digest, Text url) {
    key.setSize(1 + digest.length + url.getLength());
    byte[] bytes = key.getBytes();
    bytes[0] = (byte) digest.length;
    System.arraycopy(digest, 0, bytes, 1, digest.length);
    System.arraycopy(url.getBytes(), 0, bytes, 1 + digest.length, url.getLength());
  }

  static byte[] digest(BytesWritable key) {
    byte[] bytes = key.getBytes();
    return Arrays.copyOfRange(bytes, 1, 1 + bytes[0]);
  }

  static String url(BytesWritable key) {
    byte[] bytes = key.getBytes();
    int from = 1 + bytes[0];
    return new String(bytes, from, key.getLength() - from, StandardCharsets.UTF_8);
  }

  /** Groups by digest. */
  static final class DigestGrouping extends WritableComparator {
    private static final int LENGTH_BYTES = 4;

    DigestGrouping() {
      super(BytesWritable.class, true);
    }

    @Override
    public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
      int aFrom = aStart + LENGTH_BYTES;
      int bFrom = bStart + LENGTH_BYTES;
      return Arrays.compareUnsigned(a, aFrom, aFrom + 1 + a[aFrom], b, bFrom, bFrom + 1 + b[bFrom]);
    }
  }

  /** Partitions by digest. */
  static final class DigestPartitioner extends Partitioner<BytesWritable, Writable> {
    @Override
    public int getPartition(BytesWritable key, Writable value, int parts) {
      byte[] bytes = key.getBytes();
      return Math.floorMod(WritableComparator.hashBytes(bytes, 1 + bytes[0]), parts);
    }
  }
}
