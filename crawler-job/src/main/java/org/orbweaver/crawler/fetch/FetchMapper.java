package org.orbweaver.crawler.fetch;

import java.io.IOException;
import java.util.List;
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
import org.orbweaver.common.store.WallClock;
import org.orbweaver.crawler.address.NameResolver;
import org.orbweaver.crawler.fetch.politeness.HostTurns;
import org.orbweaver.crawler.fetch.politeness.PartLease;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.fetch.task.FetchPolicy;
import org.orbweaver.crawler.fetch.task.FetchTask;
import org.orbweaver.crawler.fetch.task.FetchTools;
import org.orbweaver.crawler.fetch.task.ListFingerprints;
import org.orbweaver.crawler.fetch.task.ListUrls;
import org.orbweaver.crawler.fetch.task.Records;
import org.orbweaver.crawler.fetch.task.Redirects;
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
    try (FetchPart part = FetchPart.take(context, conf, own)) {
      FetchOutput output = part.output();
      PartLease lease = part.lease();
      ListUrls list =
          new ListUrls(
              (url, datum) -> read(context, url, datum), new ListFingerprints(conf, List.of(file)));
      List<Redirects.Recorded> open = output.recover(list);
      if (!output.isFinished()) {
        FetchPolicy policy =
            FetchPolicy.of(conf, conf.get(FetchJob.SEGMENT), FetchPart.contactedUntil(context));
        NameResolver names = FetchRules.names(conf);
        try (SiteFetcher fetcher =
                FetchSettings.fetcher(
                    conf, names, FetchSecrets.of(context), FetchSecrets.keys(context));
            ProtocolFetcher all = new ProtocolFetcher(conf, fetcher, output)) {
          FetchTools tools =
              FetchSettings.tools(
                  conf,
                  names,
                  all,
                  fetcher,
                  part.hosts(),
                  output,
                  lease::check,
                  HostTurns.ALONE,
                  WallClock.clock());
          FetchTask task =
              new FetchTask(policy, tools, list, FetchSettings.frontier(conf, part.local()));
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
