package org.orbweaver.crawler.fetch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.orbweaver.common.store.Files;
import org.orbweaver.crawler.BlockCompression;

/**
 * Turns results that come in any order into one sorted part: an external merge sort within a task,
 * in place of a shuffle. Results gather in memory; when they exceed the limit they are sorted and
 * written as a run; at the end the runs are merged. A task whose results fit in memory writes them
 * once.
 *
 * <p>Where a URL has two records, as a redirect target left for later and as one that was fetched
 * after all, the fetched one comes first.
 *
 * <p>Safe for use by many threads. Memory: at most twice the limit, one share gathering while the
 * other is written.
 */
final class SortedOutput {
  /**
   * Runs are merged into one when there are so many: each costs a buffer of a few MB at the end.
   */
  private static final int MAX_RUNS = 24;

  private record Entry(Text url, CrawlDatum datum, Content content) {}

  private static final Comparator<Entry> ORDER =
      Comparator.comparing(Entry::url)
          .thenComparing(e -> e.datum().getStatus() == CrawlDatum.STATUS_LINKED);

  private final Configuration conf;
  private final Path fetchPart;
  private final Path contentPart;
  private final Path runs;
  private final long limit;
  private final Object spilling = new Object();
  private final List<Path> spilled = new ArrayList<>();
  private List<Entry> entries = new ArrayList<>();
  private long bytes;
  private int runNumber;

  /**
   * An output into two parts.
   *
   * @param fetchPart the MapFile of CrawlDatum to make
   * @param contentPart the MapFile of Content to make
   * @param runs folder for runs, removed at the end
   * @param limit bytes of records to gather in memory
   */
  SortedOutput(Configuration conf, Path fetchPart, Path contentPart, Path runs, long limit) {
    this.conf = conf;
    this.fetchPart = fetchPart;
    this.contentPart = contentPart;
    this.runs = runs;
    this.limit = limit;
  }

  /** Adds a record; the output keeps the objects. {@code content} may be null. */
  void add(String url, CrawlDatum datum, Content content) throws IOException {
    List<Entry> full = null;
    synchronized (this) {
      entries.add(new Entry(new Text(url), datum, content));
      bytes += Records.size(url, content);
      if (bytes < limit) {
        return;
      }
    }
    // Threads that come here while a run is being written wait: that bounds the memory.
    synchronized (spilling) {
      synchronized (this) {
        if (bytes >= limit) {
          full = entries;
          entries = new ArrayList<>();
          bytes = 0;
        }
      }
      if (full != null) {
        spill(full);
      }
    }
  }

  private void spill(List<Entry> full) throws IOException {
    Path run = new Path(runs, Integer.toString(runNumber++));
    write(full, new Path(run, "fetch"), new Path(run, "content"));
    spilled.add(run);
    if (spilled.size() == MAX_RUNS) {
      Path merged = new Path(runs, Integer.toString(runNumber++));
      merge(new Path(merged, "fetch"), new Path(merged, "content"));
      for (Path old : spilled) {
        Files.delete(old.getFileSystem(conf), old);
      }
      spilled.clear();
      spilled.add(merged);
    }
  }

  private void write(List<Entry> list, Path fetch, Path contents) throws IOException {
    list.sort(ORDER);
    try (MapFile.Writer data = writer(fetch, CrawlDatum.class)) {
      for (Entry entry : list) {
        data.append(entry.url(), entry.datum());
      }
    }
    try (MapFile.Writer data = writer(contents, Content.class)) {
      for (Entry entry : list) {
        if (entry.content() != null) {
          data.append(entry.url(), entry.content());
        }
      }
    }
  }

  private MapFile.Writer writer(Path part, Class<? extends Writable> valueClass)
      throws IOException {
    return new MapFile.Writer(
        conf,
        part,
        MapFile.Writer.keyClass(Text.class),
        MapFile.Writer.valueClass(valueClass),
        SequenceFile.Writer.compression(
            SequenceFile.CompressionType.BLOCK, BlockCompression.codec(conf)));
  }

  private void merge(Path fetch, Path contents) throws IOException {
    merge("fetch", fetch, CrawlDatum.class);
    merge("content", contents, Content.class);
  }

  private void merge(String child, Path part, Class<? extends Writable> valueClass)
      throws IOException {
    List<Run> open = new ArrayList<>();
    try (MapFile.Writer out = writer(part, valueClass)) {
      PriorityQueue<Run> queue = new PriorityQueue<>();
      for (Path run : spilled) {
        Run reader = new Run(new MapFile.Reader(new Path(run, child), conf), valueClass);
        open.add(reader);
        if (reader.next()) {
          queue.add(reader);
        }
      }
      while (!queue.isEmpty()) {
        Run least = queue.remove();
        out.append(least.key, least.value);
        if (least.next()) {
          queue.add(least);
        }
      }
    } finally {
      for (Run run : open) {
        run.reader.close();
      }
    }
  }

  private static final class Run implements Comparable<Run> {
    private final MapFile.Reader reader;
    private final Class<? extends Writable> valueClass;
    private final Text key = new Text();
    private Writable value;

    Run(MapFile.Reader reader, Class<? extends Writable> valueClass) {
      this.reader = reader;
      this.valueClass = valueClass;
    }

    boolean next() throws IOException {
      value = valueClass == CrawlDatum.class ? new CrawlDatum() : new Content();
      return reader.next(key, value);
    }

    private boolean isLinked() {
      return value instanceof CrawlDatum datum && datum.getStatus() == CrawlDatum.STATUS_LINKED;
    }

    @Override
    public int compareTo(Run other) {
      int byUrl = key.compareTo(other.key);
      return byUrl != 0 ? byUrl : Boolean.compare(isLinked(), other.isLinked());
    }
  }

  /** Writes the parts. Nothing is added afterwards. */
  void finish() throws IOException {
    synchronized (spilling) {
      if (spilled.isEmpty()) {
        write(entries, fetchPart, contentPart);
      } else {
        if (!entries.isEmpty()) {
          spill(entries);
        }
        merge(fetchPart, contentPart);
        Files.delete(runs.getFileSystem(conf), runs);
      }
      entries = new ArrayList<>();
    }
  }
}
