package org.orbweaver.index.build;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseText;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.store.Session;
import org.orbweaver.index.IndexKeys;
import org.orbweaver.index.schema.Page;

/**
 * The index job.
 *
 * <ul>
 *   <li>Input: crawldb (url, CrawlDatum); linkdb (url, Inlinks), the newest PageRank and the newest
 *       HITS (url, DoubleWritable) where there are any; parse_data (url, ParseData) of each
 *       segment, beside which the mapper reads parse_text; what {@link CanonicalJob} answers.
 *   <li>Shuffle: ({@link PageKey}, {@link PagePart.Value}), sorted by URL, kind and age of the
 *       segment; partitioned and grouped by URL.
 *   <li>Output: a Lucene shard a reducer, with the documents in the order of their URLs.
 *   <li>Cost: each input is read once; shuffled are, of each parse, title and text without its
 *       links, and some ten bytes and the URL of each other record that is kept. A reducer holds
 *       one page and the writer's buffer.
 * </ul>
 */
final class IndexJob {
  /** Names of the segments read, newest first. */
  static final String SEGMENTS = "orbweaver.internal.index.segments";

  private final CrawlDir dir;
  private final List<String> segments;
  private final Optional<Path> pageRank;

  private IndexJob(CrawlDir dir, List<String> segments, Optional<Path> pageRank) {
    this.dir = dir;
    this.segments = segments;
    this.pageRank = pageRank;
  }

  /**
   * Looks at what there is to index.
   *
   * @throws OrbException (failed) where there is no crawldb, (nothing to do) where no segment is
   *     parsed
   */
  static IndexJob over(CrawlDir dir) throws IOException {
    FileSystem fs = dir.fs();
    if (Parts.of(fs, dir.crawlDb()).isEmpty()) {
      throw OrbException.failed("no crawldb in " + dir + " ('orb inject SEEDS DIR' creates one)");
    }
    List<String> segments = new ArrayList<>();
    for (Path segment : dir.segmentList()) {
      if (fs.exists(new Path(segment, ParseData.DIR_NAME))
          && fs.exists(new Path(segment, ParseText.DIR_NAME))) {
        segments.add(segment.getName());
      }
    }
    if (segments.isEmpty()) {
      throw OrbException.nothingToDo(
          "no parsed segments in " + dir + " (run 'orb fetch' and 'orb parse' first)");
    }
    return new IndexJob(dir, segments, RankingRuns.newestPlain(dir, dir.pageRanks()));
  }

  /** The segments read, oldest first. */
  List<String> segments() {
    return segments;
  }

  /** The name of the PageRank run used. */
  Optional<String> pageRankRun() {
    return pageRank.map(Path::getName);
  }

  /**
   * Runs it.
   *
   * @param canonicals must not exist; receives what {@link CanonicalJob} finds
   * @param output must not exist; receives the shards and their counts
   */
  Counters run(Session session, Path canonicals, Path output, int shards) throws IOException {
    List<String> newestFirst = new ArrayList<>(segments);
    Collections.reverse(newestFirst);
    List<Path> pages = pages();
    List<Path> inputs = new ArrayList<>(pages);
    if (IndexKeys.CANONICALS.get(session.conf())) {
      CanonicalJob.run(session, pages, newestFirst, shards, canonicals);
      inputs.add(canonicals);
    }
    if (!Parts.of(dir.fs(), dir.linkDb()).isEmpty()) {
      inputs.add(dir.linkDb());
    }
    RankingRuns.newestPlain(dir, dir.hits())
        .ifPresent(
            run -> inputs.addAll(List.of(new Path(run, "authorities"), new Path(run, "hubs"))));
    Job job = newJob(session, "index", inputs, newestFirst, shards, output);
    job.setMapperClass(IndexMapper.class);
    job.setMapOutputValueClass(PagePart.Value.class);
    job.setReducerClass(IndexReducer.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Page.class);
    job.setOutputFormatClass(IndexWriterOutputFormat.class);
    return JobRunner.run(job, session.console());
  }

  /** A job that brings together what sequence files say of each URL. */
  static Job newJob(
      Session session,
      String name,
      List<Path> inputs,
      List<String> segmentsNewestFirst,
      int reducers,
      Path output)
      throws IOException {
    Job job = JobRunner.newJob(session, name, IndexJob.class);
    job.setInputFormatClass(SequenceFileInputFormat.class);
    FileInputFormat.setInputPaths(job, inputs.toArray(new Path[0]));
    job.getConfiguration().setStrings(SEGMENTS, segmentsNewestFirst.toArray(new String[0]));
    job.setMapOutputKeyClass(PageKey.class);
    job.setSortComparatorClass(PageKey.Order.class);
    job.setPartitionerClass(PageKey.ByUrlHash.class);
    job.setGroupingComparatorClass(PageKey.ByUrl.class);
    job.setNumReduceTasks(reducers);
    FileOutputFormat.setOutputPath(job, output);
    return job;
  }

  /** What tells of pages: crawldb, parses and ranks. */
  private List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(dir.crawlDb()));
    for (String segment : segments) {
      pages.add(new Path(dir.segment(segment), ParseData.DIR_NAME));
    }
    pageRank.ifPresent(run -> pages.add(new Path(run, "scores")));
    return pages;
  }

  /** Reads one file of a store; a parse knows the age of its segment, and its text. */
  abstract static class StoreMapper<V> extends Mapper<Text, Writable, PageKey, V> {
    final PageKey key = new PageKey();
    private Path input;
    private ParsedPages.ParsedText texts;
    private int age = -1;

    @Override
    protected void setup(Context context) throws IOException {
      input = ((FileSplit) context.getInputSplit()).getPath();
    }

    /** The text of a parsed page. */
    final String text(Text url, Context context) throws IOException {
      if (texts == null) {
        texts = ParsedPages.ParsedText.beside(input, context.getConfiguration());
      }
      return texts.of(url);
    }

    /** The folder of the store. */
    final String store() {
      return input.getParent().getParent().getName();
    }

    /** The place of the parse's segment, 0 for the newest. */
    final int age(Context context) throws IOException {
      if (age < 0) {
        String segment = input.getParent().getParent().getParent().getName();
        age = List.of(context.getConfiguration().getTrimmedStrings(SEGMENTS)).indexOf(segment);
        if (age < 0) {
          throw new IOException("segment " + segment + " is not among those of this job");
        }
      }
      return age;
    }

    final IOException unknown(Writable record) {
      return new IOException(
          input + " holds " + record.getClass().getName() + ", which is not a crawl store");
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      if (texts != null) {
        texts.close();
      }
    }
  }

  /** Joins what the stores know of a URL and hands the page to the shard. */
  static final class IndexReducer extends Reducer<PageKey, PagePart.Value, NullWritable, Page> {
    @Override
    protected void reduce(PageKey key, Iterable<PagePart.Value> values, Context context)
        throws IOException, InterruptedException {
      Iterator<PagePart> parts =
          StreamSupport.stream(values.spliterator(), false).map(PagePart.Value::get).iterator();
      PageJoin join = PageJoin.of(key.url().toString(), parts);
      if (join.outcome() == null) {
        context.getCounter(IndexCounter.UNWANTED_PARSES).increment(join.parses());
        return;
      }
      context.getCounter(join.outcome()).increment(1);
      if (join.promoted()) {
        context.getCounter(IndexCounter.CANDIDATES).increment(1);
        context.getCounter(IndexCounter.DUPLICATES).increment(-1);
      }
      context.getCounter(IndexCounter.OLDER_PARSES).increment(Math.max(0, join.parses() - 1));
      Page page = join.page();
      if (page != null) {
        if (page.facts().pageRank() > 0) {
          context.getCounter(IndexCounter.RANKED).increment(1);
        }
        if (!page.facts().anchors().isEmpty()) {
          context.getCounter(IndexCounter.ANCHORED).increment(1);
        }
        context.write(NullWritable.get(), page);
      }
    }
  }
}
