package org.orbweaver.crawler.generate;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.crawler.UrlRules;
import org.orbweaver.crawler.crawldb.DatumInputFormat;
import org.orbweaver.crawler.fetch.FetchNames;
import org.orbweaver.crawler.hosts.ListHosts;

/**
 * The jobs of generate.
 *
 * <p>Select: crawldb (URL, CrawlDatum) → shuffle ({@link SortKey}: score downwards, URL;
 * CrawlDatum). Reads the crawldb once and shuffles what is due; where PageRank is the order, the
 * map tasks read its scores beside the crawldb ({@link PageRankOrder}). One reducer, where the list
 * has one part or the crawldb is small, writes the list.
 *
 * <p>Of a larger crawldb several reducers each select the best topN of their hosts, and a second
 * job with one reducer selects again, from these. The result is the same: a host, and so its
 * budget, is in one reducer, so that what is among the best topN of all is among the best topN
 * there. The last reducer takes time and writes bytes in proportion to the list, not to the
 * crawldb.
 *
 * <p>With the list goes what the store of hosts knows of its hosts, a sorted file for each part.
 * The reducer that writes the list reads the store for it, from end to end.
 */
final class GenerateJob {
  /** Up to this size of the crawldb one reducer makes a list of any number of parts. */
  static final String ONE_REDUCER_BYTES = "orbweaver.internal.generate.one.reducer.bytes";

  private static final long DEFAULT_ONE_REDUCER_BYTES = 256L << 20;

  private GenerateJob() {}

  /**
   * What became of the crawldb's URLs.
   *
   * @param counters all of {@link GenerateCounter}
   * @param open segments whose lists are not in the crawldb yet; their URLs are left out
   */
  record Result(Counters counters, List<String> open) {
    /** How many URLs. */
    long get(GenerateCounter counter) {
      return counters.findCounter(counter).getValue();
    }
  }

  /**
   * Makes a fetch list; nothing where no URL can be taken.
   *
   * @param segment folder for the list, and for the records about its hosts; must not exist
   * @param candidates folder for what is made on the way; must not exist
   */
  static Result run(ListRequest request, Path segment, Path candidates) throws IOException {
    int reducers = isSmall(request) ? 1 : request.parts();
    List<String> open = OpenLists.segments(request.dir(), request.now());
    Job select = select(request, open, reducers, reducers == 1 ? segment : candidates);
    Counters counters = JobRunner.run(select, request.console());
    Counter taken = counters.findCounter(GenerateCounter.TAKEN);
    if (reducers > 1 && taken.getValue() > 0) {
      Counters last = JobRunner.run(selectAgain(request, candidates, segment), request.console());
      taken.setValue(last.findCounter(GenerateCounter.TAKEN).getValue());
    }
    long rest = counters.findCounter(GenerateCounter.DUE).getValue() - taken.getValue();
    for (GenerateCounter leftOut :
        List.of(
            GenerateCounter.FILTERED, GenerateCounter.HOST_PROBED, GenerateCounter.OVER_BUDGET)) {
      rest -= counters.findCounter(leftOut).getValue();
    }
    counters.findCounter(GenerateCounter.BEYOND_TOP_N).setValue(rest);
    return new Result(counters, open);
  }

  private static boolean isSmall(ListRequest request) throws IOException {
    long limit = request.conf().getLong(ONE_REDUCER_BYTES, DEFAULT_ONE_REDUCER_BYTES);
    return request.dir().fs().getContentSummary(request.dir().crawlDb()).getLength() <= limit;
  }

  private static Job select(ListRequest request, List<String> open, int reducers, Path output)
      throws IOException {
    Job job = job(request, "generate", request.dir().crawlDb(), reducers, output);
    Configuration conf = job.getConfiguration();
    // Wrong settings and rules show here, before a job runs.
    GenerateSettings.of(conf);
    FetchNames.embed(conf);
    PageRankOrder.embed(conf, request.dir());
    OpenLists.embed(conf, request.dir(), open);
    job.setInputFormatClass(DatumInputFormat.class);
    job.setMapperClass(GenerateMapper.class);
    return job;
  }

  private static Job selectAgain(ListRequest request, Path candidates, Path output)
      throws IOException {
    Job job = job(request, "generate (top-N selection)", candidates, 1, output);
    job.setInputFormatClass(SequenceFileInputFormat.class);
    return job;
  }

  /**
   * A job whose reducers select from its mappers' output; the default mapper passes its input on.
   */
  private static Job job(ListRequest request, String name, Path input, int reducers, Path output)
      throws IOException {
    Job job = JobRunner.newJob(request.conf(), name, GenerateJob.class, input);
    Configuration conf = job.getConfiguration();
    conf.setLong(GenerateSettings.NOW, request.now());
    conf.setLong(GenerateSettings.AHEAD, request.ahead().toMillis());
    conf.setLong(GenerateSettings.TOP_N, request.topN());
    conf.setInt(GenerateSettings.PARTS, request.parts());
    HostAdmission.embed(conf, request.dir().hosts());
    if (request.withHosts()) {
      ListHosts.setStore(conf, request.dir().hosts());
    }
    UrlRules.embed(conf);
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
}
