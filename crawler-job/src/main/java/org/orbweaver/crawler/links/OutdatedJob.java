package org.orbweaver.crawler.links;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MapFileOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.recrawl.PageVersions;
import org.orbweaver.crawler.segments.SegmentTime;

/**
 * Finds the pages with versions in several segments.
 *
 * <p>Input: {@code crawl_fetch} of the segments. Map: (URL, segment) of each record that is {@link
 * PageVersions a version}. Shuffle: by URL. Output: MapFile&lt;Text, LongWritable&gt;, the newest
 * segment of each page with more than one. Cost: the URLs of all fetches are sorted once; a first
 * crawl has an empty output.
 */
final class OutdatedJob {
  private OutdatedJob() {}

  /** Runs the job; returns the number of pages found. */
  static long run(Session session, List<Path> segments, int parts, Path output) throws IOException {
    Path[] fetches =
        segments.stream()
            .map(segment -> new Path(segment, CrawlDatum.FETCH_DIR_NAME))
            .toArray(Path[]::new);
    Job job = JobRunner.newJob(session, "links (versions)", OutdatedJob.class, fetches);
    StoreInputFormat.read(job, fetches);
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

  /** Emits (URL, segment) for each version of a page. */
  static final class VersionMapper extends Mapper<Text, CrawlDatum, Text, LongWritable> {
    private final LongWritable segment = new LongWritable();
    private PageVersions versions;
    private final SegmentTime time = new SegmentTime();

    @Override
    protected void setup(Context context) {
      versions = PageVersions.of(context.getConfiguration());
    }

    @Override
    protected void map(Text url, CrawlDatum fetch, Context context)
        throws IOException, InterruptedException {
      if (versions.isVersion(fetch)) {
        segment.set(time.of(context.getConfiguration()));
        context.write(url, segment);
      }
    }
  }

  /** Keeps the newest segment of pages with versions in several. */
  static final class OutdatedReducer extends Reducer<Text, LongWritable, Text, LongWritable> {
    private final LongWritable newest = new LongWritable();

    @Override
    protected void reduce(Text url, Iterable<LongWritable> segments, Context context)
        throws IOException, InterruptedException {
      long oldest = Long.MAX_VALUE;
      newest.set(0);
      for (LongWritable segment : segments) {
        oldest = Math.min(oldest, segment.get());
        newest.set(Math.max(newest.get(), segment.get()));
      }
      if (oldest < newest.get()) {
        context.getCounter(LinksCounter.OUTDATED_PAGES).increment(1);
        context.write(url, newest);
      }
    }
  }
}
