package org.orbweaver.crawler.fetch.spill;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.apache.hadoop.util.functional.InvocationRaisingIOE;
import org.orbweaver.common.job.UserThreads;
import org.orbweaver.common.sorted.PartReader;
import org.orbweaver.common.sorted.SortedMerge;
import org.orbweaver.common.store.Files;
import org.orbweaver.common.store.Parts;
import org.orbweaver.crawler.hosts.HostTable;

/**
 * Sorts rows that come in any order into files, and loses none of them: an external sort within a
 * task, in place of a shuffle, whose spills outlive the attempt that wrote them.
 *
 * <p>Rows gather in a buffer. One thread appends them to a {@link WriteAheadLog}; when the buffer
 * has reached its limit, that thread writes it, sorted, as a spill, which counts from the moment it
 * is renamed, and deletes the log. A later attempt spills the logs that were left. At the end the
 * spills are merged, a bounded number at a time.
 *
 * <pre>
 * PART/spills/log-7-000000      rows of the buffer, as they came
 * PART/spills/spill-6/TABLE     a MapFile for each {@link Table}
 * PART/merged/TABLE             the result, where it is not that of the only spill
 * </pre>
 *
 * <p>Safe for use by many threads, which wait only while the buffer is full and the one before is
 * being written. Memory: two buffers. When the thread fails, whoever adds gets its exception.
 */
public final class SpillWriter implements Closeable {
  private static final String SPILL = "spill-";

  /** That much of what was fetched is lost with a killed attempt. */
  private static final long FLUSH_MS = 20;

  /** Where each flush is a file. */
  private static final long FLUSH_TO_FILE_MS = 5000;

  /** A buffer that is full so soon needs no log: writing all twice costs a fast task some 6 %. */
  private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Spills whose pages are published as they are; of more, several are merged into a file. */
  private static final int CONTENT_FILES = 32;

  private final Configuration conf;
  private final FileSystem fs;
  private final Path folder;
  private final long limit;
  private final HostTable hosts;
  private final InvocationRaisingIOE permit;
  private final String stagedPrefix = "_" + UUID.randomUUID() + "-";
  private final Thread thread;

  /**
   * Held while files are written; guards the log and the spills, by their numbers. Who holds it may
   * take this object's own lock, but not the other way round.
   */
  private final Object writing = new Object();

  private final SortedMap<Integer, Path> spills;
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
   */
  public SpillWriter(
      Configuration conf, Path folder, long limit, HostTable hosts, InvocationRaisingIOE permit)
      throws IOException {
    this.conf = conf;
    this.fs = folder.getFileSystem(conf);
    this.folder = folder;
    this.limit = limit;
    this.hosts = hosts;
    this.permit = permit;
    this.spills = spills(fs, folder);
    begin(recoverLogs());
    this.thread = UserThreads.named("fetch-spill").newThread(this::flushUntilClosed);
    thread.start();
  }

  private static Path spillFolder(Path folder) {
    return new Path(folder, "spills");
  }

  private static Path merged(Path folder) {
    return new Path(folder, "merged");
  }

  private static SortedMap<Integer, Path> spills(FileSystem fs, Path folder) throws IOException {
    SortedMap<Integer, Path> found = new TreeMap<>();
    for (FileStatus status : Files.list(fs, spillFolder(folder))) {
      String name = status.getPath().getName();
      if (name.startsWith(SPILL)) {
        found.put(Integer.valueOf(name.substring(SPILL.length())), status.getPath());
      }
    }
    return found;
  }

  /** Logs of buffers that were not spilled, by the buffers' numbers. */
  private static SortedMap<Integer, List<Path>> logs(
      FileSystem fs, Path folder, SortedMap<Integer, Path> spills) throws IOException {
    SortedMap<Integer, List<Path>> logs = WriteAheadLog.list(fs, spillFolder(folder));
    return spills.isEmpty() ? logs : logs.tailMap(spills.lastKey() + 1);
  }

  /** Spills what killed attempts had not; returns the number of the next buffer. */
  private int recoverLogs() throws IOException {
    for (Map.Entry<Integer, List<Path>> left : logs(fs, folder, spills).entrySet()) {
      Buffer lost = new Buffer(left.getKey());
      for (Path file : left.getValue()) {
        WriteAheadLog.read(fs, file, lost::add);
      }
      spill(lost);
    }
    for (List<Path> files : WriteAheadLog.list(fs, spillFolder(folder)).values()) {
      for (Path file : files) {
        WriteAheadLog.delete(fs, file);
      }
    }
    return spills.isEmpty() ? 0 : spills.lastKey() + 1;
  }

  private void begin(int number) {
    buffer = new Buffer(number);
    unlogged = new ArrayList<>();
    begun = System.nanoTime();
    log = new WriteAheadLog(fs, spillFolder(folder), number);
  }

  /** Whether an attempt has finished the part. */
  public boolean isFinished() throws IOException {
    return fs.exists(merged(folder));
  }

  /** Reads the rows of a table that earlier attempts have left, one spill after the other. */
  public void read(Table table, ConsumerRaisingIOE<Row> sink) throws IOException {
    read(conf, spills, table, sink);
  }

  private static void read(
      Configuration conf,
      SortedMap<Integer, Path> spills,
      Table table,
      ConsumerRaisingIOE<Row> sink)
      throws IOException {
    for (Path spill : spills.values()) {
      read(conf, new Path(spill, table.folder()), table, table.type(), sink);
    }
  }

  private static <V extends Writable> void read(
      Configuration conf, Path file, Table table, Class<V> type, ConsumerRaisingIOE<Row> sink)
      throws IOException {
    try (PartReader<V> in = new PartReader<>(conf, file, type)) {
      while (in.next()) {
        sink.accept(new Row(table, new Text(in.key()), in.value()));
      }
    }
  }

  /** Reads the counts of a part; changes nothing. */
  public static void readCounts(Configuration conf, Path folder, ConsumerRaisingIOE<Row> sink)
      throws IOException {
    FileSystem fs = folder.getFileSystem(conf);
    SortedMap<Integer, Path> spills = spills(fs, folder);
    read(conf, spills, Table.COUNTS, sink);
    for (List<Path> files : logs(fs, folder, spills).values()) {
      for (Path file : files) {
        WriteAheadLog.read(
            fs,
            file,
            row -> {
              if (row.table() == Table.COUNTS) {
                sink.accept(row);
              }
            });
      }
    }
  }

  /**
   * Adds rows, of which a later attempt finds all or none.
   *
   * @throws IOException when earlier rows could not be written
   */
  public synchronized void add(Row... rows) throws IOException {
    while (buffer.bytes() >= limit && failure == null && !closed) {
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
    if (buffer.bytes() >= limit) {
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
    while (!closed && buffer.bytes() < limit) {
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
    return (double) buffer.bytes() / (now - begun) * SOON_NANOS > limit - buffer.bytes();
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
      if (buffer.bytes() >= limit) {
        full = replaceBuffer();
      } else {
        putHosts(hosts.latest());
      }
      rows = unlogged;
      unlogged = new ArrayList<>();
    }
    if (full != null) {
      spill(full);
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
    begin(full.number() + 1);
    notifyAll();
    return full;
  }

  private void spill(Buffer full) throws IOException {
    Path spill = new Path(spillFolder(folder), SPILL + full.number());
    Path staged = new Path(spill.getParent(), stagedPrefix + spill.getName());
    for (Table table : Table.values()) {
      try (TableWriter out = new TableWriter(conf, new Path(staged, table.folder()), table)) {
        for (Row row : full.sorted(table)) {
          out.add(row);
        }
      }
    }
    permit.apply();
    Files.rename(conf, staged, spill);
    spills.put(full.number(), spill);
  }

  /**
   * Finishes the part; nothing is added afterwards. From here on {@link #results} has it, and a
   * later attempt finds that there is nothing to do.
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
      if (rest.bytes() > 0 || spills.isEmpty()) {
        spill(rest);
      }
      last.delete();
      Path staged = new Path(folder, stagedPrefix + "merged");
      fs.mkdirs(staged);
      if (spills.size() > 1) {
        merge(staged);
      }
      permit.apply();
      Files.rename(conf, staged, merged(folder));
    }
  }

  private void merge(Path target) throws IOException {
    for (Table table : Table.published()) {
      List<Path> files = new ArrayList<>();
      for (Path spill : spills.values()) {
        files.add(new Path(spill, table.folder()));
      }
      Path merged = new Path(target, table.folder());
      if (table != Table.CONTENT) {
        merge(table, table.type(), files, merged);
      } else if (files.size() > CONTENT_FILES) {
        // Pages are merged once at most: they are most of what there is.
        int each = Math.min(SortedMerge.FAN_IN, (files.size() + CONTENT_FILES - 1) / CONTENT_FILES);
        for (int i = 0; i < files.size(); i += each) {
          List<Path> some = files.subList(i, Math.min(files.size(), i + each));
          merge(table, table.type(), some, new Path(merged, Parts.name(i / each)));
        }
      }
    }
  }

  private <V extends Writable> void merge(Table table, Class<V> type, List<Path> files, Path target)
      throws IOException {
    try (SortedMerge<V> in = SortedMerge.open(conf, files, type, table.order());
        TableWriter out = new TableWriter(conf, target, table)) {
      while (in.next()) {
        out.add(new Row(table, new Text(in.key()), in.value()));
      }
    }
  }

  /**
   * The files of a finished part.
   *
   * @param folder the part's
   * @return a file for each table but that of the pages, which has one or more
   */
  public static Map<Table, List<Path>> results(FileSystem fs, Path folder) throws IOException {
    if (!fs.exists(merged(folder))) {
      throw new IOException("the part " + folder + " was not finished");
    }
    SortedMap<Integer, Path> spills = spills(fs, folder);
    Map<Table, List<Path>> files = new EnumMap<>(Table.class);
    for (Table table : Table.published()) {
      Path merged = new Path(merged(folder), table.folder());
      if (!fs.exists(merged)) {
        files.put(
            table, spills.values().stream().map(spill -> new Path(spill, table.folder())).toList());
      } else if (table == Table.CONTENT) {
        files.put(table, Parts.of(fs, merged));
      } else {
        files.put(table, List.of(merged));
      }
    }
    return files;
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
