package org.orbweaver.webgraph.kernel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.GraphMeta;

/**
 * A map task for each partition of a graph in one {@link Direction}, near its file, or one for all
 * of it. The task's only record is the number of the partition; it reads the files itself.
 */
public final class PartitionInputFormat extends InputFormat<IntWritable, NullWritable> {

  private static final String WHOLE = "WHOLE";

  /** For Hadoop. */
  public PartitionInputFormat() {}

  /** Sets one task for each partition. */
  static void partitions(Configuration conf, Direction direction) {
    conf.set(KernelJob.SPLIT, direction.name());
  }

  /** Sets one task for the whole graph. */
  static void whole(Configuration conf) {
    conf.set(KernelJob.SPLIT, WHOLE);
  }

  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    Configuration conf = job.getConfiguration();
    GraphDir graph = KernelJob.graph(conf);
    String split = conf.get(KernelJob.SPLIT);
    if (split.equals(WHOLE)) {
      long bytes = graph.meta().in().stream().mapToLong(GraphMeta.Part::bytes).sum();
      return List.of(new PartitionSplit(PartitionSplit.WHOLE, bytes, new String[0]));
    }
    List<InputSplit> splits = new ArrayList<>();
    for (GraphMeta.Part part : Direction.valueOf(split).parts(graph.meta())) {
      Path path = graph.path(part);
      splits.add(new PartitionSplit(splits.size(), part.bytes(), hosts(conf, path)));
    }
    return splits;
  }

  private static String[] hosts(Configuration conf, Path path) throws IOException {
    FileSystem fs = path.getFileSystem(conf);
    FileStatus status = fs.getFileStatus(path);
    BlockLocation[] blocks = fs.getFileBlockLocations(status, 0, status.getLen());
    return blocks.length == 0 ? new String[0] : blocks[0].getHosts();
  }

  @Override
  public RecordReader<IntWritable, NullWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new NumberReader();
  }

  private static final class NumberReader extends RecordReader<IntWritable, NullWritable> {

    private final IntWritable number = new IntWritable();
    private boolean read;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) {
      number.set(((PartitionSplit) split).partition());
    }

    @Override
    public boolean nextKeyValue() {
      boolean first = !read;
      read = true;
      return first;
    }

    @Override
    public IntWritable getCurrentKey() {
      return number;
    }

    @Override
    public NullWritable getCurrentValue() {
      return NullWritable.get();
    }

    @Override
    public float getProgress() {
      return 0;
    }

    @Override
    public void close() {}
  }
}
