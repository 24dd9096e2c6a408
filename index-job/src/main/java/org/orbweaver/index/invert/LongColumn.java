package org.orbweaver.index.invert;

import java.io.IOException;
import org.apache.lucene.util.ArrayUtil;
import org.orbweaver.index.codec.ColumnWriter;

/** Numbers of the documents that have a field. */
final class LongColumn {
  private int[] docs = new int[16];
  private long[] values = new long[16];
  private int count;

  void add(int doc, long value) {
    if (count > 0 && docs[count - 1] == doc) {
      throw new IllegalArgumentException("two numbers in a field of single ones");
    }
    if (count == docs.length) {
      docs = ArrayUtil.grow(docs);
      values = ArrayUtil.growExact(values, docs.length);
    }
    docs[count] = doc;
    values[count++] = value;
  }

  long ramBytesUsed() {
    return 12L * docs.length;
  }

  void flush(Placement place, ColumnWriter[] writers) throws IOException {
    for (int i = 0; i < count; i++) {
      writers[place.shard(docs[i])].add(place.number(docs[i]), values[i]);
    }
  }
}
