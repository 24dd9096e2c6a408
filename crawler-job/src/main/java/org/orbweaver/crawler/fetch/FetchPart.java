package org.orbweaver.crawler.fetch;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.orbweaver.common.job.JobRunner;
import org.orbweaver.common.store.WallClock;
import org.orbweaver.crawler.fetch.politeness.PartLease;
import org.orbweaver.crawler.fetch.task.FetchPolicy;
import org.orbweaver.crawler.hosts.HostParts;
import org.orbweaver.crawler.hosts.HostTable;
import org.orbweaver.crawler.hosts.RecentHosts;

/**
 * What a task needs while it contacts the hosts of one part: the lease on it, the records of hosts,
 * and an output that continues that of earlier attempts.
 */
final class FetchPart implements Closeable {
  private final java.nio.file.Path local;
  private PartLease lease;
  private HostParts store;
  private HostParts known;
  private RecentHosts recent;
  private HostTable hosts;
  private FetchOutput output;

  private FetchPart(java.nio.file.Path local) {
    this.local = local;
  }

  /**
   * Takes the lease, once no other attempt has it, and opens the rest.
   *
   * @param own the part's folder, the same for all attempts
   */
  static FetchPart take(TaskAttemptContext context, Configuration conf, Path own)
      throws IOException, InterruptedException {
    FetchPart part = new FetchPart(localFolder(conf));
    try {
      part.open(context, conf, own);
      return part;
    } catch (IOException | RuntimeException | InterruptedException e) {
      part.close();
      throw e;
    }
  }

  private void open(TaskAttemptContext context, Configuration conf, Path own)
      throws IOException, InterruptedException {
    lease =
        PartLease.take(
            own.getFileSystem(conf),
            own,
            context.getTaskAttemptID().toString(),
            // The crawl's lock proves that no other process works here.
            JobRunner.isLocal(conf),
            System::nanoTime,
            ms -> {
              context.setStatus("waiting for the lease of an earlier attempt to expire");
              context.progress();
              TimeUnit.MILLISECONDS.sleep(ms);
            });
    store = HostParts.store(conf, new Path(conf.get(FetchJob.HOSTS)));
    String listed = conf.get(FetchJob.LIST_HOSTS);
    known = listed == null ? store : HostParts.ofList(conf, new Path(listed, own.getName()), local);
    recent = RecentHosts.over(known, conf);
    hosts = new HostTable(recent, store, local);
    output =
        new FetchOutput(
            conf,
            own,
            FetchSettings.spillBytes(conf),
            hosts,
            lease::check,
            () -> {
              context.setStatus("waiting for HDFS to recover the log of an earlier attempt");
              context.progress();
              lease.renew();
            });
  }

  /** A local folder for the task alone, or for the crawl alone. */
  private static java.nio.file.Path localFolder(Configuration conf) {
    String[] dirs = conf.getTrimmedStrings("mapreduce.cluster.local.dir");
    String tmp = System.getProperty("java.io.tmpdir");
    // On a cluster a task's temporary folder belongs to its container and is deleted with it.
    return JobRunner.isLocal(conf) && dirs.length > 0
        ? new File(dirs[0]).toPath()
        : new File(tmp).toPath();
  }

  /** The time until which earlier attempts may have contacted hosts: see {@link FetchPolicy}. */
  static long contactedUntil(TaskAttemptContext context) {
    return context.getTaskAttemptID().getId() > 0
        ? WallClock.clock().millis()
        : context.getConfiguration().getLong(FetchJob.CONTACTED_UNTIL, 0);
  }

  PartLease lease() {
    return lease;
  }

  HostTable hosts() {
    return hosts;
  }

  FetchOutput output() {
    return output;
  }

  /** The folder for the task's temporary files. */
  java.nio.file.Path local() {
    return local;
  }

  @Override
  public void close() throws IOException {
    // In the reverse of the order in which they were opened; the lease last in any case.
    try (Closeable last = open(lease);
        Closeable third = open(store);
        Closeable second = open(known);
        Closeable first = open(recent);
        Closeable table = open(hosts);
        Closeable rows = open(output)) {
      // All are closed.
    }
  }

  private static Closeable open(Closeable opened) {
    return opened == null ? () -> {} : opened;
  }
}
