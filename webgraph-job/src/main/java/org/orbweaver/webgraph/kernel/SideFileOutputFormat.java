package org.orbweaver.webgraph.kernel;

import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * For tasks that write files of their own into {@link FileOutputFormat#getWorkOutputPath}: the
 * committer moves those of the attempt that succeeds, and no others.
 */
public final class SideFileOutputFormat extends FileOutputFormat<NullWritable, NullWritable> {

  /** For Hadoop. */
  public SideFileOutputFormat() {}

  @Override
  public RecordWriter<NullWritable, NullWritable> getRecordWriter(TaskAttemptContext job) {
    return new RecordWriter<>() {
      @Override
      public void write(NullWritable key, NullWritable value) throws IOException {
        throw new IOException("the task writes its files itself");
      }

      @Override
      public void close(TaskAttemptContext context) {}
    };
  }
}
