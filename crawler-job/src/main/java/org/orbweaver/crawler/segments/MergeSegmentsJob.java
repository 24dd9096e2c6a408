package org.orbweaver.crawler.segments;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.store.Session;

/**
 * Merges segments into one.
 *
 * <p>Input: {@code crawl_fetch}, {@code content}, {@code parse_data}, {@code parse_text} and {@code
 * crawl_parse} of the segments. Map: the same, without links by target. Shuffle: by URL, kind of
 * record and age of the segment. Reduce: {@link SegmentVersions}. Output: the five parts of a
 * segment, a part for each reducer, by the URL's hash. Cost: all content of the segments is sorted
 * once; one record is held at a time.
 */
final class MergeSegmentsJob {
  static final String SEGMENTS = "orbweaver.internal.segments.newest.first";

  private MergeSegmentsJob() {}

  /**
   * Runs the job.
   *
   * @param segments to merge, newest first
   * @param output does not exist; becomes the segment
   */
  static Counters run(Session session, List<Path> segments, int parts, Path output)
      throws IOException {
    Job job = JobRunner.newJob(session, "merge segments", MergeSegmentsJob.class);
    Configuration conf = job.getConfiguration();
    conf.setStrings(SEGMENTS, segments.stream().map(Path::getName).toArray(String[]::new));
    job.setInputFormatClass(StoreInputFormat.class);
    StoreInputFormat.combine(job);
    for (Path segment : segments) {
      for (SegmentPart part : SegmentPart.values()) {
        Path folder = new Path(segment, part.folder());
        if (session.dir().fs().exists(folder)) {
          FileInputFormat.addInputPath(job, folder);
        }
      }
    }
    job.setMapperClass(SegmentPartMapper.class);
    job.setMapOutputKeyClass(BytesWritable.class);
    job.setMapOutputValueClass(SegmentRecord.class);
    job.setPartitionerClass(SegmentKey.ByUrlHash.class);
    job.setGroupingComparatorClass(SegmentKey.ByUrl.class);
    job.setReducerClass(SegmentVersionsReducer.class);
    job.setNumReduceTasks(parts);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Writable.class);
    job.setOutputFormatClass(SegmentOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    return JobRunner.run(job, session.console());
  }
}
