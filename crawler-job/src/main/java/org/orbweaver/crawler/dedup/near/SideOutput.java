package org.orbweaver.crawler.dedup.near;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Session;

/**
 * A second output of a reducer: a sequence file in a subfolder of the job's output, committed with
 * the task like the output.
 */
final class SideOutput<V extends Writable> implements Closeable {
  private final SequenceFile.Writer writer;

  SideOutput(TaskInputOutputContext<?, ?, ?, ?> context, String name, Class<V> type)
      throws IOException {
    Path folder;
    try {
      folder = FileOutputFormat.getWorkOutputPath(context);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    String part = Parts.name(context.getConfiguration().getInt(JobContext.TASK_PARTITION, 0));
    writer =
        StoreFiles.sequenceFile(
            context.getConfiguration(), new Path(new Path(folder, name), part), type);
  }

  void write(Text key, V value) throws IOException {
    writer.append(key, value);
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  /** Moves a side output out of the job's output, so that the output is a pure store. */
  static Path detach(Session session, Path output, String name) throws IOException {
    Path own = new Path(output.getParent(), output.getName() + "-" + name);
    Files.rename(session.conf(), new Path(output, name), own);
    return own;
  }
}
