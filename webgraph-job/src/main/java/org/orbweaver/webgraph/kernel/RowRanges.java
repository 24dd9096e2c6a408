package org.orbweaver.webgraph.kernel;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * A map task for each range of rows, as long as memory allows and wherever the graph's partitions
 * end. The task's only record has the first row and the one behind the last; it reads the files
 * itself.
 */
public final class RowRanges extends InputFormat<IntWritable, IntWritable> {

  /** For Hadoop. */
  public RowRanges() {}

  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    KernelJob.Plan plan = KernelJob.plan(job.getConfiguration());
    int nodes = plan.nodes();
    int rows = plan.rows();
    List<InputSplit> splits = new ArrayList<>();
    for (long first = 0; first < nodes; first += rows) {
      splits.add(new Range((int) first, (int) Math.min(nodes, first + rows)));
    }
    return splits;
  }

  @Override
  public RecordReader<IntWritable, IntWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new RangeReader((Range) split);
  }

  /** The rows of one task. */
  static final class Range extends InputSplit implements Writable {
    private int first;
    private int end;

    /** For Hadoop, which fills it by {@link #readFields}. */
    Range() {}

    Range(int first, int end) {
      this.first = first;
      this.end = end;
    }

    @Override
    public long getLength() {
      return (long) end - first;
    }

    @Override
    public String[] getLocations() {
      return new String[0];
    }

    @Override
    public void write(DataOutput out) throws IOException {
      out.writeInt(first);
      out.writeInt(end);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      first = in.readInt();
      end = in.readInt();
    }
  }

  private static final class RangeReader extends RecordReader<IntWritable, IntWritable> {
    private final Range range;
    private boolean read;

    RangeReader(Range range) {
      this.range = range;
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) {}

    @Override
    public boolean nextKeyValue() {
      boolean first = !read;
      read = true;
      return first;
    }

    @Override
    public IntWritable getCurrentKey() {
      return new IntWritable(range.first);
    }

    @Override
    public IntWritable getCurrentValue() {
      return new IntWritable(range.end);
    }

    @Override
    public float getProgress() {
      return 0;
    }

    @Override
    public void close() {}
  }
}
