package org.orbweaver.index.plan;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.Partitioner;
import org.orbweaver.index.store.IndexMeta;

/**
 * Key of the shuffle: URL, then kind of record, then age of the segment (0 is the newest). Sorted
 * by all three, partitioned and grouped by URL.
 *
 * <p>Bytes: the URL as {@link Text}, the kind, the age as a big-endian int.
 */
final class PageKey implements WritableComparable<PageKey> {
  private static final int TAIL_BYTES = 1 + Integer.BYTES;

  private final Text url = new Text();
  private byte kind;
  private int age;

  /** For Hadoop. */
  PageKey() {}

  PageKey(String url, byte kind, int age) {
    this.url.set(url);
    this.kind = kind;
    this.age = age;
  }

  PageKey set(Text newUrl, byte newKind, int newAge) {
    url.set(newUrl);
    kind = newKind;
    age = newAge;
    return this;
  }

  Text url() {
    return url;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    url.write(out);
    out.writeByte(kind);
    out.writeInt(age);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    url.readFields(in);
    kind = in.readByte();
    age = in.readInt();
  }

  @Override
  public int compareTo(PageKey other) {
    int order = url.compareTo(other.url);
    if (order == 0) {
      order = Byte.compare(kind, other.kind);
    }
    return order != 0 ? order : Integer.compare(age, other.age);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PageKey that && compareTo(that) == 0;
  }

  @Override
  public int hashCode() {
    return url.hashCode() * 31 + kind * 7 + age;
  }

  @Override
  public String toString() {
    return url + " " + kind + " " + age;
  }

  /** The order of the shuffle, on bytes. */
  static final class Order extends WritableComparator {
    Order() {
      super(PageKey.class);
    }

    @Override
    public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
      int order = compareUrls(b1, s1, l1, b2, s2, l2);
      return order != 0
          ? order
          : compareBytes(
              b1, s1 + l1 - TAIL_BYTES, TAIL_BYTES, b2, s2 + l2 - TAIL_BYTES, TAIL_BYTES);
    }
  }

  /** Groups by URL, on bytes. */
  static final class ByUrl extends WritableComparator {
    ByUrl() {
      super(PageKey.class);
    }

    @Override
    public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
      return compareUrls(b1, s1, l1, b2, s2, l2);
    }
  }

  private static int compareUrls(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
    int v1 = WritableUtils.decodeVIntSize(b1[s1]);
    int v2 = WritableUtils.decodeVIntSize(b2[s2]);
    return WritableComparator.compareBytes(
        b1, s1 + v1, l1 - v1 - TAIL_BYTES, b2, s2 + v2, l2 - v2 - TAIL_BYTES);
  }

  /** Partitions like the crawldb and the shards. */
  static final class ByUrlHash extends Partitioner<PageKey, Writable> {
    @Override
    public int getPartition(PageKey key, Writable value, int shards) {
      return IndexMeta.shardOf(key.url, shards);
    }
  }
}
