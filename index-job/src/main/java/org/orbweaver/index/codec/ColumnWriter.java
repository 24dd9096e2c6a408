package org.orbweaver.index.codec;

import java.io.IOException;
import org.orbweaver.index.codec.RecordKey.Section;

/**
 * Packs one run's numbers of a field and a shard into compressed records: for each document that
 * has one, vInt distance to the document before, in each record the first to 0, then the number as
 * zigzag vLong.
 */
public final class ColumnWriter {
  private final RecordSink sink;
  private final int shard;
  private final Section section;
  private final int field;
  private final long run;
  private final RecordBuffer buffer = new RecordBuffer();
  private int lastDoc;
  private int records;

  public ColumnWriter(RecordSink sink, int shard, Section section, int field, long run) {
    this.sink = sink;
    this.shard = shard;
    this.section = section;
    this.field = field;
    this.run = run;
  }

  /**
   * Adds a document's number.
   *
   * @param doc number in the run and shard, greater than the one before
   */
  public void add(int doc, long value) throws IOException {
    buffer.vInt(doc - lastDoc);
    lastDoc = doc;
    buffer.writeZLong(value);
    if (buffer.isFull()) {
      flush();
    }
  }

  /** Writes the rest. */
  public void flush() throws IOException {
    if (buffer.length() > 0) {
      buffer.deflateTo(sink, RecordKey.of(shard, section, field, run, records++));
      lastDoc = 0;
    }
  }
}
