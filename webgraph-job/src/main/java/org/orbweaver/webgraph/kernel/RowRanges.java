package org.orbweaver.webgraph.kernel;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * Creates a map task for each range of numbers. Its only record is the first number and the one
 * after the last; it reads files itself.
 */
public final class RowRanges extends InputFormat<IntWritable, IntWritable> {
  private static final String END = "orbweaver.internal.ranges.end";
  private static final String LENGTH = "orbweaver.internal.ranges.length";

  /** For Hadoop. */
  public RowRanges() {}

  /** Cuts the numbers from 0 to {@code end} − 1 into ranges of that length. */
  public static void set(Job job, int end, int length) {
    job.setInputFormatClass(RowRanges.class);
    job.getConfiguration().setInt(END, end);
    job.getConfiguration().setInt(LENGTH, length);
  }

  @Override
  public List<InputSplit> getSplits(JobContext job) {
    int end = job.getConfiguration().getInt(END, 0);
    int length = job.getConfiguration().getInt(LENGTH, 1);
    List<InputSplit> splits = new ArrayList<>();
    for (long first = 0; first < end; first += length) {
      // A file split, because Hadoop can send it; the file does not exist.
      long size = Math.min(length, end - first);
      splits.add(new FileSplit(new Path("/range"), first, size, new String[0]));
    }
    return splits;
  }

  @Override
  public RecordReader<IntWritable, IntWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    FileSplit range = (FileSplit) split;
    return new RecordReader<>() {
      private boolean read;

      @Override
      public void initialize(InputSplit same, TaskAttemptContext task) {}

      @Override
      public boolean nextKeyValue() {
        boolean first = !read;
        read = true;
        return first;
      }

      @Override
      public IntWritable getCurrentKey() {
        return new IntWritable((int) range.getStart());
      }

      @Override
      public IntWritable getCurrentValue() {
        return new IntWritable((int) (range.getStart() + range.getLength()));
      }

      @Override
      public float getProgress() {
        return 0;
      }

      @Override
      public void close() {}
    };
  }
}
