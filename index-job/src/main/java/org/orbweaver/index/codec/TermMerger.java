package org.orbweaver.index.codec;

import java.io.IOException;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;
import org.orbweaver.index.codec.RecordKey.Section;

/**
 * Merges the term records of all runs, in shuffle order, into one ascending sequence of terms, each
 * with its posting lists in the order of runs.
 *
 * <p>Records of a run do not overlap and come in the order of their first terms, so a record is
 * loaded when the merge reaches its first term: at most one of each run is in memory, however long
 * a posting list is.
 *
 * @see PostingsWriter
 */
final class TermMerger {
  /** A record that is being read. */
  private static final class Open {
    static final Comparator<Open> ORDER =
        Comparator.<Open, BytesRef>comparing(open -> open.term.get())
            .thenComparing(open -> open.key.run())
            .thenComparing(open -> open.key.sequence());

    final RecordKey key;
    final int base;
    final ByteArrayDataInput in;
    final BytesRefBuilder term = new BytesRefBuilder();

    Open(RecordKey key, BytesRef value, int base) throws IOException {
      this.key = key;
      this.base = base;
      this.in = new ByteArrayDataInput(RecordBuffer.inflate(value));
    }

    /** Reads the next term; false at the end of the record. */
    boolean next() throws IOException {
      if (in.eof()) {
        return false;
      }
      int shared = in.readVInt();
      int more = in.readVInt();
      term.grow(shared + more);
      in.readBytes(term.bytes(), shared, more);
      term.setLength(shared + more);
      return true;
    }
  }

  private final SegmentSource source;
  private final Section section;
  private final int field;
  private final PriorityQueue<Open> open = new PriorityQueue<>(Open.ORDER);
  private final BytesRefBuilder term = new BytesRefBuilder();
  private boolean inList;

  TermMerger(SegmentSource source, Section section, int field) {
    this.source = source;
    this.section = section;
    this.field = field;
  }

  /** Advances to the next term; its lists must have been read to their ends. */
  boolean nextTerm() throws IOException {
    load();
    if (open.isEmpty()) {
      return false;
    }
    term.copyBytes(open.peek().term.get());
    return true;
  }

  BytesRef term() {
    return term.get();
  }

  /** Advances to the term's next list; false if there is none. */
  boolean nextList() throws IOException {
    if (inList) {
      inList = false;
      Open done = open.poll();
      if (done.next()) {
        open.add(done);
      }
      load();
    }
    inList = !open.isEmpty() && open.peek().term.get().equals(term.get());
    return inList;
  }

  /** The bytes of the list. */
  ByteArrayDataInput list() {
    return open.peek().in;
  }

  /** Number in the shard of the list's document 0. */
  int base() {
    return open.peek().base;
  }

  private void load() throws IOException {
    while (source.isAt(section, field) && (open.isEmpty() || isNext(source.key()))) {
      Open record = new Open(source.key(), source.value(), source.base());
      if (record.next()) {
        open.add(record);
      }
      source.advance();
    }
  }

  private boolean isNext(RecordKey key) {
    return key.isBefore(open.peek().term.get(), open.peek().key);
  }
}
