package org.orbweaver.crawler.fetch;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.fetch.source.SourceProtocol;
import org.orbweaver.crawler.fetch.spill.Table;
import org.orbweaver.crawler.hosts.ListHosts;

/**
 * The fetch job, map-only.
 *
 * <p>Input: {@code crawl_generate/part-r-NNNNN}, one file for each task. Output: parts of the same
 * name in {@code crawl_fetch} and {@code content}, sorted by URL, in {@code fetch_hosts} (facts
 * learned about hosts) and in {@code fetch_log} (a line for each request, by host and time). Never
 * speculative: two attempts would contact the same hosts. Cost: a task takes the larger of pages /
 * rate and, for its largest host, pages × (delay + latency).
 */
public final class FetchJob {
  static final String SEGMENT = "orbweaver.internal.fetch.segment";
  static final String HOSTS = "orbweaver.internal.fetch.hosts.store";

  /** {@link ListHosts#FOLDER} of the segment, if tasks are to use it. */
  static final String LIST_HOSTS = "orbweaver.internal.fetch.hosts.list";

  /** The folder of a segment that has a line for each request. */
  public static final String LOG_DIR = Table.LOG.folder();

  /** The folder whose content outlives a killed attempt. */
  static final String KEPT = "orbweaver.internal.fetch.kept";

  /**
   * The time (milliseconds since 1970) until which killed attempts may have contacted hosts; 0:
   * there are none.
   */
  static final String CONTACTED_UNTIL = "orbweaver.internal.fetch.contacted.until.ms";

  /**
   * Has the optimising compiler take the classes of AES-GCM at once. It alone uses the processor's
   * instructions for that, and by itself it comes to them after some 150 MB, until which a MB takes
   * 30 ms of CPU time. {@code scripts/orb} has the same options.
   */
  public static final String FAST_AES =
      "-XX:CompileCommand=quiet"
          + " -XX:CompileCommand=CompileThresholdScaling,com.sun.crypto.provider.G*::*,0.001"
          + " -XX:CompileCommand=CompileThresholdScaling,"
          + "com.sun.crypto.provider.CounterMode::*,0.001";

  private FetchJob() {}

  /**
   * The job for a segment.
   *
   * @param kept folder that gets a folder for each list, with the work that attempts leave to the
   *     next ones and finally the results: see {@link FetchOutput}
   */
  static Job of(Configuration conf, CrawlDir dir, Path segment, Path kept) throws IOException {
    Path lists = new Path(segment, "crawl_generate");
    Job job = JobRunner.newJob(conf, "fetch " + segment.getName(), FetchJob.class);
    prepare(job, conf, dir, segment, kept);
    job.setInputFormatClass(FetchMapper.Lists.class);
    FetchMapper.Lists.addInputPath(job, lists);
    job.setMapperClass(FetchMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(NullOutputFormat.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(NullWritable.class);
    return job;
  }

  /**
   * Gives a job whose tasks contact hosts what they need.
   *
   * @param conf with the secrets that the job's own configuration must not have
   */
  static void prepare(Job job, Configuration conf, CrawlDir dir, Path segment, Path kept)
      throws IOException {
    Configuration own = job.getConfiguration();
    own.set(SEGMENT, segment.getName());
    own.set(HOSTS, dir.hosts().toString());
    own.set(KEPT, kept.toString());
    own.set(SourceProtocol.CRAWL_DIR, dir.root().toString());
    JobRunner.addMapOptions(job, FAST_AES);
    FetchSettings.prepare(own);
    FetchSecrets.give(job, conf);
    UrlRules.embed(own);
  }
}
