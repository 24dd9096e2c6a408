package org.orbweaver.crawler.fetch.spill;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.functional.InvocationRaisingIOE;
import org.orbweaver.common.job.UserThreads;
import org.orbweaver.crawler.hosts.HostTable;

/**
 * Sorts rows that come in any order into files, and loses none of them: an external sort within a
 * task, in place of a shuffle, whose {@link Spills} outlive the attempt that wrote them.
 *
 * <p>Rows gather in a buffer. One thread appends them to a {@link WriteAheadLog}; when the buffer
 * has reached its limit, that thread writes it as a spill and deletes the log. A later attempt
 * spills the logs that were left.
 *
 * <p>Safe for use by many threads, which wait only while the buffer is full and the one before is
 * being written. Memory: two buffers. If the thread fails, each later call throws its exception.
 */
public final class SpillWriter implements Closeable {
  /** That much of what was fetched is lost with a killed attempt. */
  private static final long FLUSH_MS = 20;

  /** Where each flush is a file. */
  private static final long FLUSH_TO_FILE_MS = 5000;

  /** A buffer that is full so soon needs no log: writing all twice costs a fast task some 6 %. */
  private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(2);

  /**
   * How long to wait for a log of an earlier attempt: HDFS tries a recovery that got lost again
   * after 90 s.
   */
  private static final Duration RECOVERY_PATIENCE = Duration.ofMinutes(2);

  private final FileSystem fs;
  private final Path folder;
  private final long limit;
  private final HostTable hosts;
  private final InvocationRaisingIOE permit;
  private final Thread thread;

  /**
   * Held while files are written; guards the log and the spills, by their numbers. Who holds it may
   * take this object's own lock, but not the other way round.
   */
  private final Object writing = new Object();

  private final Spills spills;
  private WriteAheadLog log;

  // The rest is guarded by this.
  private Buffer buffer;
  private List<Row[]> unlogged;
  private long begun;
  private Throwable failure;
  private boolean closed;

  /**
   * A writer with what earlier attempts have left.
   *
   * @param folder the part's, the same for all attempts
   * @param limit bytes of a buffer
   * @param hosts what is learned about hosts is taken from there
   * @param permit asked before anything is written for later attempts: one that has taken over has
   *     looked at the files already, and fetches again what it did not find
   * @param waiting called every half second while HDFS recovers the log of an earlier attempt
   */
  public SpillWriter(
      Configuration conf,
      Path folder,
      long limit,
      HostTable hosts,
      InvocationRaisingIOE permit,
      Runnable waiting)
      throws IOException {
    this.fs = folder.getFileSystem(conf);
    this.folder = Spills.folder(folder);
    this.limit = limit;
    this.hosts = hosts;
    this.permit = permit;
    this.spills = new Spills(conf, folder, permit);
    recoverLogs(waiting);
    begin(spills.next());
    this.thread = UserThreads.named("fetch-spill").newThread(this::flushUntilClosed);
    thread.start();
  }

  /** Rows in memory, for one spill. */
  private static final class Buffer {
    private final int number;
    private final List<Row> rows = new ArrayList<>();
    private long bytes;

    Buffer(int number) {
      this.number = number;
    }

    void add(Row row) {
      rows.add(row);
      bytes += row.bytes();
    }
  }

  /** Spills what killed attempts had not. What cannot be read is fetched again. */
  private void recoverLogs(Runnable waiting) throws IOException {
    for (Map.Entry<Integer, List<Path>> left : WriteAheadLog.list(fs, folder).entrySet()) {
      if (left.getKey() >= spills.next()) {
        List<Row> rows = new ArrayList<>();
        for (Path file : left.getValue()) {
          WriteAheadLog.awaitReadable(fs, file, RECOVERY_PATIENCE, waiting);
          WriteAheadLog.read(fs, file, rows::add);
        }
        spills.write(left.getKey(), rows);
      }
      for (Path file : left.getValue()) {
        WriteAheadLog.delete(fs, file);
      }
    }
  }

  private void begin(int number) {
    buffer = new Buffer(number);
    unlogged = new ArrayList<>();
    begun = System.nanoTime();
    log = new WriteAheadLog(fs, folder, number);
  }

  /** What earlier attempts have left. */
  public Spills spills() {
    return spills;
  }

  /**
   * Adds rows, of which a later attempt finds all or none.
   *
   * @throws IOException when earlier rows could not be written
   */
  public synchronized void add(Row... rows) throws IOException {
    while (buffer.bytes >= limit && failure == null && !closed) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while fetched pages are written");
      }
    }
    check();
    if (closed) {
      throw new IOException("no more fetched pages can be written");
    }
    put(rows);
    if (buffer.bytes >= limit) {
      notifyAll();
    }
  }

  private void put(Row... rows) {
    for (Row row : rows) {
      buffer.add(row);
    }
    unlogged.add(rows);
  }

  private void putHosts(Map<String, byte[]> learned) {
    learned.forEach(
        (host, record) -> put(new Row(Table.HOSTS, new Text(host), new BytesWritable(record))));
  }

  /** Throws if rows could not be written. */
  public synchronized void check() throws IOException {
    if (failure != null) {
      throw new IOException("cannot write fetched pages: " + failure.getMessage(), failure);
    }
  }

  private void flushUntilClosed() {
    try {
      while (awaitFlush()) {
        flush();
      }
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      fail(e);
    }
  }

  /** Wakes who waits; the first failure stays. */
  private synchronized void fail(Throwable thrown) {
    failure = failure == null ? thrown : failure;
    notifyAll();
  }

  /** Waits until the log is due or the buffer full; false when closed. */
  private synchronized boolean awaitFlush() throws InterruptedException {
    long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(flushMs());
    while (!closed && buffer.bytes < limit) {
      long now = System.nanoTime();
      if (now - due >= 0 && !isSoonFull(now)) {
        break;
      }
      wait(Math.max(FLUSH_MS, TimeUnit.NANOSECONDS.toMillis(due - now)));
    }
    return !closed;
  }

  private long flushMs() {
    return log.isFlushable() ? FLUSH_MS : FLUSH_TO_FILE_MS;
  }

  private boolean isSoonFull(long now) {
    return (double) buffer.bytes / (now - begun) * SOON_NANOS > limit - buffer.bytes;
  }

  /**
   * Makes durable what was added so far; this is done all the time.
   *
   * @throws IOException when that fails, or has failed before
   */
  public void flush() throws IOException {
    synchronized (writing) {
      check();
      try {
        write();
      } catch (IOException | RuntimeException | Error e) {
        fail(e);
        throw e;
      }
    }
  }

  private void write() throws IOException {
    WriteAheadLog current = log;
    Buffer full = null;
    List<Row[]> rows;
    synchronized (this) {
      if (buffer.bytes >= limit) {
        full = replaceBuffer();
      } else {
        putHosts(hosts.latest());
      }
      rows = unlogged;
      unlogged = new ArrayList<>();
    }
    if (full != null) {
      spills.write(full.number, full.rows);
      current.delete();
    } else if (!rows.isEmpty()) {
      permit.apply();
      current.append(rows);
    }
  }

  /** Lets those who wait go on with an empty buffer. */
  private synchronized Buffer replaceBuffer() throws IOException {
    // Not what was looked at before: hosts are learned about all the time.
    putHosts(hosts.takeNew());
    Buffer full = buffer;
    begin(full.number + 1);
    notifyAll();
    return full;
  }

  /**
   * Finishes the part; nothing is added afterwards, and a later attempt finds that there is nothing
   * to do.
   */
  public void finish() throws IOException {
    stop(false);
    check();
    synchronized (writing) {
      WriteAheadLog last = log;
      Buffer rest;
      synchronized (this) {
        rest = replaceBuffer();
      }
      if (rest.bytes > 0 || spills.next() == 0) {
        spills.write(rest.number, rest.rows);
      }
      last.delete();
      spills.finish();
    }
  }

  /** Ends the thread. */
  private void stop(boolean interrupt) throws InterruptedIOException {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    if (interrupt) {
      thread.interrupt();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while fetched pages are written");
    }
  }

  /** Ends the writing; what is durable stays. */
  @Override
  public void close() throws IOException {
    stop(true);
    synchronized (writing) {
      log.close();
    }
  }
}
