package org.orbweaver.common.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.orbweaver.common.error.OrbException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lock of a crawl on an object store: a lease on the object {@code DIR/.lock/N}, which is
 * created by a conditional put, so one process has the number. The owner writes it again before a
 * quarter of the lease is over. A lease is over when the object is older than its term by the clock
 * of the store, which dates a probe for comparison: the clocks of the processes do not matter. Then
 * N + 1 is created by the next owner. An owner that has not renewed in time, or sees a higher
 * number, commits nothing more.
 */
final class LeaseLock {
  /** Internal: the term of a lease in ms; tests shorten it. */
  static final String TERM = "orbweaver.internal.lock.lease.ms";

  private static final long TERM_MILLIS = 60_000;
  private static final Logger LOG = LoggerFactory.getLogger(LeaseLock.class);

  private final FileSystem fs;
  private final Path file;
  private final String owner;
  private final long termMillis;
  private final ScheduledExecutorService renewals =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "lease of the crawl's lock");
            thread.setDaemon(true);
            return thread;
          });

  private Future<?> renewal;

  /** When the last successful renewal began, by {@link System#nanoTime}. */
  private volatile long renewed;

  private LeaseLock(FileSystem fs, Path file, String owner, long termMillis, long renewed) {
    this.fs = fs;
    this.file = file;
    this.owner = owner;
    this.termMillis = termMillis;
    this.renewed = renewed;
  }

  /**
   * Takes number {@code highest + 1}.
   *
   * @throws FileAlreadyExistsException if another process has taken it
   */
  static LeaseLock take(Configuration conf, FileSystem fs, Path file, String owner)
      throws IOException {
    long begin = System.nanoTime();
    byte[] bytes = bytes(owner);
    try {
      ObjectStore.putNew(fs, file, bytes);
    } catch (IOException e) {
      if (!ObjectStore.holds(fs, file, bytes)) {
        throw e;
      }
    }
    LeaseLock lock = new LeaseLock(fs, file, owner, term(conf), begin);
    long period = Math.max(1, lock.termMillis / 4);
    lock.renewal =
        lock.renewals.scheduleWithFixedDelay(lock::renew, period, period, TimeUnit.MILLISECONDS);
    return lock;
  }

  private static long term(Configuration conf) {
    return conf.getLong(TERM, TERM_MILLIS);
  }

  private static byte[] bytes(String owner) {
    return owner.getBytes(StandardCharsets.UTF_8);
  }

  /** True if the holder of a lock has not renewed it within its term. */
  static boolean isOver(Configuration conf, FileSystem fs, Path held) throws IOException {
    Path probe = new Path(held.getParent(), ".probe-" + UUID.randomUUID());
    try {
      ObjectStore.putNew(fs, probe, bytes("now"));
      long now = fs.getFileStatus(probe).getModificationTime();
      return now - fs.getFileStatus(held).getModificationTime() > term(conf);
    } finally {
      Files.delete(fs, probe);
    }
  }

  private void renew() {
    try {
      long begin = System.nanoTime();
      if (isNewest()) {
        write(owner);
        renewed = begin;
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("the lease of {} is not renewed: {}", file, e.toString());
    }
  }

  private boolean isNewest() throws IOException {
    return CrawlLock.highest(fs, file.getParent()) <= Long.parseLong(file.getName());
  }

  private void write(String text) throws IOException {
    try (OutputStream out = fs.create(file, true)) {
      out.write(bytes(text));
    }
  }

  /**
   * Requires the lease.
   *
   * @throws OrbException (failed) if it may be over, or another process has taken the lock
   */
  void require() throws IOException {
    long age = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - renewed);
    if (age > termMillis * 3 / 4 || !isNewest()) {
      throw OrbException.failed(
          String.format(
              Locale.ROOT,
              "the lease of the lock %s was not renewed for %d ms, so another process may write"
                  + " now: nothing was committed; run the same command again",
              file,
              age));
    }
  }

  /** Ends the lease and marks the lock free; its number is not used again. */
  void release(String free) throws IOException {
    renewal.cancel(false);
    renewals.shutdown();
    try {
      renewals.awaitTermination(termMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      if (isNewest()) {
        write(owner + free);
      }
    } catch (FileNotFoundException e) {
      LOG.debug("{} is gone", file, e);
    }
  }
}
