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
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.crawldb.DatumInputFormat;
import org.orbweaver.crawler.crawldb.MergeJob;
import org.orbweaver.crawler.fetch.FetchNames;
import org.orbweaver.crawler.url.UrlFilters;

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

  /** Makes the list of one part. */
  static Counters selectOne(Session session, long topN, Path output) throws IOException {
    Job job = select(session, topN, 1, output);
    job.setReducerClass(FetchListReducer.class);
    job.setOutputKeyClass(Text.class);
    return JobRunner.run(job, session.console());
  }

  /** Makes the candidates of several parts. */
  static Counters selectCandidates(Session session, long topN, int parts, Path output)
      throws IOException {
    Job job = select(session, topN, parts, output);
    job.setReducerClass(CandidateReducer.class);
    job.setOutputKeyClass(BytesWritable.class);
    return JobRunner.run(job, session.console());
  }

  private static Job select(Session session, long topN, int parts, Path output) throws IOException {
    Job job = JobRunner.newJob(session, "generate", GenerateJob.class);
    Configuration conf = job.getConfiguration();
    conf.setLong(GenerateSettings.NOW, session.clock().millis());
    conf.setLong(GenerateSettings.TOP_N, topN);
    // Wrong settings and rules show here, before a job runs.
    GenerateSettings.of(conf);
    FetchNames.embed(conf);
    UrlFilters.embed(conf);
    PageRankOrder.embed(conf, session.dir());
    FileInputFormat.setInputPaths(job, session.dir().crawlDb());
    job.setInputFormatClass(DatumInputFormat.class);
    job.setMapperClass(GenerateMapper.class);
    job.setMapOutputKeyClass(BytesWritable.class);
    job.setMapOutputValueClass(CrawlDatum.class);
    job.setPartitionerClass(PartPartitioner.class);
    job.setNumReduceTasks(parts);
    job.setOutputValueClass(CrawlDatum.class);
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    MergeJob.compress(job);
    return job;
  }

  /**
   * Cuts the candidates to the best topN of all.
   *
   * @return how many each part has
   */
  static long[] cut(Session session, long topN, Path candidates, Path output) throws IOException {
    List<Path> parts = Parts.of(session.dir().fs(), candidates);
    long[] lengths = Cut.lengths(session.conf(), parts, topN);
    Job job = JobRunner.newJob(session, "generate (cut)", GenerateJob.class);
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
    JobRunner.run(job, session.console());
    return lengths;
  }

  /** A task a file: the beginning of a part is the beginning of its file. */
  static final class WholeFiles extends SequenceFileInputFormat<BytesWritable, CrawlDatum> {
    @Override
    protected boolean isSplitable(JobContext context, Path file) {
      return false;
    }
  }
}
