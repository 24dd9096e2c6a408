package org.orbweaver.common.sorted;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.util.ReflectionUtils;
import org.orbweaver.common.job.CombinedSplits;

/**
 * Reads the records of stores, as {@link SequenceFileInputFormat} does, but refuses damaged files
 * as {@link PartReader} does. Key and value objects are reused for the next record.
 *
 * @param <V> the values; their class is the file's
 */
public final class StoreInputFormat<V extends Writable> extends SequenceFileInputFormat<Text, V> {
  private static final String COMBINED = "orbweaver.internal.input.combined";

  /** Sets the stores as a job's input; small files share a task. */
  public static void read(Job job, Path... stores) throws IOException {
    FileInputFormat.setInputPaths(job, stores);
    job.setInputFormatClass(StoreInputFormat.class);
    combine(job);
  }

  /** Lets small files share a task; for jobs whose tasks do little with a record. */
  public static void combine(Job job) {
    job.getConfiguration().setBoolean(COMBINED, true);
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    List<InputSplit> splits = super.getSplits(context);
    return context.getConfiguration().getBoolean(COMBINED, false)
        ? CombinedSplits.combine(context.getConfiguration(), splits)
        : splits;
  }

  @Override
  public RecordReader<Text, V> createRecordReader(InputSplit split, TaskAttemptContext context) {
    return new Reader<>();
  }

  private static final class Reader<V extends Writable> extends SplitReader<V> {
    private V value;

    @Override
    @SuppressWarnings("unchecked") // The file names the class of its values.
    protected Writable begin(
        Path begun, Class<? extends Writable> valueClass, Configuration settings) {
      value = (V) ReflectionUtils.newInstance(valueClass, settings);
      return value;
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      return readRecord();
    }

    @Override
    public V getCurrentValue() {
      return value;
    }
  }
}
