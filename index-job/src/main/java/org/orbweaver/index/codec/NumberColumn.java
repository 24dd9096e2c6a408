package org.orbweaver.index.codec;

import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocsWithFieldSet;
import org.apache.lucene.index.FilterNumericDocValues;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.util.packed.PackedInts;
import org.apache.lucene.util.packed.PackedLongValues;
import org.orbweaver.index.codec.RecordKey.Section;

/** The numbers of a field in a shard; memory: the packed numbers, and a bit a document. */
final class NumberColumn {
  private final DocsWithFieldSet docs = new DocsWithFieldSet();
  private final PackedLongValues values;

  /** Reads the column that the source is at. */
  NumberColumn(SegmentSource source, Section section, int field) throws IOException {
    var packed = PackedLongValues.deltaPackedBuilder(PackedInts.COMPACT);
    for (; source.isAt(section, field); source.advance()) {
      ByteArrayDataInput in = new ByteArrayDataInput(RecordBuffer.inflate(source.value()));
      int doc = source.base() + in.readVInt();
      while (true) {
        docs.add(doc);
        packed.add(in.readZLong());
        if (in.eof()) {
          break;
        }
        doc += in.readVInt();
      }
    }
    values = packed.build();
  }

  /** A new iteration over it. */
  NumericDocValues iterate() {
    DocIdSetIterator iterator = docs.iterator();
    PackedLongValues.Iterator numbers = values.iterator();
    return new FilterNumericDocValues(DocValues.emptyNumeric()) {
      private long value;

      @Override
      public int nextDoc() throws IOException {
        int doc = iterator.nextDoc();
        if (doc != NO_MORE_DOCS) {
          value = numbers.next();
        }
        return doc;
      }

      @Override
      public int docID() {
        return iterator.docID();
      }

      @Override
      public long longValue() {
        return value;
      }
    };
  }
}
