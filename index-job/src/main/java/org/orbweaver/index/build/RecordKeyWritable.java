package org.orbweaver.index.build;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.lucene.util.BytesRef;
import org.orbweaver.index.codec.RecordKey;
import org.orbweaver.index.codec.RecordKey.Section;

/**
 * A {@link RecordKey} in the shuffle: partitioned by shard, sorted by all the rest.
 *
 * <p>Bytes: shard (4), section (1), field (1), length of the term (2), the term, run (8), sequence
 * (4); numbers are big-endian and not negative.
 */
final class RecordKeyWritable implements WritableComparable<RecordKeyWritable> {
  private static final int SECTION = 4;
  private static final int LENGTH = SECTION + 2;
  private static final int TERM = LENGTH + 2;
  private static final int TAIL_BYTES = Long.BYTES + Integer.BYTES;
  private static final Section[] SECTIONS = Section.values();

  private RecordKey key;

  /** For Hadoop. */
  RecordKeyWritable() {}

  RecordKeyWritable(RecordKey key) {
    this.key = key;
  }

  RecordKey get() {
    return key;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(key.shard());
    out.writeByte(key.section().ordinal());
    out.writeByte(key.field());
    BytesRef term = key.term();
    out.writeShort(term.length);
    out.write(term.bytes, term.offset, term.length);
    out.writeLong(key.run());
    out.writeInt(key.sequence());
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    int shard = in.readInt();
    Section section = SECTIONS[in.readUnsignedByte()];
    int field = in.readUnsignedByte();
    byte[] term = new byte[in.readUnsignedShort()];
    in.readFully(term);
    key = new RecordKey(shard, section, field, new BytesRef(term), in.readLong(), in.readInt());
  }

  @Override
  public int compareTo(RecordKeyWritable other) {
    return key.compareTo(other.key);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RecordKeyWritable that && Objects.equals(key, that.key);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(key);
  }

  @Override
  public String toString() {
    return String.valueOf(key);
  }

  /** The order of the shuffle, on bytes. */
  static final class Order extends WritableComparator {
    Order() {
      super(RecordKeyWritable.class);
    }

    @Override
    public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
      int order = compareBytes(b1, s1 + SECTION, 2, b2, s2 + SECTION, 2);
      if (order == 0) {
        int term1 = readUnsignedShort(b1, s1 + LENGTH);
        int term2 = readUnsignedShort(b2, s2 + LENGTH);
        order = compareBytes(b1, s1 + TERM, term1, b2, s2 + TERM, term2);
      }
      return order != 0
          ? order
          : compareBytes(
              b1, s1 + l1 - TAIL_BYTES, TAIL_BYTES, b2, s2 + l2 - TAIL_BYTES, TAIL_BYTES);
    }
  }

  /** The key says which shard. */
  static final class ByShard extends Partitioner<RecordKeyWritable, BytesWritable> {
    @Override
    public int getPartition(RecordKeyWritable key, BytesWritable value, int shards) {
      return key.key.shard();
    }
  }
}
