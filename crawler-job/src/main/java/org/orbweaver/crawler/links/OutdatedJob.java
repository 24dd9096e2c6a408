package org.orbweaver.crawler.links;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MapFileOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.schedule.PageVersions;

/**
 * Finds the pages of which several segments have a version.
 *
 * <p>Input: {@code crawl_fetch} of the segments. Map: (URL, segment) of each record that is {@link
 * PageVersions a version}. Shuffle: by URL. Output: MapFile&lt;Text, LongWritable&gt;, the newest
 * segment of each page with more than one. Cost: the URLs of all fetches are sorted once; a first
 * crawl has an empty output.
 */
final class OutdatedJob {
  private OutdatedJob() {}

  /** Runs the job; returns how many pages there are. */
  static long run(Session session, List<Path> segments, int parts, Path output) throws IOException {
    Path[] fetches =
        segments.stream()
            .map(segment -> new Path(segment, CrawlDatum.FETCH_DIR_NAME))
            .toArray(Path[]::new);
    Job job = JobRunner.newJob(session, "links (versions)", OutdatedJob.class, fetches);
    job.setInputFormatClass(StoreInputFormat.class);
    StoreInputFormat.combine(job);
    FileInputFormat.setInputPaths(job, fetches);
    job.setMapperClass(VersionMapper.class);
    job.setReducerClass(OutdatedReducer.class);
    job.setNumReduceTasks(parts);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(LongWritable.class);
    job.setOutputFormatClass(MapFileOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    return JobRunner.run(job, session.console())
        .findCounter(LinksCounter.OUTDATED_PAGES)
        .getValue();
  }

  /** The segment of the file that a mapper reads, as a number; 0 for no segment's. */
  static long segmentOf(String file) {
    if (!file.isEmpty()) {
      for (Path path = new Path(file); path != null; path = path.getParent()) {
        if (path.getName().matches("\\d{14}")) {
          return Long.parseLong(path.getName());
        }
      }
    }
    return 0;
  }
}
