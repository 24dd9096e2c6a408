package org.orbweaver.crawler.fetch;

import java.io.Closeable;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.job.UserThreads;
import org.orbweaver.common.store.Files;
import org.orbweaver.crawler.FetchKeys;
import org.orbweaver.crawler.fetch.FetchRun.Column;
import org.orbweaver.crawler.hosts.HostTable;

/**
 * Turns results that come in any order into sorted files, and loses none of them: an external sort
 * within a task, in place of a shuffle, whose runs outlive the attempt that wrote them.
 *
 * <p>Results gather in memory, and in a {@link FetchJournal} beside it. When they exceed the limit,
 * or are older than half a minute, they are sorted and written as a run, which counts from the
 * moment it is renamed. A later attempt makes runs of the journals that were left, and goes on with
 * the URLs that are in no run. At the end the records of all runs are merged into one part, but for
 * the pages themselves: each run's are a part as they are, unless they are few.
 *
 * <p>Safe for use by many threads. Memory: at most twice the limit, one share gathering while the
 * other is written, and the journal's buffers.
 */
final class FetchOutput implements FetchSink, Closeable {
  /** Consecutive small runs that are merged into one. */
  private static final int FAN_IN = 16;

  /** Bytes of a file of pages that is not small. */
  private static final long SMALL = 8L << 20;

  private static final String FINISHED = "finished";

  private static final long MOST_AGE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** Without a journal a kill costs what is in memory. */
  private static final long MOST_AGE_WITHOUT_JOURNAL_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** So much of what was fetched is lost with a killed attempt. */
  private static final long COMMIT_EVERY_MS = 20;

  private final Configuration conf;
  private final FileSystem fs;
  private final Path folder;
  private final Path runs;
  private final long limit;
  private final HostTable hosts;
  private final FetchStats stats;
  private final Permit permit;
  private final LongSupplier clock;
  private final Object spilling = new Object();
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(UserThreads.named("fetch-writer"));

  private final ScheduledExecutorService committer =
      Executors.newSingleThreadScheduledExecutor(UserThreads.named("fetch-journal"));

  private Future<?> commits;
  private Future<Void> writing;
  private final List<FetchRun> spilled;
  private final long begun;
  private volatile FetchShare share;
  private volatile boolean urgent;
  private volatile Throwable failure;

  /**
   * An output with the runs that earlier attempts have left.
   *
   * @param folder the part's, the same for all attempts
   * @param limit bytes of records to gather in memory
   * @param hosts what is learned about hosts is taken from there
   * @param stats counts what is added, and what earlier attempts did
   * @param permit asked before anything is published for later attempts: one that has taken over
   *     has looked at the runs already, and fetches again what it did not find
   */
  FetchOutput(
      Configuration conf,
      Path folder,
      long limit,
      HostTable hosts,
      FetchStats stats,
      Permit permit,
      LongSupplier clock)
      throws IOException {
    this.conf = conf;
    this.fs = folder.getFileSystem(conf);
    this.folder = folder;
    this.runs = runs(folder);
    this.limit = limit;
    this.hosts = hosts;
    this.stats = stats;
    this.permit = permit;
    this.clock = clock;
    this.spilled = FetchRun.recover(fs, runs);
    this.begun = clock.getAsLong();
    int next = recoverJournals(spilled.isEmpty() ? 0 : spilled.get(spilled.size() - 1).last() + 1);
    this.share = begin(next, true);
    if (FetchKeys.FETCH_JOURNAL.get(conf)) {
      commits =
          committer.scheduleWithFixedDelay(
              this::commit, COMMIT_EVERY_MS, COMMIT_EVERY_MS, TimeUnit.MILLISECONDS);
    }
  }

  /** How many URLs earlier attempts have dealt with, as a part's folder tells; changes nothing. */
  static long kept(FileSystem fs, Path folder) throws IOException {
    long kept = 0;
    int next = 0;
    for (FetchRun run : FetchRun.finished(fs, runs(folder), false)) {
      kept += run.readCounts(fs).getOrDefault(FetchCounter.FETCHED, 0L);
      next = run.last() + 1;
    }
    for (int run : FetchJournal.left(fs, runs(folder))) {
      if (run >= next) {
        FetchShare left = new FetchShare(run, null, 0);
        FetchJournal.read(fs, runs(folder), run, left);
        kept += left.counts().getOrDefault(FetchCounter.FETCHED, 0L);
      }
    }
    return kept;
  }

  /** Makes runs of what attempts that were killed had not yet written as runs. */
  private int recoverJournals(int next) throws IOException {
    for (int run : FetchJournal.left(fs, runs)) {
      if (run >= next) {
        FetchShare left = new FetchShare(run, null, begun);
        FetchJournal.read(fs, runs, run, left);
        if (!left.isEmpty()) {
          spill(left);
        }
        next = run + 1;
      }
      FetchJournal.delete(fs, runs, run);
    }
    return next;
  }

  private FetchShare begin(int run, boolean journal) throws IOException {
    boolean wanted = journal && FetchKeys.FETCH_JOURNAL.get(conf) && !isFinished();
    return new FetchShare(
        run, wanted ? FetchJournal.begin(fs, runs, run) : null, clock.getAsLong());
  }

  private static Path runs(Path folder) {
    return new Path(folder, "runs");
  }

  /** Whether an attempt has finished the part. */
  boolean isFinished() throws IOException {
    return fs.exists(new Path(folder, FINISHED));
  }

  /**
   * Takes over what earlier attempts have done: their URLs are done, their hosts known, their
   * counts counted.
   *
   * @return URLs that are done
   */
  long recover(ListUrls list) throws IOException {
    long[] done = new long[1];
    FetchRun.read(
        conf,
        spilled,
        Column.FETCH,
        (url, datum) -> {
          if (!FetchRun.isLeftForLater(datum) && list.claim(url.toString())) {
            done[0]++;
          }
        });
    FetchRun.read(
        conf,
        spilled,
        Column.HOSTS,
        (key, record) -> hosts.keep(key.toString(), ((BytesWritable) record).copyBytes()));
    for (FetchRun run : spilled) {
      run.readCounts(fs).forEach(stats::add);
    }
    return done[0];
  }

  @Override
  public void add(String url, CrawlDatum datum, Content content, FetchCounter counter)
      throws IOException {
    Text key = new Text(url);
    FetchShare.tally(counter, stats::add);
    awaitJournal();
    synchronized (this) {
      share.entry(key, datum, content, counter);
      if (share.journal() != null) {
        share.journal().entry(key, datum, content, counter);
      }
      if (share.bytes() < limit) {
        return;
      }
    }
    spillIf(share -> share.bytes() >= limit);
  }

  /** Not under the lock, which the committer takes. */
  private void awaitJournal() throws IOException {
    FetchJournal journal = share.journal();
    if (journal != null) {
      journal.awaitRoom();
    }
  }

  @Override
  public void count(FetchCounter counter, long n) throws IOException {
    stats.add(counter, n);
    synchronized (this) {
      share.count(counter, n);
      if (share.journal() != null) {
        share.journal().count(counter, n);
      }
    }
  }

  @Override
  public void log(RequestLine line) throws IOException {
    Text group = new Text(line.group());
    Text text = new Text(line.encode());
    synchronized (this) {
      share.line(group, line.startMs(), text);
      if (share.journal() != null) {
        share.journal().line(group, line.startMs(), text);
      }
    }
  }

  /** Makes durable what was added so far; this is done all the time. */
  void commit() {
    FetchShare now = share;
    try {
      synchronized (this) {
        now = share;
        writeHosts(now);
      }
      if (now.journal() != null) {
        now.journal().commit(permit);
      }
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
      now.journal().end();
      commits.cancel(false);
    }
  }

  private void writeHosts(FetchShare share) throws IOException {
    if (share.journal() != null) {
      for (Map.Entry<String, byte[]> learned : hosts.latest().entrySet()) {
        share.journal().host(learned.getKey(), learned.getValue());
      }
    }
  }

  @Override
  public void hurry() {
    // A journal is never late.
    urgent = share.journal() == null;
  }

  /** Writes a run when results have been waiting for long; to be called every second. */
  void tick() throws IOException {
    checkJournal();
    boolean hurry = urgent;
    urgent = false;
    spillIf(
        share -> !share.isEmpty() && (hurry || clock.getAsLong() - share.since() >= maxAgeNanos()));
  }

  private void checkJournal() throws IOException {
    if (failure != null) {
      throw new IOException("cannot write fetched pages: " + failure.getMessage(), failure);
    }
  }

  private long maxAgeNanos() {
    return share.journal() == null ? MOST_AGE_WITHOUT_JOURNAL_NANOS : MOST_AGE_NANOS;
  }

  private interface Condition {
    boolean holds(FetchShare share);
  }

  private void spillIf(Condition condition) throws IOException {
    // Threads that come here while a run is being written wait: that bounds the memory.
    synchronized (spilling) {
      synchronized (this) {
        if (!condition.holds(share)) {
          return;
        }
      }
      // Runs that come so soon need no journal: writing all twice costs a fast task some 6 %.
      boolean fast = clock.getAsLong() - share.since() < MOST_AGE_WITHOUT_JOURNAL_NANOS;
      FetchShare next = begin(share.run() + 1, !fast);
      FetchShare full;
      synchronized (this) {
        full = share;
        settle(full);
        share = next;
      }
      awaitWriter();
      writing = writer.submit(() -> writeRun(full));
    }
  }

  /** What is known of the hosts so far belongs to a share that takes no more. */
  private void settle(FetchShare full) throws IOException {
    writeHosts(full);
    hosts.takeNew().forEach(full::host);
  }

  private Void writeRun(FetchShare full) throws IOException {
    if (full.journal() != null) {
      full.journal().commit(permit);
    }
    spill(full);
    int size = spilled.size();
    if (size >= FAN_IN && areSmall(spilled.subList(size - FAN_IN, size))) {
      merge(spilled.subList(size - FAN_IN, size));
    }
    return null;
  }

  /** Waits for the run that is being written; only the writer changes the list of runs. */
  void awaitWriter() throws IOException {
    try {
      if (writing != null) {
        writing.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("cannot write fetched pages: " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while writing fetched pages", e);
    }
  }

  private void spill(FetchShare full) throws IOException {
    fs.mkdirs(runs);
    FetchRun run = FetchRun.of(runs, full.run(), full.run());
    Path staged = new Path(runs, "_" + run.folder().getName());
    Files.delete(fs, staged);
    FetchRun writing = new FetchRun(staged, full.run(), full.run());
    write(full, writing);
    writing.writeCounts(fs, full.counts());
    permit.check();
    Files.rename(conf, staged, run.folder());
    spilled.add(run);
    if (full.journal() != null) {
      full.journal().delete();
    }
  }

  private void write(FetchShare full, FetchRun run) throws IOException {
    for (Column column : Column.values()) {
      try (MapFile.Writer out = column.writer(conf, run.part(column))) {
        full.write(column, out);
      }
    }
  }

  private boolean areSmall(List<FetchRun> some) throws IOException {
    for (FetchRun run : some) {
      Path data = new Path(run.part(Column.CONTENT), MapFile.DATA_FILE_NAME);
      if (fs.getFileStatus(data).getLen() >= SMALL) {
        return false;
      }
    }
    return true;
  }

  /** Makes one run of several that follow each other. */
  private void merge(List<FetchRun> several) throws IOException {
    FetchRun merged =
        FetchRun.of(runs, several.get(0).first(), several.get(several.size() - 1).last());
    Path staged = new Path(runs, "_" + merged.folder().getName());
    Files.delete(fs, staged);
    FetchRun target = new FetchRun(staged, merged.first(), merged.last());
    for (Column column : Column.values()) {
      FetchRun.merge(conf, several, column, target.part(column));
    }
    Map<FetchCounter, Long> counts = new EnumMap<>(FetchCounter.class);
    for (FetchRun run : several) {
      run.readCounts(fs).forEach((counter, n) -> counts.merge(counter, n, Long::sum));
    }
    target.writeCounts(fs, counts);
    permit.check();
    Files.rename(conf, staged, merged.folder());
    List<FetchRun> old = List.copyOf(several);
    several.clear();
    spilled.add(spilled.indexOf(before(merged)) + 1, merged);
    for (FetchRun run : old) {
      Files.delete(fs, run.folder());
    }
  }

  private FetchRun before(FetchRun merged) {
    FetchRun before = null;
    for (FetchRun run : spilled) {
      if (run.last() < merged.first()) {
        before = run;
      }
    }
    return before;
  }

  /**
   * Finishes the part; nothing is added afterwards. From here on {@link #results} has it, and a
   * later attempt finds that there is nothing to do.
   */
  void finish() throws IOException {
    synchronized (spilling) {
      awaitWriter();
      if (commits != null) {
        commits.cancel(false);
      }
      checkJournal();
      if (spilled.isEmpty() || !share.isEmpty()) {
        settle(share);
        spill(share);
        share = new FetchShare(share.run() + 1, null, clock.getAsLong());
      } else if (share.journal() != null) {
        share.journal().delete();
      }
      mergeSmallOnes();
      Path staged = new Path(folder, "_" + FINISHED);
      Files.delete(fs, staged);
      fs.mkdirs(staged);
      if (spilled.size() > 1) {
        for (Column column : Column.values()) {
          if (column != Column.CONTENT) {
            FetchRun.merge(conf, spilled, column, new Path(staged, column.folder()));
          }
        }
      }
      permit.check();
      Files.rename(conf, staged, new Path(folder, FINISHED));
    }
  }

  private void mergeSmallOnes() throws IOException {
    for (int i = 0; i < spilled.size(); i++) {
      int end = i;
      while (end < spilled.size() && areSmall(spilled.subList(end, end + 1))) {
        end++;
      }
      if (end - i > 1) {
        merge(spilled.subList(i, end));
      }
    }
  }

  /**
   * The files of a finished part.
   *
   * @param folder the part's
   * @return one file for each column but that of the pages, which has one or more
   */
  static Map<Column, List<Path>> results(FileSystem fs, Path folder) throws IOException {
    Path finished = new Path(folder, FINISHED);
    if (!fs.exists(finished)) {
      throw new IOException("the part " + folder + " was not finished");
    }
    List<FetchRun> all = FetchRun.recover(fs, runs(folder));
    Map<Column, List<Path>> files = new EnumMap<>(Column.class);
    for (Column column : Column.values()) {
      files.put(
          column,
          column == Column.CONTENT || all.size() == 1
              ? all.stream().map(run -> run.part(column)).toList()
              : List.of(new Path(finished, column.folder())));
    }
    return files;
  }

  @Override
  public void close() {
    committer.shutdownNow();
    writer.shutdownNow();
    if (share.journal() != null) {
      share.journal().end();
    }
  }
}
