package org.orbweaver.crawler.fetch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.store.Files;
import org.orbweaver.crawler.fetch.FetchRun.Column;
import org.orbweaver.crawler.hosts.HostTable;

/**
 * Turns results that come in any order into one sorted part, and loses none of them: an external
 * merge sort within a task, in place of a shuffle, whose runs outlive the attempt that wrote them.
 *
 * <p>Results gather in memory. When they exceed the limit, or are older than half a minute, they
 * are sorted and written as a run, which counts from the moment it is renamed. A later attempt
 * finds the runs, and goes on with the URLs that are in none. At the end all runs are merged into
 * the part. A task that is shorter than half a minute and whose results fit in memory writes them
 * once.
 *
 * <p>Safe for use by many threads. Memory: at most twice the limit, one share gathering while the
 * other is written.
 */
final class FetchOutput implements FetchSink {
  /** Runs of a size that are merged into a larger one: each costs a few MB at the end. */
  private static final int FAN_IN = 16;

  private static final long MAX_AGE_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final String COUNTS = "counts";

  private record Entry(Text url, CrawlDatum datum, Content content) {}

  private record Line(Text group, long startMs, Text text) {}

  /** What gathers in memory. */
  private static final class Share {
    private final List<Entry> entries = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();
    private final Map<FetchCounter, Long> counts = new EnumMap<>(FetchCounter.class);
    private long bytes;
    private final long since;

    Share(long since) {
      this.since = since;
    }

    boolean isEmpty() {
      return entries.isEmpty() && lines.isEmpty();
    }

    void count(FetchCounter counter, long n) {
      counts.merge(counter, n, Long::sum);
    }
  }

  private final Configuration conf;
  private final FileSystem fs;
  private final Path runs;
  private final long limit;
  private final HostTable hosts;
  private final FetchStats stats;
  private final LongSupplier clock;
  private final Object spilling = new Object();
  private final List<FetchRun> spilled;
  private Share share;
  private int nextRun;
  private volatile boolean urgent;

  /**
   * An output with the runs that earlier attempts have left.
   *
   * @param runs folder for runs, the same for all attempts
   * @param limit bytes of records to gather in memory
   * @param hosts what is learned about hosts is taken from there
   * @param stats counts what is added, and what earlier attempts did
   */
  FetchOutput(
      Configuration conf,
      Path runs,
      long limit,
      HostTable hosts,
      FetchStats stats,
      LongSupplier clock)
      throws IOException {
    this.conf = conf;
    this.fs = runs.getFileSystem(conf);
    this.runs = runs;
    this.limit = limit;
    this.hosts = hosts;
    this.stats = stats;
    this.clock = clock;
    this.spilled = FetchRun.recover(fs, runs);
    this.share = new Share(clock.getAsLong());
    this.nextRun = spilled.isEmpty() ? 0 : spilled.get(spilled.size() - 1).last() + 1;
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
      readCounts(run).forEach(stats::add);
    }
    return done[0];
  }

  @Override
  public void add(String url, CrawlDatum datum, Content content, FetchCounter counter)
      throws IOException {
    synchronized (this) {
      share.entries.add(new Entry(new Text(url), datum, content));
      share.bytes += Records.size(url, content);
      count(counter);
      if (counter != FetchCounter.REDIRECTS_LEFT) {
        count(FetchCounter.FETCHED);
        if (counter.isSkipped()) {
          count(FetchCounter.SKIPPED);
        }
      }
      if (share.bytes < limit) {
        return;
      }
    }
    spillIf(share -> share.bytes >= limit);
  }

  private void count(FetchCounter counter) {
    stats.add(counter);
    share.count(counter, 1);
  }

  @Override
  public void count(FetchCounter counter, long n) {
    synchronized (this) {
      stats.add(counter, n);
      share.count(counter, n);
    }
  }

  @Override
  public void log(RequestLine line) {
    Line text = new Line(new Text(line.group()), line.startMs(), new Text(line.encode()));
    synchronized (this) {
      share.lines.add(text);
      share.bytes += 200L + line.url().length();
    }
  }

  @Override
  public void hurry() {
    urgent = true;
  }

  /** Writes a run when results have been waiting for long; to be called every second. */
  void tick() throws IOException {
    boolean hurry = urgent;
    urgent = false;
    spillIf(
        share -> !share.isEmpty() && (hurry || clock.getAsLong() - share.since >= MAX_AGE_NANOS));
  }

  private interface Condition {
    boolean holds(Share share);
  }

  private void spillIf(Condition condition) throws IOException {
    // Threads that come here while a run is being written wait: that bounds the memory.
    synchronized (spilling) {
      Share full;
      synchronized (this) {
        if (!condition.holds(share)) {
          return;
        }
        full = share;
        share = new Share(clock.getAsLong());
      }
      spill(full);
      mergeRuns();
    }
  }

  private void spill(Share full) throws IOException {
    FetchRun run = FetchRun.of(runs, nextRun, nextRun);
    Path staged = new Path(runs, "_" + run.folder().getName());
    Files.delete(fs, staged);
    FetchRun writing = new FetchRun(staged, nextRun, nextRun);
    write(full, writing);
    writeCounts(writing, full.counts);
    Files.rename(conf, staged, run.folder());
    spilled.add(run);
    nextRun++;
  }

  private void write(Share full, FetchRun run) throws IOException {
    for (Column column : Column.values()) {
      try (MapFile.Writer out = column.writer(conf, run.part(column))) {
        write(full, column, out);
      }
    }
  }

  private void write(Share full, Column column, MapFile.Writer out) throws IOException {
    switch (column) {
      case FETCH -> {
        full.entries.sort(
            Comparator.comparing(Entry::url)
                .thenComparing(entry -> FetchRun.isLeftForLater(entry.datum())));
        for (Entry entry : full.entries) {
          out.append(entry.url(), entry.datum());
        }
      }
      case CONTENT -> {
        for (Entry entry : full.entries) {
          if (entry.content() != null) {
            out.append(entry.url(), entry.content());
          }
        }
      }
      case HOSTS -> {
        List<Map.Entry<String, byte[]>> learned = new ArrayList<>(hosts.takeNew().entrySet());
        learned.sort(Comparator.comparing(entry -> new Text(entry.getKey())));
        for (Map.Entry<String, byte[]> entry : learned) {
          out.append(new Text(entry.getKey()), new BytesWritable(entry.getValue()));
        }
      }
      case LOG -> {
        full.lines.sort(Comparator.comparing(Line::group).thenComparingLong(Line::startMs));
        for (Line line : full.lines) {
          out.append(line.group(), line.text());
        }
      }
    }
  }

  private void writeCounts(FetchRun run, Map<FetchCounter, Long> counts) throws IOException {
    StringBuilder text = new StringBuilder();
    counts.forEach((counter, n) -> text.append(counter).append('=').append(n).append('\n'));
    try (FSDataOutputStream out = fs.create(new Path(run.folder(), COUNTS), false)) {
      out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
    }
  }

  private Map<FetchCounter, Long> readCounts(FetchRun run) throws IOException {
    Properties properties = new Properties();
    try (FSDataInputStream in = fs.open(new Path(run.folder(), COUNTS))) {
      properties.load(in);
    }
    Map<FetchCounter, Long> counts = new EnumMap<>(FetchCounter.class);
    for (String name : properties.stringPropertyNames()) {
      counts.put(FetchCounter.valueOf(name), Long.valueOf(properties.getProperty(name)));
    }
    return counts;
  }

  /** Keeps the runs few: as many of a size as can be merged at once become one. */
  private void mergeRuns() throws IOException {
    int size = spilled.size();
    if (size < FAN_IN) {
      return;
    }
    List<FetchRun> youngest = spilled.subList(size - FAN_IN, size);
    int width = youngest.get(FAN_IN - 1).last() - youngest.get(FAN_IN - 1).first();
    for (FetchRun run : youngest) {
      if (run.last() - run.first() != width) {
        return;
      }
    }
    FetchRun merged = FetchRun.of(runs, youngest.get(0).first(), youngest.get(FAN_IN - 1).last());
    Path staged = new Path(runs, "_" + merged.folder().getName());
    Files.delete(fs, staged);
    FetchRun writing = new FetchRun(staged, merged.first(), merged.last());
    Map<FetchCounter, Long> counts = new EnumMap<>(FetchCounter.class);
    for (Column column : Column.values()) {
      FetchRun.merge(conf, youngest, column, writing.part(column));
    }
    for (FetchRun run : youngest) {
      readCounts(run).forEach((counter, n) -> counts.merge(counter, n, Long::sum));
    }
    writeCounts(writing, counts);
    Files.rename(conf, staged, merged.folder());
    for (FetchRun run : List.copyOf(youngest)) {
      Files.delete(fs, run.folder());
    }
    youngest.clear();
    spilled.add(merged);
    mergeRuns();
  }

  /**
   * Writes the parts; nothing is added afterwards. The runs stay: if the attempt's commit fails,
   * the next one finds them.
   *
   * @param output folder of the segment's columns
   * @param part name of the part
   */
  void finish(Path output, String part) throws IOException {
    synchronized (spilling) {
      if (!spilled.isEmpty() && !share.isEmpty()) {
        spill(share);
      }
      for (Column column : Column.values()) {
        Path file = new Path(new Path(output, column.folder()), part);
        if (spilled.isEmpty()) {
          try (MapFile.Writer out = column.writer(conf, file)) {
            write(share, column, out);
          }
        } else {
          FetchRun.merge(conf, spilled, column, file);
        }
      }
    }
  }
}
