package org.orbweaver.webgraph.build;

import java.util.Arrays;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.Partitioner;

/**
 * A key with one byte behind it, by which the records of one key are sorted: first what the key
 * really is, then those who ask for it.
 */
final class TaggedText {
  static final byte FIRST = 0;
  static final byte SECOND = 1;

  private TaggedText() {}

  static void set(Text tagged, byte[] key, int length, byte tag) {
    byte[] bytes = Arrays.copyOf(key, length + 1);
    bytes[length] = tag;
    tagged.set(bytes);
  }

  static byte[] key(Text tagged) {
    return Arrays.copyOf(tagged.getBytes(), tagged.getLength() - 1);
  }

  static boolean isFirst(Text tagged) {
    return tagged.getBytes()[tagged.getLength() - 1] == FIRST;
  }

  /** By the key. */
  static final class KeyPartitioner extends Partitioner<Text, Writable> {
    @Override
    public int getPartition(Text tagged, Writable value, int parts) {
      int hash = WritableComparator.hashBytes(tagged.getBytes(), tagged.getLength() - 1);
      return Math.floorMod(hash, parts);
    }
  }

  /** Brings the records of one key together. */
  static class KeyComparator extends WritableComparator {
    KeyComparator() {
      super(Text.class);
    }

    @Override
    public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
      int aKey = aStart + WritableUtils.decodeVIntSize(a[aStart]);
      int bKey = bStart + WritableUtils.decodeVIntSize(b[bStart]);
      int aEnd = aStart + aLength - 1;
      int bEnd = bStart + bLength - 1;
      return Arrays.compareUnsigned(a, aKey, aEnd, b, bKey, bEnd);
    }
  }

  /** By the key, then by the tag. */
  static final class Order extends KeyComparator {
    @Override
    public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
      int order = super.compare(a, aStart, aLength, b, bStart, bLength);
      return order != 0 ? order : Byte.compare(a[aStart + aLength - 1], b[bStart + bLength - 1]);
    }
  }
}
