package org.orbweaver.crawler.generate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.store.Parts;
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
 * has one part or the crawldb is small, writes the list. Else there is one for each part, which
 * writes what {@link CandidateWriter} describes, at most topN candidates.
 *
 * <p>Top-N selection, after several reducers: {@link TopN} finds from the parts' histograms how
 * many candidates of each part are among the best topN. A map task for each part copies these to
 * the list.
 *
 * <p>With the list goes what the store of hosts knows of its hosts, a sorted file for each part:
 * the one reducer reads the store itself; else tasks of the second job read it, and what the list
 * needs is shuffled by part. The store is read once, from end to end.
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
   * @param urls in the list
   * @param open segments whose lists are not in the crawldb yet; their URLs are left out
   */
  record Made(Counters counters, long urls, List<String> open) {}

  /**
   * Makes a fetch list; nothing where no URL can be taken.
   *
   * @param segment folder for the list, and for the records about its hosts; must not exist
   * @param candidates folder for what is made on the way; must not exist
   */
  static Made run(ListRequest request, Path segment, Path candidates) throws IOException {
    int reducers = isSmall(request) ? 1 : request.parts();
    List<String> open = OpenLists.segments(request.dir(), request.now());
    Job job = select(request, open, reducers, reducers == 1 ? segment : candidates);
    Counters counters = JobRunner.run(job, request.console());
    long urls = counters.findCounter(GenerateCounter.TAKEN).getValue();
    if (reducers > 1 && urls > 0) {
      urls = Math.min(urls, request.topN());
      selectTopN(request, candidates, segment);
    }
    return new Made(counters, urls, open);
  }

  private static boolean isSmall(ListRequest request) throws IOException {
    long limit = request.conf().getLong(ONE_REDUCER_BYTES, DEFAULT_ONE_REDUCER_BYTES);
    return request.dir().fs().getContentSummary(request.dir().crawlDb()).getLength() <= limit;
  }

  private static Job select(ListRequest request, List<String> open, int reducers, Path output)
      throws IOException {
    Job job =
        JobRunner.newJob(request.conf(), "generate", GenerateJob.class, request.dir().crawlDb());
    Configuration conf = job.getConfiguration();
    conf.setLong(GenerateSettings.NOW, request.now());
    conf.setLong(GenerateSettings.AHEAD, request.ahead().toMillis());
    conf.setLong(GenerateSettings.TOP_N, request.topN());
    conf.setInt(GenerateSettings.PARTS, request.parts());
    HostAdmission.embed(conf, request.dir().hosts());
    if (request.withHosts()) {
      ListHosts.setStore(conf, request.dir().hosts());
    }
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
    job.setPartitionerClass(ListPartitioner.class);
    job.setNumReduceTasks(reducers);
    job.setReducerClass(SelectReducer.class);
    writeFiles(job, output);
    return job;
  }

  private static void selectTopN(ListRequest request, Path candidates, Path output)
      throws IOException {
    long[] lengths = TopN.lengths(request.conf(), candidates, request.parts(), request.topN());
    Path hosts = request.dir().hosts();
    Job job =
        JobRunner.newJob(
            request.conf(), "generate (top-N selection)", GenerateJob.class, candidates, hosts);
    Configuration conf = job.getConfiguration();
    conf.set(
        TopNMapper.LENGTHS,
        Arrays.stream(lengths).mapToObj(Long::toString).collect(Collectors.joining(",")));
    Path folder = candidates.getFileSystem(conf).makeQualified(candidates);
    conf.set(TopNMapper.CANDIDATES, folder.toString());
    List<Path> inputs = new ArrayList<>(Parts.of(folder.getFileSystem(conf), folder));
    boolean known = request.withHosts() && request.dir().fs().exists(hosts);
    if (known) {
      inputs.add(hosts);
    }
    FileInputFormat.setInputPaths(job, inputs.toArray(new Path[0]));
    job.setInputFormatClass(CandidatesAndHosts.class);
    job.setMapperClass(TopNMapper.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(BytesWritable.class);
    job.setPartitionerClass(HostsReducer.ByPart.class);
    job.setReducerClass(HostsReducer.class);
    job.setNumReduceTasks(known ? request.parts() : 0);
    writeFiles(job, output);
    JobRunner.run(job, request.console());
  }

  /** Tasks write files of their own; the committer moves them to the output. */
  private static void writeFiles(Job job, Path output) {
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(NullWritable.class);
    LazyOutputFormat.setOutputFormatClass(job, SequenceFileOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
  }

  /**
   * A task for a part's candidates, whose records it reads itself; tasks for the store of hosts.
   */
  static final class CandidatesAndHosts extends SequenceFileInputFormat<Text, BytesWritable> {
    private static boolean isOfCandidates(JobContext context, Path file) {
      return file.getParent()
          .equals(new Path(context.getConfiguration().get(TopNMapper.CANDIDATES)));
    }

    @Override
    protected boolean isSplitable(JobContext context, Path file) {
      return !isOfCandidates(context, file);
    }

    @Override
    public RecordReader<Text, BytesWritable> createRecordReader(
        InputSplit split, TaskAttemptContext context) {
      return isOfCandidates(context, ((FileSplit) split).getPath())
          ? new NoRecords()
          : new StoreInputFormat<BytesWritable>().createRecordReader(split, context);
    }
  }

  private static final class NoRecords extends RecordReader<Text, BytesWritable> {
    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) {
      // Nothing is read.
    }

    @Override
    public boolean nextKeyValue() {
      return false;
    }

    @Override
    public Text getCurrentKey() {
      return null;
    }

    @Override
    public BytesWritable getCurrentValue() {
      return null;
    }

    @Override
    public float getProgress() {
      return 0;
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }
}
