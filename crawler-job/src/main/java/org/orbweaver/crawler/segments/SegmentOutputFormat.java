package org.orbweaver.crawler.segments;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.store.MetadataKeys;
import org.orbweaver.crawler.segments.SegmentWriter.SegmentPart;

/** Writes each record into the part of a segment for its kind; keys come in order. */
public final class SegmentOutputFormat extends FileOutputFormat<Text, Writable> {
  private static final String PARTS = "orbweaver.internal.segment.parts";
  private static final String SLICE_TASKS = "orbweaver.internal.segment.slice.tasks";

  /** Makes a job write these parts of a segment, each even if it is empty. */
  public static void write(Job job, Path segment, SegmentPart... parts) {
    job.getConfiguration()
        .setStrings(PARTS, Arrays.stream(parts).map(Enum::name).toArray(String[]::new));
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Writable.class);
    job.setOutputFormatClass(SegmentOutputFormat.class);
    setOutputPath(job, segment);
  }

  /**
   * Makes a job write several segments, {@link #slice}.
   *
   * @param tasks reducers of each. The one of a hash modulo tasks × slices is, within its slice,
   *     the one of the hash modulo tasks.
   */
  static void writeSlices(Job job, Path folder, int tasks, int slices) {
    write(job, folder, SegmentPart.values());
    job.getConfiguration().setInt(SLICE_TASKS, tasks);
    job.setNumReduceTasks(tasks * slices);
  }

  /** One of the segments that {@link #writeSlices} writes. */
  static Path slice(Path folder, int number) {
    return new Path(folder, "slice-" + number);
  }

  @Override
  public RecordWriter<Text, Writable> getRecordWriter(TaskAttemptContext context)
      throws IOException {
    SegmentPart[] parts =
        Arrays.stream(context.getConfiguration().getStrings(PARTS))
            .map(SegmentPart::valueOf)
            .toArray(SegmentPart[]::new);
    int task = context.getTaskAttemptID().getTaskID().getId();
    int tasks = context.getConfiguration().getInt(SLICE_TASKS, 0);
    Path work = ((PathOutputCommitter) getOutputCommitter(context)).getWorkPath();
    Path folder = tasks == 0 ? work : slice(work, task / tasks);
    SegmentWriter segment =
        SegmentWriter.open(
            context.getConfiguration(), folder, tasks == 0 ? task : task % tasks, parts);
    return new RecordWriter<>() {
      @Override
      public void write(Text url, Writable value) throws IOException {
        segment.append(part(value), url, value);
      }

      @Override
      public void close(TaskAttemptContext ended) throws IOException {
        segment.close();
      }
    };
  }

  private static SegmentPart part(Writable value) {
    if (value instanceof CrawlDatum datum) {
      boolean fromParser =
          datum.getStatus() == CrawlDatum.STATUS_SIGNATURE
              || datum.getStatus() == CrawlDatum.STATUS_PARSE_META;
      return fromParser ? SegmentPart.CRAWL_PARSE : SegmentPart.FETCH;
    }
    if (value instanceof BytesWritable) {
      return SegmentPart.HEADS;
    }
    if (value instanceof Content content) {
      return content.getMetadata().get(MetadataKeys.RENDERED) == null
          ? SegmentPart.CONTENT
          : SegmentPart.RENDERED;
    }
    return value instanceof ParseData ? SegmentPart.PARSE_DATA : SegmentPart.PARSE_TEXT;
  }
}
