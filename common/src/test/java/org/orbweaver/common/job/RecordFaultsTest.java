package org.orbweaver.common.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.counters.GenericCounter;
import org.apache.hadoop.mapreduce.task.ReduceContextImpl;
import org.apache.hadoop.util.Progress;
import org.junit.jupiter.api.Test;

class RecordFaultsTest {
  private final RecordFaults faults = new RecordFaults(RecordFaultsTest.class);

  @Test
  void aRecordMayFailAndNotTooMany() {
    for (int i = 0; i < RecordFaults.MOST; i++) {
      assertTrue(faults.isRecords("http://a.test/" + i, new IllegalStateException(), null));
    }
    assertFalse(faults.isRecords("http://a.test/", new IllegalStateException(), null));
  }

  @Test
  void aStoreThatCannotBeReadIsNotTheRecordsFault() {
    IOException e = new IOException("Input/output error");
    assertFalse(faults.isRecords("http://a.test/", new UncheckedIOException(e), null));
    assertTrue(faults.isRecords("http://a.test/", new RuntimeException(e), null), "a library's");
  }

  /** Sorted input of one key with several values, of which the second cannot be read. */
  private static final class CutInput implements RawKeyValueIterator {
    private int read;

    @Override
    public boolean next() throws IOException {
      if (read == 2) {
        throw new IOException("Input/output error");
      }
      read++;
      return true;
    }

    private static DataInputBuffer buffer(String text) throws IOException {
      DataOutputBuffer out = new DataOutputBuffer();
      new Text(text).write(out);
      DataInputBuffer in = new DataInputBuffer();
      in.reset(out.getData(), out.getLength());
      return in;
    }

    @Override
    public DataInputBuffer getKey() throws IOException {
      return buffer("http://a.test/");
    }

    @Override
    public DataInputBuffer getValue() throws IOException {
      return buffer("fetched");
    }

    @Override
    public Progress getProgress() {
      return new Progress();
    }

    @Override
    public void close() {}
  }

  @Test
  void valuesThatCannotBeReadAreNotTheRecordsFault() throws Exception {
    Counter counter = new GenericCounter();
    @SuppressWarnings("unchecked") // Hadoop declares it raw.
    RawComparator<Text> order = new Text.Comparator();
    ReduceContextImpl<Text, Text, Text, Text> context =
        new ReduceContextImpl<>(
            new JobConf(),
            new TaskAttemptID(),
            new CutInput(),
            counter,
            counter,
            null,
            null,
            null,
            order,
            Text.class,
            Text.class);
    assertTrue(context.nextKey());
    RuntimeException failed =
        assertThrows(
            RuntimeException.class,
            () -> context.getValues().forEach(value -> assertNotNull(value)));
    assertEquals(RuntimeException.class, failed.getClass(), "not an UncheckedIOException");
    assertFalse(faults.isRecords("http://a.test/", failed, null));
  }
}
