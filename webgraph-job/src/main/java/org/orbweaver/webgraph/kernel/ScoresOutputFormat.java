package org.orbweaver.webgraph.kernel;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.orbweaver.common.store.Parts;

/** A MapFile&lt;Text url, DoubleWritable score&gt; for each list: {@code list-J/part-r-NNNNN}. */
final class ScoresOutputFormat extends FileOutputFormat<Text, Scores> {

  /** The folder of list {@code j} below the job's output. */
  static String folder(int j) {
    return "list-" + j;
  }

  @Override
  public RecordWriter<Text, Scores> getRecordWriter(TaskAttemptContext context)
      throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    // The committer's own work path: what an attempt that failed has written is never moved.
    Path work = getDefaultWorkFile(context, "").getParent();
    String part = Parts.name(context.getTaskAttemptID().getTaskID().getId());
    MapFile.Writer[] writers = new MapFile.Writer[conf.getStrings(ScoresJob.LISTS).length];
    for (int j = 0; j < writers.length; j++) {
      writers[j] =
          new MapFile.Writer(
              conf,
              new Path(new Path(work, folder(j)), part),
              MapFile.Writer.keyClass(Text.class),
              MapFile.Writer.valueClass(DoubleWritable.class),
              MapFile.Writer.progressable(context));
    }
    return new ListsWriter(writers);
  }

  private static final class ListsWriter extends RecordWriter<Text, Scores> {
    private final MapFile.Writer[] writers;
    private final DoubleWritable value = new DoubleWritable();

    ListsWriter(MapFile.Writer[] writers) {
      this.writers = writers;
    }

    @Override
    public void write(Text url, Scores scores) throws IOException {
      for (int j = 0; j < writers.length; j++) {
        value.set(scores.values()[j]);
        writers[j].append(url, value);
      }
    }

    @Override
    public void close(TaskAttemptContext context) throws IOException {
      for (MapFile.Writer writer : writers) {
        writer.close();
      }
    }
  }
}
