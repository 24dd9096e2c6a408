package org.orbweaver.common.sorted;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * Reads the file slices of a map task, one after the other. {@link MRJobConfig#MAP_INPUT_FILE}
 * names the current file, and so does an error.
 */
public abstract class SplitReader<V> extends RecordReader<Text, V> {
  private final Text key = new Text();
  private Configuration conf;
  private CombineFileSplit slices;
  private int opened;
  private long bytesBefore;
  private PartReader<Writable> reader;
  private Writable value;

  /**
   * The object into which the records of a file are read: a value that the reader holds, or a
   * wrapper of it.
   */
  protected abstract Writable begin(
      Path begun, Class<? extends Writable> valueClass, Configuration settings);

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
    conf = context.getConfiguration();
    slices =
        split instanceof FileSplit one
            ? new CombineFileSplit(
                new Path[] {one.getPath()},
                new long[] {one.getStart()},
                new long[] {one.getLength()},
                new String[0])
            : (CombineFileSplit) split;
    open();
  }

  /** Opens the next slice; sets the reader to null if there is none. */
  private void open() throws IOException {
    if (reader != null) {
      bytesBefore += slices.getLength(opened - 1);
      reader.close();
      reader = null;
    }
    if (opened == slices.getNumPaths()) {
      return;
    }
    Path file = slices.getPath(opened);
    reader = new PartReader<>(conf, file, null, slices.getOffset(opened), slices.getLength(opened));
    value = begin(file, reader.type(), conf);
    conf.set(MRJobConfig.MAP_INPUT_FILE, file.toString());
    opened++;
  }

  /** Reads the next record of any slice. */
  protected final boolean readRecord() throws IOException {
    while (reader != null) {
      if (reader.next(value)) {
        key.set(reader.key());
        return true;
      }
      open();
    }
    return false;
  }

  @Override
  public final Text getCurrentKey() {
    return key;
  }

  @Override
  public float getProgress() throws IOException {
    long bytes = bytesBefore + (reader == null ? 0 : reader.bytesRead());
    return slices.getLength() == 0 ? 0 : Math.min(1f, bytes / (float) slices.getLength());
  }

  @Override
  public void close() throws IOException {
    if (reader != null) {
      reader.close();
    }
  }
}
