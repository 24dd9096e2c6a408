package org.orbweaver.crawler.fetch;

import java.io.IOException;
import java.time.Clock;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.crawler.CrawlerKeys;
import org.orbweaver.crawler.http.Fetcher;
import org.orbweaver.crawler.http.HttpFetcher;
import org.orbweaver.crawler.robots.RobotsCache;
import org.orbweaver.crawler.url.LinkPolicy;
import org.orbweaver.crawler.url.UrlFilters;

/**
 * Fetches the list of one input file and writes {@code crawl_fetch} and {@code content} parts of
 * the file's name itself, as the two are MapFiles and belong together.
 */
final class FetchMapper extends Mapper<Text, CrawlDatum, NullWritable, NullWritable> {
  FetchMapper() {}

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    String part = ((FileSplit) context.getInputSplit()).getPath().getName();
    Path work = FileOutputFormat.getWorkOutputPath(context);
    SortedOutput output =
        new SortedOutput(
            conf,
            new Path(work, CrawlDatum.FETCH_DIR_NAME + "/" + part),
            new Path(work, FetchJob.CONTENT_DIR + "/" + part),
            new Path(work, "_runs-" + part),
            CrawlerKeys.SPILL_BYTES.get(conf));
    FetchPolicy policy =
        FetchSettings.policy(conf, conf.get(FetchJob.SEGMENT), firstContactMs(context));
    FetchStats stats = new FetchStats();
    try (Fetcher fetcher =
            new HttpFetcher(
                FetchSettings.http(conf), FetchSettings.names(conf), FetchSettings.guard(conf));
        CrawlDbUrls known = new CrawlDbUrls(conf, new Path(conf.get(FetchJob.CRAWL_DB)))) {
      FetchTask task =
          new FetchTask(
              policy,
              fetcher,
              new RobotsCache(FetchSettings.robotsAgents(conf)),
              new RedirectTargets(UrlFilters.of(conf), LinkPolicy.of(conf)),
              known,
              output::add,
              Clock.systemUTC(),
              System::nanoTime,
              stats);
      while (context.nextKeyValue()) {
        task.add(context.getCurrentKey().toString(), context.getCurrentValue());
      }
      try (FetchProgress progress =
          new FetchProgress(context, task, stats, fetcher, policy.delayMs())) {
        task.run();
        output.finish();
      }
      context.getCounter(FetchCounter.LONGEST_DELAY_MS).increment(task.longestCrawlDelayMs());
    }
  }

  /** How long this task has to leave all hosts alone: see {@link FetchPolicy}. */
  private static long firstContactMs(Context context) {
    Configuration conf = context.getConfiguration();
    long now = System.currentTimeMillis();
    long until = conf.getLong(FetchJob.CONTACTED_UNTIL, 0);
    if (context.getTaskAttemptID().getId() > 0) {
      // An attempt before this one may have been asking until now.
      until = now;
    }
    if (until == 0) {
      return 0;
    }
    long gap =
        Math.max(FetchSettings.policy(conf, "", 0).delayMs(), conf.getLong(FetchJob.LAST_GAP, 0));
    // A clock that was set back must not make it longer than the gap.
    return Math.min(gap, Math.max(0, until + gap - now));
  }
}
