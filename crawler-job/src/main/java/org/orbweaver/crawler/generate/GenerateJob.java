package org.orbweaver.crawler.generate;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Parts;
import org.orbweaver.crawler.UrlRules;
import org.orbweaver.crawler.crawldb.DatumInputFormat;
import org.orbweaver.crawler.crawldb.MergeJob;
import org.orbweaver.crawler.fetch.FetchNames;

/**
 * The jobs of generate.
 *
 * <p>Select: crawldb (URL, CrawlDatum) → shuffle ({@link SortKey}: part, score downwards, URL;
 * CrawlDatum), partitioned by the key's part → a part's list, (URL, CrawlDatum) for one part, (sort
 * key, CrawlDatum) for more. Reads the crawldb once and shuffles what is due; where PageRank is the
 * order, the map tasks read its scores beside the crawldb ({@link PageRankOrder}).
 *
 * <p>Cut, with more parts and more candidates than topN: map-only, each task copies the beginning
 * of one part's candidates.
 */
final class GenerateJob {
  private GenerateJob() {}

  /**
   * What became of the crawldb's URLs.
   *
   * @param counters all of {@link GenerateCounter}
   * @param urls in the list
   * @param open segments whose lists are not in the crawldb yet; their URLs are left out
   */
  record Made(Counters counters, long urls, List<String> open) {}

  /**
   * Makes a fetch list; nothing where no URL can be taken.
   *
   * @param list folder for the list's parts; must not exist
   * @param candidates folder for what is made on the way; must not exist
   */
  static Made run(ListRequest request, Path list, Path candidates) throws IOException {
    boolean one = request.parts() == 1;
    List<String> open = OpenLists.segments(request.dir(), request.now());
    Job job = select(request, open, one ? list : candidates);
    job.setReducerClass(one ? FetchListReducer.class : CandidateReducer.class);
    job.setOutputKeyClass(one ? Text.class : BytesWritable.class);
    Counters counters = JobRunner.run(job, request.console());
    long urls = counters.findCounter(GenerateCounter.TAKEN).getValue();
    if (!one && urls > 0) {
      urls = cut(request, candidates, list);
    }
    return new Made(counters, urls, open);
  }

  private static Job select(ListRequest request, List<String> open, Path output)
      throws IOException {
    Job job = JobRunner.newJob(request.conf(), "generate", GenerateJob.class);
    Configuration conf = job.getConfiguration();
    conf.setLong(GenerateSettings.NOW, request.now());
    conf.setLong(GenerateSettings.AHEAD, request.ahead().toMillis());
    conf.setLong(GenerateSettings.TOP_N, request.topN());
    // Wrong settings and rules show here, before a job runs.
    GenerateSettings.of(conf);
    FetchNames.embed(conf);
    UrlRules.embed(conf);
    PageRankOrder.embed(conf, request.dir());
    OpenLists.embed(conf, request.dir(), open);
    FileInputFormat.setInputPaths(job, request.dir().crawlDb());
    job.setInputFormatClass(DatumInputFormat.class);
    job.setMapperClass(GenerateMapper.class);
    job.setMapOutputKeyClass(BytesWritable.class);
    job.setMapOutputValueClass(CrawlDatum.class);
    job.setPartitionerClass(PartPartitioner.class);
    job.setNumReduceTasks(request.parts());
    job.setOutputValueClass(CrawlDatum.class);
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    MergeJob.compress(job);
    return job;
  }

  /**
   * Cuts the candidates to the best topN of all.
   *
   * @return how many they are
   */
  private static long cut(ListRequest request, Path candidates, Path output) throws IOException {
    List<Path> parts = Parts.of(candidates.getFileSystem(request.conf()), candidates);
    long[] lengths = Cut.lengths(request.conf(), parts, request.topN());
    Job job = JobRunner.newJob(request.conf(), "generate (top-N selection)", GenerateJob.class);
    job.getConfiguration()
        .set(
            CutMapper.LENGTHS,
            Arrays.stream(lengths).mapToObj(Long::toString).collect(Collectors.joining(",")));
    FileInputFormat.setInputPaths(job, candidates);
    job.setInputFormatClass(WholeFiles.class);
    job.setMapperClass(CutMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(NullWritable.class);
    LazyOutputFormat.setOutputFormatClass(job, SequenceFileOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    JobRunner.run(job, request.console());
    return Arrays.stream(lengths).sum();
  }

  /** A task a file: the beginning of a part is the beginning of its file. */
  static final class WholeFiles extends SequenceFileInputFormat<BytesWritable, CrawlDatum> {
    @Override
    protected boolean isSplitable(JobContext context, Path file) {
      return false;
    }
  }
}
