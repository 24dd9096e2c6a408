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
import org.orbweaver.common.store.Files;
import org.orbweaver.crawler.hosts.HostTable;

/**
 * Sorts rows that arrive in any order into files: an external sort within a task, in place of a
 * shuffle. Its {@link Spills} outlive the attempt that wrote them, so that no row is lost.
 *
 * <p>Rows gather in a buffer. One thread appends them to a {@link WriteAheadLog}; when the buffer
 * has reached its limit, that thread writes it as a spill and deletes the log. A later attempt
 * spills the logs left behind.
 *
 * <p>Safe for use by many threads, which wait only while the buffer is full and the previous one is
 * being written. Memory: two buffers. If the thread fails, each later call throws its exception.
 */
public final class SpillWriter implements Closeable {
  /** The time between flushes; a killed attempt loses at most the rows of this time. */
  private static final long FLUSH_MS = 20;

  /** The time between flushes where each flush is a file. */
  private static final long FLUSH_TO_FILE_MS = 5000;

  /**
   * A buffer that fills this soon needs no log: writing all rows twice costs a fast task some 6 %.
   */
  private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** How long to wait for a log of an earlier attempt: HDFS repeats a lost recovery after 90 s. */
  private static final Duration RECOVERY_PATIENCE = Duration.ofMinutes(2);

  private final FileSystem fs;
  private final Path folder;
  private final long limit;
  private final HostTable hosts;
  private final InvocationRaisingIOE permit;
  private final Thread thread;

  /**
   * Held while files are written; guards the log and the spills, by their numbers. Its holder may
   * take this object's own lock, but not the other way round.
   */
  private final Object writing = new Object();

  private final Spills spills;
  private WriteAheadLog log;

  // The object's own lock guards the fields below.
  private Buffer buffer;
  private List<Row[]> unlogged;
  private long begun;
  private Throwable failure;
  private boolean closed;

  /**
   * A writer that continues the work of earlier attempts.
   *
   * @param folder the part's, the same for all attempts
   * @param limit bytes of a buffer
   * @param hosts the table of hosts, whose new records are written with the rows
   * @param permit asked before anything is written for later attempts: an attempt that has taken
   *     over has already read the files, and fetches again the pages it did not find
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
    Files.completeMoves(fs, folder);
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

  /** Spills the logs of killed attempts. Pages whose rows cannot be read are fetched again. */
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

  /** The spills of this attempt and earlier ones. */
  public Spills spills() {
    return spills;
  }

  /**
   * Adds rows; a later attempt finds either all or none of them.
   *
   * @throws IOException if earlier rows could not be written
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

  /** Records the first failure and wakes the waiting threads. */
  private synchronized void fail(Throwable thrown) {
    failure = failure == null ? thrown : failure;
    notifyAll();
  }

  /** Waits until the log is due or the buffer is full; false once closed. */
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
   * Makes all rows added so far durable. The writer's thread also does this continuously.
   *
   * @throws IOException if that fails, or has failed before
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

  /** Starts an empty buffer and wakes the threads that wait for one. */
  private synchronized Buffer replaceBuffer() throws IOException {
    // Takes the records now: an earlier copy would miss hosts learned about since.
    putHosts(hosts.takeNew());
    Buffer full = buffer;
    begin(full.number + 1);
    notifyAll();
    return full;
  }

  /** Finishes the part. Nothing may be added afterwards; a later attempt finds the part done. */
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

  /** Stops the writer's thread. */
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

  /** Stops writing; durable rows stay. */
  @Override
  public void close() throws IOException {
    stop(true);
    synchronized (writing) {
      log.close();
    }
  }
}
