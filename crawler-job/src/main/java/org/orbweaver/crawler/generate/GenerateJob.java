package org.orbweaver.crawler.generate;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.text.Console;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.crawldb.CrawlDb;
import org.orbweaver.crawler.crawldb.DatumInputFormat;
import org.orbweaver.crawler.fetch.FetchRules;
import org.orbweaver.crawler.fetch.politeness.HostAddresses;
import org.orbweaver.crawler.generate.ListPreview.Exclusions;
import org.orbweaver.crawler.hosts.ListHosts;

/**
 * The jobs of generate.
 *
 * <p>Select: crawldb (URL, CrawlDatum) → shuffle ({@link SortKey}: score downwards, URL;
 * CrawlDatum). Reads the crawldb once and shuffles the due URLs. If PageRank counts, the map tasks
 * read its scores beside the crawldb ({@link PageRankOrder}). If the list has one part or the
 * crawldb is small, one reducer writes the list.
 *
 * <p>For a larger crawldb, several reducers each select the best topN of their hosts, and a second
 * job with one reducer selects again, from these. The result is the same: a host, and so its
 * budget, is in one reducer, so a URL among the best topN of all is among the best topN there. The
 * last reducer takes time and writes bytes in proportion to the list, not to the crawldb.
 *
 * <p>The list comes with the records of its hosts, a sorted file for each part. The reducer that
 * writes the list reads them from the store of hosts, from end to end.
 */
final class GenerateJob {
  /** The size of the crawldb up to which one reducer makes a list of any number of parts. */
  static final String ONE_REDUCER_BYTES = "orbweaver.internal.generate.one.reducer.bytes";

  private static final long DEFAULT_ONE_REDUCER_BYTES = 256L << 20;

  private final Configuration conf;
  private final CrawlDir dir;
  private final Console console;
  private final GenerateSettings settings;
  private final boolean withHosts;

  /**
   * The jobs for a crawl, which is only read.
   *
   * @param withHosts whether the list comes with the records of its hosts
   * @throws OrbException (failed) if there is no crawldb or it is corrupt
   */
  GenerateJob(
      Configuration conf,
      CrawlDir dir,
      Console console,
      GenerateSettings settings,
      boolean withHosts)
      throws IOException {
    this.conf = conf;
    this.dir = dir;
    this.console = console;
    this.settings = settings;
    this.withHosts = withHosts;
    CrawlDb.require(conf, dir);
  }

  /**
   * The result of generate.
   *
   * @param counters all of {@link GenerateCounter}
   * @param open segments whose lists are not in the crawldb yet; their URLs are left out
   */
  record SelectedUrls(Counters counters, List<String> open) {
    /** The number of URLs. */
    long get(GenerateCounter counter) {
      return counters.findCounter(counter).getValue();
    }

    /** The value of the last page to visit again, if the list had no place for more; else 0. */
    float price() {
      return Float.intBitsToFloat((int) get(GenerateCounter.PRICE));
    }
  }

  /**
   * Makes a fetch list; makes nothing if no URL can be taken.
   *
   * @param segment folder for the list, and for the records about its hosts; must not exist
   * @param candidates folder for intermediate output; must not exist
   */
  SelectedUrls run(Path segment, Path candidates) throws IOException {
    long limit = conf.getLong(ONE_REDUCER_BYTES, DEFAULT_ONE_REDUCER_BYTES);
    boolean small = dir.fs().getContentSummary(dir.crawlDb()).getLength() <= limit;
    int reducers = small ? 1 : settings.parts();
    List<String> open = OpenLists.segments(dir, settings.now());
    Job select = job("generate", dir.crawlDb(), reducers, reducers == 1 ? segment : candidates);
    Configuration selectConf = select.getConfiguration();
    FetchRules.embedNames(selectConf);
    UrlPriority.embed(selectConf, dir);
    OpenLists.embed(selectConf, dir, open);
    select.setInputFormatClass(DatumInputFormat.class);
    select.setMapperClass(GenerateMapper.class);
    Counters counters = JobRunner.run(select, console);
    Counter taken = counters.findCounter(GenerateCounter.TAKEN);
    if (reducers > 1 && taken.getValue() > 0) {
      Job again = job("generate (top-N selection)", candidates, 1, segment);
      again.setInputFormatClass(SequenceFileInputFormat.class);
      Counters last = JobRunner.run(again, console);
      for (GenerateCounter counter : GenerateCounter.OF_LIST) {
        counters.findCounter(counter).setValue(last.findCounter(counter).getValue());
      }
    }
    long rest = counters.findCounter(GenerateCounter.DUE).getValue() - taken.getValue();
    for (GenerateCounter leftOut : GenerateCounter.OF_DUE) {
      rest -= counters.findCounter(leftOut).getValue();
    }
    counters.findCounter(GenerateCounter.BEYOND_TOP_N).setValue(rest);
    return new SelectedUrls(counters, open);
  }

  /**
   * A job whose reducers select from its mappers' output; the default mapper passes its input on.
   */
  private Job job(String name, Path input, int reducers, Path output) throws IOException {
    Job job = JobRunner.newJob(conf, name, GenerateJob.class, input);
    Configuration jobConf = job.getConfiguration();
    settings.embed(jobConf);
    HostAdmission.embed(jobConf, dir.hosts());
    jobConf.set(PageBudgets.MAZES, dir.mazes().toString());
    if (withHosts) {
      ListHosts.setStore(jobConf, dir.hosts());
    }
    UrlRules.embed(jobConf);
    FileInputFormat.setInputPaths(job, input);
    job.setMapOutputKeyClass(BytesWritable.class);
    job.setMapOutputValueClass(CrawlDatum.class);
    job.setPartitionerClass(ListPartitioner.class);
    job.setNumReduceTasks(reducers);
    job.setReducerClass(SelectReducer.class);
    job.setOutputKeyClass(BytesWritable.class);
    job.setOutputValueClass(CrawlDatum.class);
    // The reducer that writes the list has no other output.
    LazyOutputFormat.setOutputFormatClass(job, SequenceFileOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    StoreFiles.compressOutput(job);
    return job;
  }

  /**
   * Selects the best URLs. A sole reducer writes the list, where the committer takes the files
   * from; one of several writes candidates, (sort key, CrawlDatum).
   */
  static final class SelectReducer
      extends Reducer<BytesWritable, CrawlDatum, BytesWritable, CrawlDatum> {
    @Override
    public void run(Context context) throws IOException, InterruptedException {
      Configuration conf = context.getConfiguration();
      GenerateSettings settings = GenerateSettings.of(conf);
      Exclusions exclusions = Exclusions.of(conf);
      Selection selection =
          new Selection(
              settings,
              UrlRules.filters(conf),
              HostAdmission.of(conf, settings.dueBy()),
              PageBudgets.of(conf),
              counter -> context.getCounter(counter).increment(1),
              exclusions);
      Path folder = FileOutputFormat.getWorkOutputPath(context);
      try (FetchListWriter list =
          context.getNumReduceTasks() == 1
              ? new FetchListWriter(conf, folder, settings.parts())
              : null) {
        while (!selection.isFull() && context.nextKey()) {
          BytesWritable key = context.getCurrentKey();
          if (SortKey.isRevisit(key) && selection.hasAllVisits()) {
            break; // Visits come last.
          }
          CrawlDatum datum = context.getValues().iterator().next();
          String url = SortKey.url(key);
          if (selection.take(url, datum, SortKey.isRevisit(key), SortKey.rank(key))) {
            if (list == null) {
              context.write(key, datum);
            } else {
              list.add(key, url, HostAddresses.groupOf(settings.divideBy(), url, datum), datum);
            }
          }
        }
        if (list != null) {
          list.writeHosts(context);
        }
      }
      int price = Float.floatToIntBits(selection.price());
      context.getCounter(GenerateCounter.PRICE).setValue(price);
      if (exclusions != null) {
        exclusions.write(context);
      }
    }
  }
}
