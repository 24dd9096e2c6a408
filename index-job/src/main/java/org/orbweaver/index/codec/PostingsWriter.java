package org.orbweaver.index.codec;

import java.io.IOException;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;
import org.apache.lucene.util.StringHelper;
import org.orbweaver.index.codec.RecordKey.Section;

/**
 * Packs one run's terms of a field and a shard into records.
 *
 * <p>A record is, before it is compressed, a sequence of terms in ascending order, and for each its
 * postings:
 *
 * <pre>
 * term      vInt bytes shared with the term before, vInt further bytes, these
 * postings  vInt d                     DOCS: d is the distance to the document before, at least 1
 *           vInt d·2 + (f = 1), [f]    with frequencies f
 *           f × vInt                   with positions: distance to the position before
 *           vInt 0                     the end
 * </pre>
 *
 * <p>A record ends after the document that fills it, so a long list goes on in the next record,
 * which begins with the same term and the document's number. Key of a record is its first term.
 */
public final class PostingsWriter {
  private final RecordSink sink;
  private final int shard;
  private final Section section;
  private final int field;
  private final boolean frequencies;
  private final long run;
  private final RecordBuffer buffer = new RecordBuffer();
  private final BytesRefBuilder term = new BytesRefBuilder();
  private BytesRef first;
  private int termNumber = -1;
  private int lastDoc;
  private int records;

  /**
   * @param traits of the field; ignored in {@link Section#SORTED}
   */
  public PostingsWriter(
      RecordSink sink, int shard, Section section, int field, FieldTraits traits, long run) {
    this.sink = sink;
    this.shard = shard;
    this.section = section;
    this.field = field;
    this.frequencies = section == Section.POSTINGS && traits.hasFrequencies();
    this.run = run;
  }

  /**
   * Begins a document.
   *
   * @param newTerm its term, not less than the one before
   * @param newTermNumber distinguishes terms; cheaper than comparing them
   * @param doc number in the run and shard, greater than the term's before
   */
  public void document(BytesRef newTerm, int newTermNumber, int doc, int frequency)
      throws IOException {
    if (buffer.isFull()) {
      flush();
    }
    if (newTermNumber != termNumber || first == null) {
      begin(newTerm);
      termNumber = newTermNumber;
    }
    int distance = doc - lastDoc;
    lastDoc = doc;
    if (!frequencies) {
      buffer.vInt(distance);
    } else if (frequency == 1) {
      buffer.vInt(distance << 1 | 1);
    } else {
      buffer.vInt(distance << 1);
      buffer.vInt(frequency);
    }
  }

  /** One of the document's positions, as distance to the one before, from 0. */
  public void position(int distance) {
    buffer.vInt(distance);
  }

  private void begin(BytesRef newTerm) {
    int shared = 0;
    if (first == null) {
      first = BytesRef.deepCopyOf(newTerm);
    } else {
      buffer.vInt(0);
      shared = StringHelper.bytesDifference(term.get(), newTerm);
      shared = shared < 0 ? newTerm.length : shared; // distinct terms differ somewhere
    }
    buffer.vInt(shared);
    buffer.vInt(newTerm.length - shared);
    buffer.writeBytes(newTerm.bytes, newTerm.offset + shared, newTerm.length - shared);
    term.copyBytes(newTerm);
    lastDoc = -1;
  }

  /** Writes the rest. */
  public void flush() throws IOException {
    if (first != null) {
      buffer.vInt(0);
      buffer.deflateTo(sink, new RecordKey(shard, section, field, first, run, records++));
      first = null;
    }
  }
}
