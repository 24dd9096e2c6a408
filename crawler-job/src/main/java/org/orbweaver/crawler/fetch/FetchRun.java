package org.orbweaver.crawler.fetch;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.store.BlockCompression;

/**
 * A run: what a fetch task found in a stretch of time, sorted; a folder with a MapFile for each
 * {@link Column}. Runs have numbers; a merged one has the numbers from its first to its last, and
 * takes their place.
 *
 * @param folder named {@code run-FIRST-LAST}
 */
record FetchRun(Path folder, int first, int last) {
  private static final String NAME = "run-";
  private static final String COUNTS = "counts";

  /** What a run, and a part of a fetched segment, consists of. */
  enum Column {
    FETCH(CrawlDatum.FETCH_DIR_NAME, CrawlDatum.class),
    CONTENT(Content.DIR_NAME, Content.class),
    HOSTS(org.orbweaver.crawler.hosts.HostsJob.LEARNED, BytesWritable.class),
    LOG(FetchJob.LOG_DIR, Text.class);

    private final String folder;
    private final Class<? extends Writable> type;

    Column(String folder, Class<? extends Writable> type) {
      this.folder = folder;
      this.type = type;
    }

    /** The folder's name. */
    String folder() {
      return folder;
    }

    /** A writer of a MapFile. */
    MapFile.Writer writer(Configuration conf, Path part) throws IOException {
      return new MapFile.Writer(
          conf,
          part,
          MapFile.Writer.keyClass(Text.class),
          MapFile.Writer.valueClass(type),
          SequenceFile.Writer.compression(
              SequenceFile.CompressionType.BLOCK, BlockCompression.codec(conf)));
    }
  }

  /** The run of these numbers in a folder of runs. */
  static FetchRun of(Path runs, int first, int last) {
    return new FetchRun(new Path(runs, NAME + first + "-" + last), first, last);
  }

  /**
   * The finished runs in a folder, by their numbers. Of runs that have been merged only the merged
   * one counts; the others, and what was not finished, are deleted.
   */
  static List<FetchRun> recover(FileSystem fs, Path runs) throws IOException {
    return finished(fs, runs, true);
  }

  /**
   * The finished runs in a folder, by their numbers; see {@link #recover}.
   *
   * @param clean whether the others are deleted
   */
  static List<FetchRun> finished(FileSystem fs, Path runs, boolean clean) throws IOException {
    List<FetchRun> found = new ArrayList<>();
    FileStatus[] statuses;
    try {
      statuses = fs.listStatus(runs);
    } catch (FileNotFoundException e) {
      return found;
    }
    for (FileStatus status : statuses) {
      String name = status.getPath().getName();
      if (name.matches(NAME + "\\d+-\\d+")) {
        String[] numbers = name.substring(NAME.length()).split("-", -1);
        found.add(of(runs, Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1])));
      } else if (clean && !FetchJournal.isOne(status.getPath())) {
        fs.delete(status.getPath(), true);
      }
    }
    found.sort(Comparator.comparingInt(FetchRun::first).thenComparingInt(run -> -run.last()));
    List<FetchRun> kept = new ArrayList<>();
    for (FetchRun run : found) {
      if (!kept.isEmpty() && run.last() <= kept.get(kept.size() - 1).last()) {
        if (clean) {
          fs.delete(run.folder(), true);
        }
      } else {
        kept.add(run);
      }
    }
    return kept;
  }

  Path part(Column column) {
    return new Path(folder, column.folder());
  }

  /** Writes what was counted while it gathered. */
  void writeCounts(FileSystem fs, Map<FetchCounter, Long> counts) throws IOException {
    StringBuilder text = new StringBuilder();
    counts.forEach((counter, n) -> text.append(counter).append('=').append(n).append('\n'));
    try (FSDataOutputStream out = fs.create(new Path(folder, COUNTS), false)) {
      out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
    }
  }

  /** What was counted while it gathered. */
  Map<FetchCounter, Long> readCounts(FileSystem fs) throws IOException {
    Properties properties = new Properties();
    try (FSDataInputStream in = fs.open(new Path(folder, COUNTS))) {
      properties.load(in);
    }
    Map<FetchCounter, Long> counts = new EnumMap<>(FetchCounter.class);
    for (String name : properties.stringPropertyNames()) {
      counts.put(FetchCounter.valueOf(name), Long.valueOf(properties.getProperty(name)));
    }
    return counts;
  }

  /** A record of a run, for merging. */
  private static final class Head implements Closeable {
    private final MapFile.Reader reader;
    private final Class<? extends Writable> type;
    private final int run;
    private final Text key = new Text();
    private Writable value;

    Head(Configuration conf, Path part, Class<? extends Writable> type, int run)
        throws IOException {
      this.reader = new MapFile.Reader(part, conf);
      this.type = type;
      this.run = run;
    }

    boolean next() throws IOException {
      // Not the same object again: Content keeps bytes of the one before.
      value = type == Content.class ? new Content() : ReflectionUtils.newInstance(type, null);
      return reader.next(key, value);
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }

  /** Takes merged records. */
  @FunctionalInterface
  interface Taker {
    void take(Text key, Writable value) throws IOException;
  }

  private static final Comparator<Head> ORDER =
      Comparator.<Head, Text>comparing(head -> head.key)
          .thenComparing(head -> isLeftForLater(head.value))
          .thenComparingInt(head -> head.run);

  /** A redirect's target that is left for later stands behind the record of its fetch. */
  static boolean isLeftForLater(Writable value) {
    return value instanceof CrawlDatum datum && datum.getStatus() == CrawlDatum.STATUS_LINKED;
  }

  /** Reads a column of several runs as one, sorted. */
  static void read(Configuration conf, List<FetchRun> runs, Column column, Taker taker)
      throws IOException {
    List<Head> open = new ArrayList<>();
    try {
      PriorityQueue<Head> queue = new PriorityQueue<>(Math.max(1, runs.size()), ORDER);
      for (FetchRun run : runs) {
        Head head = new Head(conf, run.part(column), column.type, run.first());
        open.add(head);
        if (head.next()) {
          queue.add(head);
        }
      }
      while (!queue.isEmpty()) {
        Head least = queue.remove();
        // Of what several runs know about a host, the last is true.
        boolean outdated =
            column == Column.HOSTS && !queue.isEmpty() && queue.peek().key.equals(least.key);
        if (!outdated) {
          taker.take(least.key, least.value);
        }
        if (least.next()) {
          queue.add(least);
        }
      }
    } finally {
      for (Head head : open) {
        head.close();
      }
    }
  }

  /** Merges a column of several runs into a MapFile. */
  static void merge(Configuration conf, List<FetchRun> runs, Column column, Path part)
      throws IOException {
    try (MapFile.Writer out = column.writer(conf, part)) {
      read(
          conf,
          runs,
          column,
          (key, value) -> out.append((org.apache.hadoop.io.WritableComparable<?>) key, value));
    }
  }
}
