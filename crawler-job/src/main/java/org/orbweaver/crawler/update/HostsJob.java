package org.orbweaver.crawler.update;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MapFileOutputFormat;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.sorted.MergeJoinReducer;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.sorted.StoreInputFormat;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.conf.CrawlerKeys;
import org.orbweaver.crawler.hosts.HostIndex;
import org.orbweaver.crawler.hosts.HostOutage;
import org.orbweaver.crawler.hosts.HostParts;
import org.orbweaver.crawler.hosts.HostRecords;
import org.orbweaver.crawler.recrawl.ClockIndex;
import org.orbweaver.crawler.trap.HostPages;
import org.orbweaver.crawler.trap.HostPagesRecord;
import org.orbweaver.crawler.trap.PageFindings;
import org.orbweaver.crawler.trap.PageIndex;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges the records that a round learned about hosts into {@code hosts/current}.
 *
 * <p>Input: {@code fetch_hosts} of segments and {@link PageFindings}, (key, record). Shuffle: the
 * same, partitioned by the key's host. Each reducer merges its records with its part of the store.
 * The latest record of a key wins, and records older than {@value #KEPT_DAYS} days are dropped. An
 * outage is kept for twice db.fetch.interval.max, so that its host is not tried again with all its
 * URLs, and so is the record of a host's pages ({@link HostPages}), which accumulates all findings.
 * Output: the new parts, each with its {@link HostIndex}, {@link PageIndex} and {@link ClockIndex}.
 * Cost: the store is read and written once and never shuffled.
 */
public final class HostsJob {
  private static final double MILLIS_PER_DAY = 86_400_000;
  private static final int KEPT_DAYS = 90;
  private static final String NOW = "orbweaver.internal.hosts.now";
  private static final String OLDEST = "orbweaver.internal.hosts.oldest";
  private static final String OLDEST_OUTAGE = "orbweaver.internal.hosts.oldest.outage";

  private static final Logger LOG = LoggerFactory.getLogger(HostsJob.class);

  private HostsJob() {}

  /**
   * Runs the job.
   *
   * @param learned folders of learned records
   * @param parts of the store if there is none yet
   * @param output folder for the new store; must not exist
   */
  public static void run(Session session, List<Path> learned, int parts, Path output)
      throws IOException {
    List<Path> reads = new ArrayList<>(learned);
    reads.add(session.dir().hosts());
    Job job = JobRunner.newJob(session, "hosts", HostsJob.class, reads.toArray(Path[]::new));
    Configuration conf = job.getConfiguration();
    SortedStore<BytesWritable> store =
        SortedStore.open(conf, session.dir().hosts(), BytesWritable.class);
    store.check();
    long oldest = session.clock().millis() - KEPT_DAYS * 86_400_000L;
    conf.setLong(NOW, session.clock().millis());
    conf.setLong(OLDEST, oldest);
    long longestInterval = CrawlerKeys.FETCH_INTERVAL_MAX.get(conf) * 1000L;
    conf.setLong(OLDEST_OUTAGE, Math.min(oldest, session.clock().millis() - 2 * longestInterval));
    conf.setInt("io.map.index.interval", HostParts.INDEX_INTERVAL);
    StoreInputFormat.read(job, learned.toArray(new Path[0]));
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(BytesWritable.class);
    job.setPartitionerClass(HostPartitioner.class);
    job.setReducerClass(HostsReducer.class);
    MergeJoinReducer.join(job, store, parts);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(BytesWritable.class);
    job.setOutputFormatClass(MapFileOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    FileOutputFormat.setCompressOutput(job, false);
    JobRunner.run(job, session.console());
  }

  static final class HostPartitioner extends Partitioner<Text, BytesWritable> {
    @Override
    public int getPartition(Text key, BytesWritable record, int parts) {
      return HostParts.partOf(key.toString(), parts);
    }
  }

  static final class HostsReducer extends MergeJoinReducer<BytesWritable, BytesWritable> {
    private long now;
    private long oldest;
    private long oldestOutage;
    private final HostIndex.HostIndexBuilder hosts = new HostIndex.HostIndexBuilder();
    private PageIndex.PageIndexBuilder pages;
    private final ClockIndex.ClockIndexBuilder clocks = new ClockIndex.ClockIndexBuilder();

    @Override
    protected void setup(Context context) {
      now = context.getConfiguration().getLong(NOW, 0);
      oldest = context.getConfiguration().getLong(OLDEST, 0);
      oldestOutage = context.getConfiguration().getLong(OLDEST_OUTAGE, 0);
      pages = new PageIndex.PageIndexBuilder(context.getConfiguration());
    }

    @Override
    protected BytesWritable merge(
        Text key, BytesWritable old, Iterable<BytesWritable> learned, Context context)
        throws IOException {
      if (HostRecords.isPagesKey(key.toString())) {
        return keep(key, mergePages(key, old, learned), context);
      }
      byte[] latest = old == null ? null : old.copyBytes();
      for (BytesWritable record : learned) {
        latest = HostRecords.later(latest, record.copyBytes());
      }
      return keep(key, new BytesWritable(latest), context);
    }

    private BytesWritable mergePages(Text key, BytesWritable old, Iterable<BytesWritable> learned)
        throws IOException {
      HostPages before = old == null ? null : pages(key, old.copyBytes());
      HostPages known = before == null ? new HostPages() : before;
      for (BytesWritable record : learned) {
        PageFindings.take(record.copyBytes(), known);
      }
      known.endRound();
      known.activity().advance(now / MILLIS_PER_DAY);
      return new BytesWritable(HostPagesRecord.encode(known, now));
    }

    @Override
    protected BytesWritable keep(Text key, BytesWritable record, Context context) {
      byte[] bytes = record.copyBytes();
      if (HostPagesRecord.is(bytes)) {
        return keepPages(key, record, bytes);
      }
      if (!HostRecords.isOutage(bytes)) {
        if (HostRecords.time(bytes) < oldest) {
          return null;
        }
        index(key, bytes);
        return record;
      }
      HostOutage outage = HostOutage.read(bytes);
      if (outage == null || outage.last() < oldestOutage) {
        return null;
      }
      hosts.add(key.toString(), outage);
      return record;
    }

    private void index(Text key, byte[] record) {
      if (HostRecords.isRobots(record)) {
        hosts.addRobots(key.toString(), HostRecords.robotsChanged(record));
      }
    }

    private BytesWritable keepPages(Text key, BytesWritable record, byte[] bytes) {
      HostPages known = HostRecords.time(bytes) < oldestOutage ? null : pages(key, bytes);
      if (known == null) {
        return null;
      }
      pages.add(HostRecords.host(key.toString()), known);
      clocks.add(known.ratedPages(), known.activity());
      return record;
    }

    private static HostPages pages(Text key, byte[] record) {
      try {
        return HostPagesRecord.decode(record);
      } catch (IOException e) {
        LOG.warn("cannot read {}; beginning anew", key, e);
        return null;
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      Path folder = FileOutputFormat.getWorkOutputPath(context);
      int part = context.getTaskAttemptID().getTaskID().getId();
      hosts.write(context.getConfiguration(), new Path(folder, Parts.name(part)));
      pages.write(context.getConfiguration(), new Path(folder, Parts.name(part)));
      clocks.write(context.getConfiguration(), new Path(folder, Parts.name(part)));
    }
  }
}
