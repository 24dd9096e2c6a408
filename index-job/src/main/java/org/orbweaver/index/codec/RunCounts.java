package org.orbweaver.index.codec;

import java.io.IOException;
import org.apache.lucene.store.DataInput;
import org.orbweaver.index.codec.RecordKey.Section;

/**
 * The first record of a run in a shard: vInt documents, then for each of their fields its number
 * and {@link FieldTraits}, a byte each, ended by the number of all fields.
 *
 * @param docs number of documents
 * @param traits by field; null if no document has it
 */
@SuppressWarnings("ArrayRecordComponent") // made, written and forgotten
public record RunCounts(int docs, FieldTraits[] traits) {

  /** Writes the record. */
  public void write(RecordSink sink, int shard, long run) throws IOException {
    RecordBuffer out = new RecordBuffer();
    out.vInt(docs);
    for (int i = 0; i < traits.length; i++) {
      if (traits[i] != null) {
        out.vInt(i);
        traits[i].write(out);
      }
    }
    out.vInt(traits.length);
    sink.put(RecordKey.of(shard, Section.COUNTS, 0, run, 0), out.bytes(), out.length());
  }

  static RunCounts read(DataInput in, int fields) throws IOException {
    int docs = in.readVInt();
    FieldTraits[] traits = new FieldTraits[fields];
    for (int i = in.readVInt(); i < fields; i = in.readVInt()) {
      traits[i] = FieldTraits.read(in);
    }
    return new RunCounts(docs, traits);
  }
}
