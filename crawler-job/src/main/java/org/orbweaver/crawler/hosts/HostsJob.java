package org.orbweaver.crawler.hosts;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MapFileOutputFormat;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.Session;
import org.orbweaver.crawler.CrawlerKeys;
import org.orbweaver.crawler.crawldb.CheckedInputFormat;
import org.orbweaver.crawler.crawldb.WholeReader;

/**
 * Merges what fetch learned about hosts into {@code hosts/current}.
 *
 * <p>Input: {@code fetch_hosts} of segments, (key, record). Shuffle: the same, partitioned by the
 * key's host. Each reducer merges its records with its part of the store; the latest record of a
 * key wins, and what is older than {@value #KEPT_DAYS} days is dropped; an outage is kept for twice
 * db.fetch.interval.max, so that its host is not tried anew with all its URLs. Output: the new
 * parts. Cost: the store is read and written once and never shuffled.
 */
public final class HostsJob {
  /** Folder of a segment with what fetch learned. */
  public static final String LEARNED = "fetch_hosts";

  private static final int KEPT_DAYS = 90;
  private static final String STORE = "orbweaver.internal.hosts.store";
  private static final String OLDEST = "orbweaver.internal.hosts.oldest";
  private static final String OLDEST_OUTAGE = "orbweaver.internal.hosts.oldest.outage";

  private HostsJob() {}

  /**
   * Runs the job.
   *
   * @param learned folders of learned records
   * @param parts of the store where there is none yet
   * @param output folder for the new store; must not exist
   */
  public static void run(Session session, List<Path> learned, int parts, Path output)
      throws IOException {
    Path store = session.dir().hosts();
    List<Path> reads = new ArrayList<>(learned);
    reads.add(store);
    Job job = JobRunner.newJob(session, "hosts", HostsJob.class, reads.toArray(Path[]::new));
    Configuration conf = job.getConfiguration();
    int had = session.dir().fs().exists(store) ? Parts.of(session.dir().fs(), store).size() : 0;
    if (had > 0) {
      conf.set(STORE, store.toString());
    }
    long oldest = session.clock().millis() - KEPT_DAYS * 86_400_000L;
    conf.setLong(OLDEST, oldest);
    long longestInterval = CrawlerKeys.FETCH_INTERVAL_MAX.get(conf) * 1000L;
    conf.setLong(OLDEST_OUTAGE, Math.min(oldest, session.clock().millis() - 2 * longestInterval));
    conf.setInt("io.map.index.interval", HostParts.INDEX_INTERVAL);
    FileInputFormat.setInputPaths(job, learned.toArray(new Path[0]));
    job.setInputFormatClass(CheckedInputFormat.class);
    CheckedInputFormat.combine(job);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(BytesWritable.class);
    job.setPartitionerClass(ByHost.class);
    job.setNumReduceTasks(had > 0 ? had : parts);
    job.setReducerClass(Merge.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(BytesWritable.class);
    job.setOutputFormatClass(MapFileOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    FileOutputFormat.setCompressOutput(job, false);
    JobRunner.run(job, session.console());
  }

  static final class ByHost extends Partitioner<Text, BytesWritable> {
    @Override
    public int getPartition(Text key, BytesWritable record, int parts) {
      return HostParts.partOf(key.toString(), parts);
    }
  }

  static final class Merge extends Reducer<Text, BytesWritable, Text, BytesWritable> {
    private long oldest;
    private long oldestOutage;

    @Override
    public void run(Context context) throws IOException, InterruptedException {
      oldest = context.getConfiguration().getLong(OLDEST, 0);
      oldestOutage = context.getConfiguration().getLong(OLDEST_OUTAGE, 0);
      try (Old old = Old.part(context.getConfiguration())) {
        while (context.nextKey()) {
          Text key = context.getCurrentKey();
          byte[] latest = null;
          for (BytesWritable record : context.getValues()) {
            latest = HostRecords.later(latest, record.copyBytes());
          }
          while (old.compareTo(key) < 0) {
            write(context, old.key, old.record.copyBytes());
            old.next();
          }
          if (old.compareTo(key) == 0) {
            latest = HostRecords.later(latest, old.record.copyBytes());
            old.next();
          }
          write(context, key, latest);
        }
        while (!old.ended) {
          write(context, old.key, old.record.copyBytes());
          old.next();
        }
      }
    }

    private void write(Context context, Text key, byte[] record)
        throws IOException, InterruptedException {
      if (HostRecords.time(record) >= (HostRecords.isOutage(record) ? oldestOutage : oldest)) {
        context.write(key, new BytesWritable(record));
      }
    }
  }

  /** The part of the store that has this reducer's number. */
  private static final class Old implements Closeable {
    private final WholeReader reader;
    private final Text key = new Text();
    private final BytesWritable record = new BytesWritable();
    private boolean ended;

    private Old(WholeReader reader) throws IOException {
      this.reader = reader;
      next();
    }

    static Old part(Configuration conf) throws IOException {
      String store = conf.get(STORE);
      if (store == null) {
        return new Old(null);
      }
      Path folder = new Path(store);
      FileSystem fs = folder.getFileSystem(conf);
      Path part = Parts.of(fs, folder).get(conf.getInt(JobContext.TASK_PARTITION, 0));
      return new Old(new WholeReader(conf, new Path(part, MapFile.DATA_FILE_NAME)));
    }

    void next() throws IOException {
      ended = reader == null || !reader.next(key, record);
    }

    /** As if an ended part went on with a key behind all others. */
    int compareTo(Text other) {
      return ended ? 1 : key.compareTo(other);
    }

    @Override
    public void close() throws IOException {
      if (reader != null) {
        reader.close();
      }
    }
  }
}
