package org.orbweaver.index.codec;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.lucene.util.BytesRef;

/**
 * The key of a record of an inverted run: its contents, and its place among the records of its
 * shard.
 *
 * @param shard the shard that it belongs to; not part of the order
 * @param section kind of record
 * @param field number of the field, from 0 to 255; 0 if the record concerns no field
 * @param term the first term of a record of terms, otherwise empty
 * @param run the run that wrote it; documents of a shard are in the order of their runs
 * @param sequence place among the run's records of that section and field
 */
public record RecordKey(
    int shard, Section section, int field, BytesRef term, long run, int sequence) {

  /**
   * Kinds of records, in the order in which a segment is written: the number of documents must be
   * known before anything else, and norms must be complete before postings, whose impacts are made
   * of them.
   */
  public enum Section {
    /** Number of the run's documents, and the properties of their fields. */
    COUNTS,
    /** The location of the stored fields. */
    STORED,
    /** Length norms. */
    NORMS,
    /** Numeric doc values. */
    NUMERIC,
    /** Sorted doc values: terms with the documents that have them. */
    SORTED,
    /** Terms with documents, frequencies and positions. */
    POSTINGS
  }

  static final BytesRef NO_TERM = new BytesRef();

  private static final Section[] SECTIONS = Section.values();

  /** A record without a term. */
  public static RecordKey of(int shard, Section section, int field, long run, int sequence) {
    return new RecordKey(shard, section, field, NO_TERM, run, sequence);
  }

  /** The shard of a serialized key. */
  public static int shard(byte[] bytes) {
    return ByteBuffer.wrap(bytes).getInt();
  }

  /** The inverse of {@link #toBytes}. */
  public static RecordKey of(byte[] bytes, int length) {
    ByteBuffer in = ByteBuffer.wrap(bytes, 0, length);
    int shard = in.getInt();
    Section section = SECTIONS[in.get()];
    int field = Byte.toUnsignedInt(in.get());
    byte[] term = new byte[length];
    int termLength = 0;
    for (byte b = in.get(); b != 0 || in.get() != 0; b = in.get()) {
      term[termLength++] = b;
    }
    BytesRef of = new BytesRef(term, 0, termLength);
    return new RecordKey(shard, section, field, of, in.getLong(), in.getInt());
  }

  /**
   * The key as bytes, whose order is that of keys: shard, section and field; the term with 0 as
   * {@code 0 1}, with {@code 0 0} after it; run and sequence. Numbers are big-endian.
   */
  @SuppressWarnings(
      "EnumOrdinal") // Keys live no longer than a job; ordinals of sections are stable for that
  // long.
  public byte[] toBytes() {
    ByteBuffer out = ByteBuffer.allocate(Integer.BYTES + 2 + 2 * term.length + 14);
    out.putInt(shard).put((byte) section.ordinal()).put((byte) field);
    for (int i = 0; i < term.length; i++) {
      byte b = term.bytes[term.offset + i];
      out.put(b);
      if (b == 0) {
        out.put((byte) 1);
      }
    }
    out.put((byte) 0).put((byte) 0).putLong(run).putInt(sequence);
    return Arrays.copyOf(out.array(), out.position());
  }

  /** True if it comes before a record of the same section and field whose current term is this. */
  boolean isBefore(BytesRef otherTerm, RecordKey other) {
    int order = term.compareTo(otherTerm);
    if (order == 0) {
      order = Long.compare(run, other.run);
    }
    return (order == 0 ? Integer.compare(sequence, other.sequence) : order) < 0;
  }

  boolean isOf(Section otherSection, int otherField) {
    return section == otherSection && field == otherField;
  }
}
