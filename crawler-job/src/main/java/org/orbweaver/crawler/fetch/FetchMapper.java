package org.orbweaver.crawler.fetch;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileRecordReader;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.crawler.address.NameResolver;
import org.orbweaver.crawler.fetch.politeness.PartLease;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.fetch.task.FetchPolicy;
import org.orbweaver.crawler.fetch.task.FetchTask;
import org.orbweaver.crawler.fetch.task.FetchTools;
import org.orbweaver.crawler.fetch.task.ListFingerprints;
import org.orbweaver.crawler.fetch.task.ListUrls;
import org.orbweaver.crawler.fetch.task.Records;
import org.orbweaver.crawler.fetch.task.Redirects;
import org.orbweaver.crawler.hosts.HostParts;
import org.orbweaver.crawler.hosts.HostTable;
import org.orbweaver.crawler.hosts.RecentHosts;
import org.orbweaver.crawler.site.SiteFetcher;

/**
 * Fetches the list of one input file into a folder named after the file. The folder outlives the
 * attempt; the phase publishes the segment's parts from it.
 */
final class FetchMapper extends Mapper<Text, CrawlDatum, NullWritable, NullWritable> {
  FetchMapper() {}

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = FetchSecrets.configuration(context);
    Path file = ((FileSplit) context.getInputSplit()).getPath();
    Path own = new Path(conf.get(FetchJob.KEPT), file.getName());
    java.nio.file.Path local = localFolder(conf);
    try (PartLease lease =
            PartLease.take(
                own.getFileSystem(conf),
                own,
                context.getTaskAttemptID().toString(),
                // The crawl's lock proves that no other process works here.
                JobRunner.isLocal(conf),
                System::nanoTime,
                ms -> {
                  context.setStatus("waiting for the lease of an earlier attempt to expire");
                  context.progress();
                  TimeUnit.MILLISECONDS.sleep(ms);
                });
        HostParts store = HostParts.store(conf, new Path(conf.get(FetchJob.HOSTS)));
        HostParts known = listHosts(conf, file.getName(), store, local);
        RecentHosts recent = RecentHosts.over(known, conf);
        HostTable hosts = new HostTable(recent, store, local);
        FetchOutput output =
            new FetchOutput(
                conf,
                own,
                FetchSettings.spillBytes(conf),
                hosts,
                lease::check,
                () -> {
                  context.setStatus("waiting for HDFS to recover the log of an earlier attempt");
                  context.progress();
                  lease.renew();
                })) {
      ListUrls list =
          new ListUrls(
              (url, datum) -> read(context, url, datum), new ListFingerprints(conf, List.of(file)));
      List<Redirects.Recorded> open = output.recover(list);
      if (!output.isFinished()) {
        FetchPolicy policy =
            FetchPolicy.of(conf, conf.get(FetchJob.SEGMENT), contactedUntil(context));
        NameResolver names = FetchRules.names(conf);
        try (SiteFetcher fetcher =
                FetchSettings.fetcher(
                    conf, names, FetchSecrets.of(context), FetchSecrets.keys(context));
            ProtocolFetcher all = new ProtocolFetcher(conf, fetcher, output)) {
          FetchTools tools =
              FetchSettings.tools(
                  conf, names, all, fetcher, hosts, output, lease::check, WallClock.clock());
          FetchTask task = new FetchTask(policy, tools, list, FetchSettings.frontier(conf, local));
          for (Redirects.Recorded redirect : open) {
            task.resume(redirect);
          }
          try (FetchProgress progress =
              new FetchProgress(context, task, list, output, lease, fetcher)) {
            progress.begin();
            task.run();
            output.finish();
          }
        }
      }
      output.stats().report(context);
    }
  }

  /** The records of the list's hosts: from the file that goes with the list, or from the store. */
  private static HostParts listHosts(
      Configuration conf, String part, HostParts store, java.nio.file.Path local)
      throws IOException {
    String folder = conf.get(FetchJob.LIST_HOSTS);
    return folder == null ? store : HostParts.ofList(conf, new Path(folder, part), local);
  }

  private static boolean read(Context context, Text url, CrawlDatum datum) throws IOException {
    try {
      if (!context.nextKeyValue()) {
        return false;
      }
      url.set(context.getCurrentKey());
      // The reader reuses its objects.
      datum.set(Records.datum(Records.bytes(context.getCurrentValue())));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while reading the fetch list", e);
    }
  }

  /** A local folder for the task alone, or for the crawl alone. */
  private static java.nio.file.Path localFolder(Configuration conf) {
    String[] dirs = conf.getTrimmedStrings("mapreduce.cluster.local.dir");
    String tmp = System.getProperty("java.io.tmpdir");
    // On a cluster a task's temporary folder belongs to its container and is deleted with it.
    return JobRunner.isLocal(conf) && dirs.length > 0
        ? new File(dirs[0]).toPath()
        : new File(tmp).toPath();
  }

  /** The time until which earlier attempts may have contacted hosts: see {@link FetchPolicy}. */
  private static long contactedUntil(Context context) {
    return context.getTaskAttemptID().getId() > 0
        ? WallClock.clock().millis()
        : context.getConfiguration().getLong(FetchJob.CONTACTED_UNTIL, 0);
  }

  /**
   * Gives each file of a fetch list to one task: a host is in one file, and must not be in two
   * tasks.
   *
   * <p>A task's progress is that of the fetching, not of the reading of its list.
   */
  static final class Lists extends SequenceFileInputFormat<Text, CrawlDatum> {
    Lists() {}

    @Override
    protected boolean isSplitable(JobContext context, Path file) {
      return false;
    }

    @Override
    public RecordReader<Text, CrawlDatum> createRecordReader(
        InputSplit split, TaskAttemptContext context) throws IOException {
      return new ListReader();
    }

    private static final class ListReader extends SequenceFileRecordReader<Text, CrawlDatum> {
      private TaskAttemptContext context;

      @Override
      public void initialize(InputSplit split, TaskAttemptContext attempt)
          throws IOException, InterruptedException {
        super.initialize(split, attempt);
        context = attempt;
      }

      private float read() {
        try {
          return super.getProgress();
        } catch (IOException e) {
          return 1;
        }
      }

      @Override
      public float getProgress() {
        long total = context.getCounter(FetchProgress.TOTAL).getValue();
        long done = context.getCounter(FetchCounter.FETCHED).getValue();
        float known = total == 0 ? 0 : Math.min(1f, (float) done / total);
        // The unread part is assumed to be as long as the part read.
        return known * read();
      }
    }
  }
}
