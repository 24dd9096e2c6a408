package org.orbweaver.crawler.table;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.text.Fields;

/**
 * Writes rows to the Parquet files of their tables: {@code TABLE/PARTITION/part-r-00000} in the
 * job's output, for each task and partition that has rows.
 */
final class RowOutputFormat extends FileOutputFormat<RowOutputFormat.Place, Fields> {
  /**
   * Where a row belongs.
   *
   * @param partition folders under the table's, as {@code crawl=web/subset=warc}; empty for none
   */
  record Place(Table table, String partition) {
    Place(Table table) {
      this(table, "");
    }

    private Path folder(Path output) {
      Path folder = new Path(output, table.folder());
      return partition.isEmpty() ? folder : new Path(folder, partition);
    }

    /** A file of it. */
    Path file(Path output, int part) {
      return new Path(folder(output), Parts.name(part) + RowWriter.EXTENSION);
    }
  }

  @Override
  public RecordWriter<Place, Fields> getRecordWriter(TaskAttemptContext context)
      throws IOException {
    Configuration conf = context.getConfiguration();
    Path output = getDefaultWorkFile(context, "").getParent();
    FileSystem fs = Files.plain(output.getFileSystem(conf));
    int part = context.getTaskAttemptID().getTaskID().getId();
    Map<Place, RowWriter> open = new HashMap<>();
    return new RecordWriter<>() {
      @Override
      public void write(Place place, Fields row) throws IOException {
        RowWriter writer = open.get(place);
        if (writer == null) {
          writer = new RowWriter(conf, fs, place.file(output, part), place.table());
          open.put(place, writer);
        }
        writer.write(row);
      }

      @Override
      public void close(TaskAttemptContext unused) throws IOException {
        for (RowWriter writer : open.values()) {
          writer.close();
        }
      }
    };
  }
}
