package org.orbweaver.crawler.fetch.politeness;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The lease on a part of a fetch list: of two attempts at a part, only the holder contacts hosts. A
 * container on a lost machine can run on while its replacement starts.
 *
 * <p>The holder's file is named after the attempt, and the holder keeps setting its modification
 * time. An attempt that has not managed to for {@link #HOLDS_MS} stops contacting hosts. A later
 * attempt watches the files of others, and takes over, by deleting them, when they have not changed
 * for that long. Only differences of each machine's monotonic clock count, and the fact that a file
 * has changed, not the time in it.
 *
 * <p>An attempt that is alone, because the crawl's lock keeps others out, is not stopped by time:
 * if its process was suspended for longer, it renews its lease and goes on, unless its file is
 * gone.
 */
public final class PartLease implements Closeable {
  /** How long a lease holds without being renewed. */
  static final long HOLDS_MS = 20_000;

  /** How often a holder renews it. */
  public static final long RENEWED_EVERY_MS = HOLDS_MS / 5;

  private static final long WATCHED_EVERY_MS = 500;
  private static final String PREFIX = "lease-";

  private final FileSystem fs;
  private final Path file;
  private final boolean alone;
  private final LongSupplier clock;
  private volatile long renewedAt;
  private volatile IOException lost;

  private PartLease(FileSystem fs, Path file, boolean alone, LongSupplier clock, long renewedAt) {
    this.fs = fs;
    this.file = file;
    this.alone = alone;
    this.clock = clock;
    this.renewedAt = renewedAt;
  }

  /** Waits, reporting progress meanwhile. */
  public interface Waiting {
    void pause(long ms) throws InterruptedException;
  }

  /**
   * Takes the lease, once it has ended for every other attempt.
   *
   * @param folder the part's, the same for all attempts; made if missing
   * @param holder name of the attempt
   * @param alone whether no other attempt can be running, so that there is none to wait for
   */
  public static PartLease take(
      FileSystem fs, Path folder, String holder, boolean alone, LongSupplier clock, Waiting waiting)
      throws IOException, InterruptedException {
    fs.mkdirs(folder);
    Map<String, Long> seen = new HashMap<>();
    long unchangedSince = clock.getAsLong();
    while (!alone) {
      Map<String, Long> others = others(fs, folder, holder);
      long now = clock.getAsLong();
      if (others.isEmpty()) {
        break;
      }
      if (!others.equals(seen)) {
        seen = others;
        unchangedSince = now;
      } else if (now - unchangedSince > TimeUnit.MILLISECONDS.toNanos(HOLDS_MS)) {
        break;
      }
      waiting.pause(WATCHED_EVERY_MS);
    }
    for (String other : others(fs, folder, holder).keySet()) {
      fs.delete(new Path(folder, other), false);
    }
    long now = clock.getAsLong();
    Path file = new Path(folder, PREFIX + holder);
    fs.create(file, true).close();
    return new PartLease(fs, file, alone, clock, now);
  }

  private static Map<String, Long> others(FileSystem fs, Path folder, String holder)
      throws IOException {
    Map<String, Long> others = new HashMap<>();
    for (FileStatus status : fs.listStatus(folder)) {
      String name = status.getPath().getName();
      if (name.startsWith(PREFIX) && !name.equals(PREFIX + holder)) {
        others.put(name, status.getModificationTime());
      }
    }
    return others;
  }

  /** Renews the lease; call it every {@link #RENEWED_EVERY_MS}. */
  public void renew() {
    long now = clock.getAsLong();
    try {
      // The file may have been deleted by an attempt that has taken over.
      fs.setTimes(file, System.currentTimeMillis(), -1);
      renewedAt = now;
    } catch (FileNotFoundException e) {
      lost = new IOException("another attempt has taken over this part", e);
    } catch (IOException e) {
      // The file system cannot be reached, but may be before the lease ends.
      return;
    }
  }

  /** Whether hosts may still be contacted. */
  public boolean isHeld() {
    return lost == null && clock.getAsLong() - renewedAt < TimeUnit.MILLISECONDS.toNanos(HOLDS_MS);
  }

  /**
   * Returns once hosts may be contacted.
   *
   * @throws IOException if they may no longer: another attempt may be at work on the same list
   */
  public void check() throws IOException {
    if (alone && !isHeld()) {
      renew();
    }
    if (lost != null) {
      throw lost;
    }
    if (!isHeld()) {
      throw new IOException(
          "the lease on this part could not be renewed for " + HOLDS_MS / 1000 + " s");
    }
  }

  /** Gives the lease up, so that no other attempt need wait for its end. */
  @Override
  public void close() throws IOException {
    if (lost == null) {
      fs.delete(file, false);
    }
  }
}
