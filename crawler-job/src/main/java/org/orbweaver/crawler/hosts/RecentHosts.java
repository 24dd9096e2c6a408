package org.orbweaver.crawler.hosts;

import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.orbweaver.common.sorted.StoreLookup;
import org.orbweaver.common.store.CrawlDir;
import org.orbweaver.common.store.Parts;
import org.orbweaver.common.store.StepRecord;
import org.orbweaver.crawler.crawldb.CrawlDb;

/**
 * The records that fetches of the last day learned about hosts, on top of a store that they have
 * not been merged into. So the delay of each host holds from one fetch to the next, even if several
 * lists are fetched before an update. Mostly there are none; otherwise a look-up costs one in each
 * of their parts.
 */
public final class RecentHosts implements HostStore, Closeable {
  private static final String FOLDERS = "orbweaver.internal.hosts.recent";
  private static final long RECENT_SECONDS = 86_400;

  private final HostStore store;
  private final StoreLookup<BytesWritable> recent;

  private RecentHosts(HostStore store, StoreLookup<BytesWritable> recent) {
    this.store = store;
    this.recent = recent;
  }

  /** Puts the fetches of the last day that update has not merged into a job's configuration. */
  public static void embed(
      Configuration conf, CrawlDir dir, List<StepRecord> history, long now, String fetchStep)
      throws IOException {
    Set<String> merged = CrawlDb.segments(history);
    Instant since = Instant.ofEpochMilli(now).minusSeconds(RECENT_SECONDS);
    List<String> folders = new ArrayList<>();
    for (StepRecord step : history) {
      if (step.name().equals(fetchStep)
          && !merged.contains(step.key())
          && step.time().isAfter(since)) {
        Path learned = new Path(new Path(dir.segments(), step.key()), HostRecords.FOLDER);
        if (dir.fs().exists(learned)) {
          folders.add(learned.toString());
        }
      }
    }
    conf.setStrings(FOLDERS, folders.toArray(new String[0]));
  }

  /** Opens the records that {@link #embed} named, on top of a store. */
  public static RecentHosts over(HostStore store, Configuration conf) throws IOException {
    List<Path> parts = new ArrayList<>();
    for (String name : conf.getTrimmedStrings(FOLDERS)) {
      Path folder = new Path(name);
      parts.addAll(Parts.of(folder.getFileSystem(conf), folder));
    }
    return new RecentHosts(store, new StoreLookup<>(conf, parts, BytesWritable.class));
  }

  @Override
  public byte[] find(String key) throws IOException {
    byte[] latest = store.find(key);
    return recent.parts() == 0 ? latest : latest(new Text(key), latest);
  }

  private synchronized byte[] latest(Text key, byte[] known) {
    byte[] latest = known;
    for (int part = 0; part < recent.parts(); part++) {
      BytesWritable record = recent.get(part, key);
      if (record != null) {
        latest = HostRecords.later(latest, record.copyBytes());
      }
    }
    return latest;
  }

  @Override
  public synchronized void close() throws IOException {
    recent.close();
  }
}
