package org.orbweaver.index.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/** Replaces the shuffle and the side file of a task, in memory. */
public final class SortedRecords implements RecordSink, Closeable {
  private record Entry(RecordKey key, BytesRef bytes, BytesRef value) {}

  private final List<Entry> entries = new ArrayList<>();
  private final Directory sides = new ByteBuffersDirectory();
  private final IndexOutput side;

  public SortedRecords() throws IOException {
    side = sides.createOutput("side", IOContext.DEFAULT);
  }

  /** The side file being written. */
  public IndexOutput side() {
    return side;
  }

  /** The folder of the side file, once that is closed. */
  public Directory sides() {
    return sides;
  }

  @Override
  public void close() throws IOException {
    side.close();
  }

  @Override
  public void put(RecordKey key, byte[] bytes, int length) {
    byte[] keyBytes = key.toBytes();
    assertEquals(key, RecordKey.of(keyBytes, keyBytes.length));
    BytesRef value = new BytesRef(ArrayUtil.copyOfSubArray(bytes, 0, length));
    entries.add(new Entry(key, new BytesRef(keyBytes), value));
  }

  /** The records of a shard, sorted. */
  public RecordSource of(int shard) {
    List<Entry> sorted = new ArrayList<>(entries);
    sorted.removeIf(entry -> entry.key().shard() != shard);
    sorted.sort((a, b) -> a.bytes().compareTo(b.bytes()));
    return new RecordSource() {
      private int at = -1;

      @Override
      public boolean next() {
        return ++at < sorted.size();
      }

      @Override
      public RecordKey key() {
        return sorted.get(at).key();
      }

      @Override
      public BytesRef value() {
        return sorted.get(at).value();
      }
    };
  }

  /** Number of records. */
  public int size() {
    return entries.size();
  }
}
