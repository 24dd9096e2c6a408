package org.orbweaver.crawler.generate;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.orbweaver.common.store.Parts;
import org.orbweaver.crawler.hosts.HostParts;
import org.orbweaver.crawler.hosts.ListHosts;

/** Writes the records about the hosts of one part of the list. */
final class HostsReducer extends Reducer<Text, BytesWritable, NullWritable, NullWritable> {
  private static final char SEPARATOR = '\t';

  /** The shuffle's key for a record that a part needs. */
  static String key(int part, String key) {
    return Integer.toString(part) + SEPARATOR + key;
  }

  /** By the part in the key. */
  static final class ByPart extends Partitioner<Text, BytesWritable> {
    @Override
    public int getPartition(Text key, BytesWritable record, int parts) {
      return Integer.parseInt(key.toString().substring(0, key.find("\t")));
    }
  }

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    int part = context.getTaskAttemptID().getTaskID().getId();
    Path folder = new Path(FileOutputFormat.getWorkOutputPath(context), ListHosts.FOLDER);
    Path file = new Path(folder, Parts.name(part));
    Text key = new Text();
    try (MapFile.Writer writer = HostParts.writer(context.getConfiguration(), file)) {
      while (context.nextKey()) {
        String own = context.getCurrentKey().toString();
        key.set(own.substring(own.indexOf(SEPARATOR) + 1));
        for (BytesWritable record : context.getValues()) {
          writer.append(key, record);
        }
      }
    }
  }
}
