package org.orbweaver.crawler.crawldb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.nutch.crawl.CrawlDatum;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.job.RecordFaults;
import org.orbweaver.common.sorted.MergeJoinReducer;
import org.orbweaver.common.sorted.StoreFiles;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.conf.UrlRules;
import org.orbweaver.crawler.crawldb.CrawlDb.CrawlDbCounter;
import org.orbweaver.crawler.url.SemanticRules;
import org.orbweaver.crawler.url.UrlNormalizer;

/**
 * The job that merges changes into the crawldb.
 *
 * <p>Input: files of (URL, CrawlDatum), the changes. Shuffle: (URL, {@link Change}), links folded
 * to one for each target and map task; partitioned by HashPartitioner, sorted by URL. Each reducer
 * merges its changes with its part of {@code crawldb/current}. Output: the new parts,
 * MapFile&lt;URL, CrawlDatum&gt;. Cost: the crawldb is read and written once, and never shuffled.
 */
public final class MergeJob {
  private static final int PARTS_ON_CLUSTER = 4;

  private MergeJob() {}

  /**
   * Makes the job; the caller adds the settings of its merge and runs it.
   *
   * @param merge how changes affect entries
   * @param segments names of the segments that the inputs belong to, from old to new; may be empty
   * @param inputs folders or files
   * @param output the staged crawldb
   * @throws OrbException (failed) if a part of the crawldb is corrupt
   */
  public static Job create(
      Session session,
      String name,
      Class<? extends Merge> merge,
      List<String> segments,
      List<Path> inputs,
      Path output)
      throws IOException {
    Job job = JobRunner.newJob(session, name, MergeJob.class, reads(session, inputs));
    Configuration conf = job.getConfiguration();
    conf.setClass(MergeReducer.MERGE, merge, Merge.class);
    DatumInputFormat.setSegments(conf, segments);
    FileInputFormat.setInputPaths(job, inputs.toArray(new Path[0]));
    job.setInputFormatClass(DatumInputFormat.class);
    job.setMapperClass(ChangeMapper.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(Change.class);
    job.setPartitionerClass(HashPartitioner.class);
    job.setReducerClass(MergeReducer.class);
    MergeJoinReducer.join(job, CrawlDb.check(conf, session.dir()), newParts(session.conf()));
    StoreFiles.writeStore(job, output, CrawlDatum.class);
    return job;
  }

  private static Path[] reads(Session session, List<Path> inputs) {
    List<Path> reads = new ArrayList<>(inputs);
    reads.add(session.dir().crawlDb());
    return reads.toArray(Path[]::new);
  }

  /** The number of parts of the crawldb, or of a crawldb not yet made. */
  public static int parts(Session session) throws IOException {
    int parts = CrawlDb.check(session.conf(), session.dir()).parts().size();
    return parts > 0 ? parts : newParts(session.conf());
  }

  private static int newParts(Configuration conf) {
    int wanted = CrawlerKeys.CRAWLDB_PARTS.get(conf);
    return wanted > 0 ? wanted : JobRunner.isLocal(conf) ? 1 : PARTS_ON_CLUSTER;
  }

  /** Merges changes into the crawldb by a {@link Merge}, and counts its entries. */
  public static final class MergeReducer extends MergeJoinReducer<Change, CrawlDatum> {
    static final String MERGE = "orbweaver.internal.merge.class";

    private final Map<CrawlDbCounter, Counter> counters = new EnumMap<>(CrawlDbCounter.class);
    private final RecordFaults faults = new RecordFaults(MergeJob.class);
    private Merge merge;

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      Configuration conf = context.getConfiguration();
      for (CrawlDbCounter counter : CrawlDbCounter.values()) {
        counters.put(counter, context.getCounter(counter));
      }
      merge = ReflectionUtils.newInstance(conf.getClass(MERGE, null, Merge.class), conf);
      merge.setup(conf, this::count);
      merge.open(context);
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      merge.close();
    }

    @Override
    protected CrawlDatum merge(Text url, CrawlDatum old, Iterable<Change> changes, Context context)
        throws IOException {
      CrawlDatum entry;
      try {
        entry = merge.merge(url.toString(), old, changes);
      } catch (RuntimeException | StackOverflowError e) {
        if (!faults.isRecords(url, e, context)) {
          throw e;
        }
        // The entry stays due, and the content fetched stays in the segment.
        entry = old;
      }
      if (entry != null && old == null) {
        count(CrawlDbCounter.ADDED);
      }
      return counted(entry);
    }

    @Override
    protected CrawlDatum keep(Text url, CrawlDatum old, Context context) {
      merge.keep(url.toString(), old);
      return counted(old);
    }

    private CrawlDatum counted(CrawlDatum entry) {
      if (entry != null) {
        count(CrawlDbCounter.URLS);
        count(CrawlDbCounter.of(entry.getStatus()));
        NonContentMark.of(entry).ifPresent(kind -> count(CrawlDbCounter.of(kind)));
        merge.written(entry);
      }
      return entry;
    }

    private void count(CrawlDbCounter counter) {
      counters.get(counter).increment(1);
    }
  }

  /**
   * Passes on the records of segments, seeds and lists of duplicates as changes; it normalises the
   * targets of links.
   */
  public static final class ChangeMapper extends Mapper<Text, Change, Text, Change> {
    private final Text target = new Text();
    private final RecordFaults faults = new RecordFaults(MergeJob.class);
    private UrlNormalizer normalizer;

    @Override
    protected void setup(Context context) {
      normalizer =
          new UrlNormalizer(
              SemanticRules.NONE, UrlRules.sources(context.getConfiguration()), List.of());
    }

    @Override
    protected void map(Text url, Change change, Context context)
        throws IOException, InterruptedException {
      try {
        handOn(url, change, context);
      } catch (RuntimeException | StackOverflowError e) {
        if (!faults.isRecords(url, e, context)) {
          throw e;
        }
      }
    }

    private void handOn(Text url, Change change, Context context)
        throws IOException, InterruptedException {
      if (change.status() != CrawlDatum.STATUS_LINKED) {
        context.write(url, change);
        return;
      }
      String text = url.toString();
      String normal = normalizer.normalize(text);
      if (normal == null) {
        return;
      }
      if (normal.equals(text)) {
        context.write(url, change);
      } else {
        target.set(normal);
        context.write(target, change);
      }
    }
  }

  /**
   * How changes affect an entry of the crawldb. An instance serves one reducer, from one thread.
   */
  public interface Merge {
    /**
     * Called once, before the first entry.
     *
     * @param tally adds one to the counter it is given
     */
    void setup(Configuration conf, Consumer<CrawlDbCounter> tally);

    /** Called after setup, in a task; lets a merge open output of its own beside the crawldb. */
    default void open(TaskInputOutputContext<?, ?, ?, ?> context)
        throws IOException, InterruptedException {}

    /** Called with each entry that nothing changes; may change it. */
    default void keep(String url, CrawlDatum entry) {}

    /** Called with each entry of the new crawldb. */
    default void written(CrawlDatum entry) {}

    /** Called after the last entry. */
    default void close() throws IOException {}

    /**
     * Merges the changes of a URL into its entry.
     *
     * @param url the URL
     * @param old its entry, null if it has none; may be changed and returned
     * @param changes at least one, in no order; copy anything to keep before taking the next
     * @return the new entry, null for none
     */
    CrawlDatum merge(String url, CrawlDatum old, Iterable<Change> changes) throws IOException;
  }
}
