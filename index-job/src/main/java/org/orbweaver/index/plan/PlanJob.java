package org.orbweaver.index.plan;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.PartReader;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.RankingRuns;
import org.orbweaver.common.store.Session;
import org.orbweaver.index.conf.IndexKeys;
import org.orbweaver.index.plan.JoinedRecord.CanonicalReply;
import org.orbweaver.index.plan.JoinedRecord.JoinedPage;
import org.orbweaver.index.plan.StoreRecord.CanonicalClaim;
import org.orbweaver.index.plan.StoreRecord.IndexedPage;
import org.orbweaver.index.schema.Page;
import org.orbweaver.index.store.IndexMeta;
import org.orbweaver.index.store.TopicPageRank;

/**
 * Decides which pages are indexed, and joins their records in all stores but the segments. Two
 * jobs; neither moves texts.
 *
 * <p><b>Join</b>, by URL:
 *
 * <ul>
 *   <li>Input: crawldb (url, CrawlDatum); linkdb (url, Inlinks), the newest PageRank, that of each
 *       topic and the newest HITS (url, DoubleWritable), if any; parse_data (url, ParseData) of
 *       each segment; the pages of the index that is built upon (url, {@link IndexedPage}).
 *   <li>Shuffle: ({@link PageKey}, {@link StoreRecord}): the pages that name a page as canonical
 *       come last, when it is known whether that page will be indexed.
 *   <li>Output: ({@linkplain #key place and URL}, {@link JoinedPage}), and ({@linkplain #key place
 *       and URL} of the copy, {@link CanonicalReply}).
 * </ul>
 *
 * <p><b>Decide</b>, by place and URL:
 *
 * <ul>
 *   <li>Input and shuffle: that output.
 *   <li>Output: {@code part-*}, MapFiles of (place and URL, {@link JoinedPage}), the pages to
 *       write, in the order in which {@link PageInputFormat} reads the parses; {@code pages-*},
 *       (url, {@link IndexedPage}), all pages of the index; {@code deleted-*}, the same for pages
 *       whose documents are deleted from the index that is built upon.
 *   <li>Cost: about 100 bytes and the kept anchors a page are shuffled twice. A reducer holds one
 *       page.
 * </ul>
 */
public final class PlanJob {
  /** Names of the segments read, newest first. */
  static final String SEGMENTS = "orbweaver.internal.index.segments";

  static final String MAZES = "orbweaver.internal.index.mazes";

  /** All pages of the index: the store of that name in a build. */
  public static final String PAGES = "pages";

  /** Pages whose older documents are deleted. */
  private static final String DELETED = "deleted";

  /** Whether plugins may use any metadata of a page. */
  static final String FOR_PLUGINS = "orbweaver.internal.index.plugins";

  private static final String BUILD = "orbweaver.internal.index.build";

  private PlanJob() {}

  /**
   * The stores to read, besides the crawldb, the linkdb and HITS.
   *
   * @param segments names, oldest first
   * @param pageRank the run to use
   * @param topics the run by topic to use
   * @param upon the index that is built upon
   */
  public record Inputs(
      List<String> segments,
      Optional<Path> pageRank,
      Optional<TopicPageRank> topics,
      Optional<IndexMeta> upon) {
    private List<Path> paths(CrawlDir dir) throws IOException {
      List<Path> paths = new ArrayList<>(List.of(dir.crawlDb()));
      for (String segment : segments) {
        paths.add(new Path(dir.segment(segment), ParseData.DIR_NAME));
      }
      pageRank.ifPresent(run -> paths.add(new Path(run, TopicPageRank.SCORES)));
      topics.ifPresent(run -> paths.addAll(run.scores()));
      for (Path run : RankingRuns.newestPlain(dir, dir.hits()).stream().toList()) {
        paths.add(new Path(run, PageJoin.AUTHORITIES));
        paths.add(new Path(run, PageJoin.HUBS));
      }
      if (!Parts.of(dir.fs(), dir.linkDb()).isEmpty()) {
        paths.add(dir.linkDb());
      }
      upon.ifPresent(index -> paths.add(new Path(new Path(dir.indexes(), index.build()), PAGES)));
      return paths;
    }
  }

  /**
   * Runs both.
   *
   * @param build the name of the new index
   * @param joined for the first job's output; must not exist
   * @param plan for the second's; must not exist
   * @return the counters of both jobs
   */
  public static Counters run(Session session, Inputs inputs, String build, Path joined, Path plan)
      throws IOException {
    List<String> newestFirst = new ArrayList<>(inputs.segments());
    Collections.reverse(newestFirst);
    Job join = JobRunner.newJob(session, "index: join", PlanJob.class);
    join.setInputFormatClass(StoreInputFormat.class);
    StoreInputFormat.combine(join);
    FileInputFormat.setInputPaths(join, inputs.paths(session.dir()).toArray(new Path[0]));
    join.getConfiguration().set(MAZES, session.dir().mazes().toString());
    join.getConfiguration().setStrings(SEGMENTS, newestFirst.toArray(new String[0]));
    join.getConfiguration()
        .setBoolean(FOR_PLUGINS, !FieldPlugins.summary(session.conf()).isEmpty());
    join.setMapperClass(PlanMapper.class);
    join.setMapOutputKeyClass(PageKey.class);
    join.setMapOutputValueClass(StoreRecord.StoreValue.class);
    join.setSortComparatorClass(PageKey.Order.class);
    join.setPartitionerClass(PageKey.ByUrlHash.class);
    join.setGroupingComparatorClass(PageKey.ByUrl.class);
    join.setReducerClass(JoinReducer.class);
    int reducers = IndexKeys.SHARDS.get(session.conf());
    join.setNumReduceTasks(reducers);
    StoreFiles.writeSequence(join, joined, JoinedRecord.JoinedValue.class);
    Counters counters = JobRunner.run(join, session.console());

    Job decide = JobRunner.newJob(session, "index: plan", PlanJob.class, joined);
    decide.getConfiguration().set(BUILD, build);
    decide.setInputFormatClass(SequenceFileInputFormat.class);
    FileInputFormat.setInputPaths(decide, joined);
    decide.setMapOutputKeyClass(Text.class);
    decide.setMapOutputValueClass(JoinedRecord.JoinedValue.class);
    decide.setPartitionerClass(ByPlace.class);
    decide.setReducerClass(DecideReducer.class);
    decide.setNumReduceTasks(reducers);
    StoreFiles.writeStore(decide, plan, JoinedRecord.JoinedValue.class);
    for (String named : List.of(PAGES, DELETED)) {
      MultipleOutputs.addNamedOutput(
          decide, named, SequenceFileOutputFormat.class, Text.class, StoreRecord.StoreValue.class);
    }
    counters.incrAllCounters(JobRunner.run(decide, session.console()));
    return counters;
  }

  /** The files of a plan with all pages of the index. */
  public static List<Path> pages(FileSystem fs, Path plan) throws IOException {
    return named(fs, plan, PAGES);
  }

  /** A page whose document is deleted from the build that has it. */
  public interface DeletedSink {
    void accept(String build, Text url) throws IOException;
  }

  /** Reads the pages of a plan whose documents are deleted. */
  public static void forEachDeleted(Configuration conf, Path plan, DeletedSink sink)
      throws IOException {
    for (Path part : named(plan.getFileSystem(conf), plan, DELETED)) {
      try (PartReader<StoreRecord.StoreValue> pages =
          new PartReader<>(conf, part, StoreRecord.StoreValue.class)) {
        while (pages.next()) {
          sink.accept(((IndexedPage) pages.value().get()).build(), pages.key());
        }
      }
    }
  }

  private static List<Path> named(FileSystem fs, Path plan, String name) throws IOException {
    return Files.list(fs, plan).stream()
        .map(FileStatus::getPath)
        .filter(path -> path.getName().startsWith(name + "-r-"))
        .sorted()
        .toList();
  }

  /** The key of a plan: the part of the segment with the parse, a tab, the URL. */
  static Text key(String place, String url) {
    return new Text(place + '\t' + url);
  }

  /** The part of a plan with the pages of a place. */
  static int partOf(String place, int parts) {
    return Math.floorMod(place.hashCode(), parts);
  }

  /** Keeps the pages of a place together; those without a parse are spread. */
  static final class ByPlace extends Partitioner<Text, JoinedRecord.JoinedValue> {
    @Override
    public int getPartition(Text key, JoinedRecord.JoinedValue value, int parts) {
      String text = key.toString();
      int tab = text.indexOf('\t');
      return partOf(tab == 0 ? text : text.substring(0, tab), parts);
    }
  }

  /** Joins the records of all stores on a URL. */
  @SuppressWarnings("SameNameButDifferent") // each class's Context
  static final class JoinReducer
      extends Reducer<PageKey, StoreRecord.StoreValue, Text, JoinedRecord.JoinedValue> {
    private int hostsForUnfetched;
    private boolean publicOnly;

    @Override
    protected void setup(Context context) {
      hostsForUnfetched = IndexKeys.UNFETCHED_HOSTS.get(context.getConfiguration());
      publicOnly = IndexKeys.PUBLIC.get(context.getConfiguration());
    }

    @Override
    protected void reduce(PageKey pageKey, Iterable<StoreRecord.StoreValue> values, Context context)
        throws IOException, InterruptedException {
      PageJoin join = new PageJoin(hostsForUnfetched, publicOnly);
      for (StoreRecord.StoreValue value : values) {
        if (value.get() instanceof CanonicalClaim claim) {
          CanonicalReply reply = join.reply(claim);
          context.write(key(claim.place(), claim.copy()), new JoinedRecord.JoinedValue(reply));
        } else {
          join.add(value.get());
        }
      }
      JoinedPage planned = join.planned();
      if (planned != null) {
        context.write(
            key(join.place(), pageKey.url().toString()), new JoinedRecord.JoinedValue(planned));
      }
      count(join, context);
    }

    private static void count(PageJoin join, Context context) {
      IndexCounter outcome = join.outcome();
      if (outcome == null) {
        context.getCounter(IndexCounter.UNWANTED_PARSES).increment(join.parses());
        return;
      }
      if (outcome != IndexCounter.INDEXED && outcome != IndexCounter.UNFETCHED) {
        context.getCounter(outcome).increment(1);
      }
      if (join.promoted()) {
        context.getCounter(IndexCounter.CANDIDATES).increment(1);
        context.getCounter(IndexCounter.DUPLICATES).increment(-1);
      }
      context.getCounter(IndexCounter.OLDER_PARSES).increment(Math.max(0, join.parses() - 1));
    }
  }

  /** Drops copies, and pages that the index built upon has unchanged. */
  static final class DecideReducer
      extends Reducer<Text, JoinedRecord.JoinedValue, Text, JoinedRecord.JoinedValue> {
    private final Text url = new Text();
    private MultipleOutputs<Text, JoinedRecord.JoinedValue> outputs;
    private String build;
    private double factor;

    @Override
    protected void setup(Context context) {
      outputs = new MultipleOutputs<>(context);
      build = context.getConfiguration().get(BUILD);
      factor = IndexKeys.SCORE_FACTOR.get(context.getConfiguration());
    }

    @Override
    protected void reduce(Text key, Iterable<JoinedRecord.JoinedValue> values, Context context)
        throws IOException, InterruptedException {
      JoinedPage planned = null;
      CanonicalReply reply = null;
      for (JoinedRecord.JoinedValue value : values) {
        if (value.get() instanceof JoinedPage p) {
          planned = p;
        } else {
          reply = (CanonicalReply) value.get();
        }
      }
      if (planned == null) {
        return; // a reply to an older parse
      }
      url.set(key.toString().substring(key.find("\t") + 1));
      IndexedPage old = planned.indexed().isEmpty() ? null : planned.indexed().get(0);
      boolean copy = reply != null && reply.indexed();
      if (copy || planned.outcome().isEmpty()) {
        if (copy) {
          context.getCounter(IndexCounter.CANONICAL).increment(1);
        }
        delete(old, context);
        return;
      }
      Page.Facts facts = planned.facts();
      if (reply != null) {
        // The link graph gave its links to a page that is not indexed: this page takes its rank.
        facts = facts.ranked(reply.pageRank(), reply.topicRanks());
      }
      // Without a login as before there were any, so that an older index can be built upon.
      String said = planned.outcome() + planned.parsed() + facts.withoutScores() + planned.login();
      String digest = MD5Hash.digest(said.getBytes(StandardCharsets.UTF_8)).toString();
      IndexedPage now = new IndexedPage(build, digest, facts);
      count(planned, facts, context);
      if (old != null && old.isLike(now, factor)) {
        context.getCounter(IndexCounter.UNCHANGED).increment(1);
        outputs.write(PAGES, url, new StoreRecord.StoreValue(old));
        return;
      }
      delete(old, context);
      outputs.write(PAGES, url, new StoreRecord.StoreValue(now));
      context.write(
          key,
          new JoinedRecord.JoinedValue(
              new JoinedPage(
                  planned.outcome(), planned.parsed(), planned.login(), facts, List.of())));
    }

    private void delete(IndexedPage old, Context context) throws IOException, InterruptedException {
      if (old != null) {
        context.getCounter(IndexCounter.DELETED).increment(1);
        outputs.write(DELETED, url, new StoreRecord.StoreValue(old));
      }
    }

    private static void count(JoinedPage planned, Page.Facts facts, Context context) {
      context.getCounter(IndexCounter.valueOf(planned.outcome())).increment(1);
      if (facts.pageRank() > 0) {
        context.getCounter(IndexCounter.RANKED).increment(1);
      }
      if (!facts.anchors().isEmpty()) {
        context.getCounter(IndexCounter.ANCHORED).increment(1);
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      outputs.close();
    }
  }
}
