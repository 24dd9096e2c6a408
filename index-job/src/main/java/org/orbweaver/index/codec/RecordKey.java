package org.orbweaver.index.codec;

import java.util.Comparator;
import org.apache.lucene.util.BytesRef;

/**
 * Says what a record of an inverted run holds, and where it stands among the records of its shard.
 *
 * @param shard the shard that it belongs to; not part of the order
 * @param section kind of record
 * @param field number of the field, from 0 to 255; 0 for what concerns no field
 * @param term the first term of a record of terms, otherwise empty
 * @param run the run that it is of; documents of a shard are in the order of their runs
 * @param sequence place among the run's records of that section and field
 */
public record RecordKey(
    int shard, Section section, int field, BytesRef term, long run, int sequence)
    implements Comparable<RecordKey> {

  /**
   * Kinds of records, in the order in which a segment is written: the number of documents must be
   * known before anything else, and norms must be complete before postings, whose impacts are made
   * of them.
   */
  public enum Section {
    /** Number of the run's documents, and what their fields are made of. */
    COUNTS,
    /** Stored fields, compressed. */
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

  private static final Comparator<RecordKey> ORDER =
      Comparator.comparing(RecordKey::section)
          .thenComparing(RecordKey::field)
          .thenComparing(RecordKey::term)
          .thenComparing(RecordKey::run)
          .thenComparing(RecordKey::sequence);

  /** A record without a term. */
  public static RecordKey of(int shard, Section section, int field, long run, int sequence) {
    return new RecordKey(shard, section, field, NO_TERM, run, sequence);
  }

  @Override
  public int compareTo(RecordKey other) {
    return ORDER.compare(this, other);
  }

  boolean isOf(Section otherSection, int otherField) {
    return section == otherSection && field == otherField;
  }
}
