package org.orbweaver.crawler.fetch;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.util.functional.InvocationRaisingIOE;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.orbweaver.crawler.fetch.spill.Row;
import org.orbweaver.crawler.fetch.spill.SpillWriter;
import org.orbweaver.crawler.fetch.spill.Spills;
import org.orbweaver.crawler.fetch.spill.Table;
import org.orbweaver.crawler.fetch.task.FetchCounter;
import org.orbweaver.crawler.fetch.task.FetchTools;
import org.orbweaver.crawler.fetch.task.ListUrls;
import org.orbweaver.crawler.fetch.task.RecordedHeads;
import org.orbweaver.crawler.fetch.task.Records;
import org.orbweaver.crawler.fetch.task.Redirects;
import org.orbweaver.crawler.fetch.task.RequestLine;
import org.orbweaver.crawler.hosts.HostTable;
import org.orbweaver.crawler.url.Fingerprint;

/**
 * The output of a fetch task: writes rows of {@link SpillWriter}'s tables. Safe for use by many
 * threads.
 */
final class FetchOutput implements FetchTools.Sink, Closeable {
  private static final LongWritable ONE = new LongWritable(1);

  private final SpillWriter writer;
  private final HostTable hosts;
  private final FetchStats stats = new FetchStats();

  /**
   * An output that continues the work of earlier attempts.
   *
   * @param folder the part's, the same for all attempts
   * @param limit bytes of rows to gather in memory
   * @param hosts the table of hosts, whose new records are written with the rows
   * @param waiting see {@link SpillWriter}
   */
  FetchOutput(
      Configuration conf,
      Path folder,
      long limit,
      HostTable hosts,
      InvocationRaisingIOE permit,
      Runnable waiting)
      throws IOException {
    this.writer = new SpillWriter(conf, folder, limit, hosts, permit, waiting);
    this.hosts = hosts;
  }

  /** Adds the counts of earlier attempts, read from a part's folder; changes nothing there. */
  static void addKept(Configuration conf, Path folder, FetchStats kept) throws IOException {
    new Spills(conf, folder).counts().forEach(row -> add(kept, row));
  }

  private static void add(FetchStats stats, Row count) {
    FetchCounter counter = FetchCounter.valueOf(count.key().toString());
    stats.add(counter, ((LongWritable) count.value()).get());
  }

  /** The counts so far, of this attempt and earlier ones. */
  FetchStats stats() {
    return stats;
  }

  /** Whether an attempt has finished the part. */
  boolean isFinished() throws IOException {
    return writer.spills().isFinished();
  }

  /**
   * Takes over the work of earlier attempts: their URLs count as done, and their host records and
   * counters are kept.
   *
   * @return redirects whose targets have no record and are not in the list: an attempt died before
   *     it came to them
   */
  List<Redirects.Recorded> recover(ListUrls list) throws IOException {
    LongOpenHashSet links = new LongOpenHashSet();
    writer
        .spills()
        .read(
            Table.FETCH,
            row -> {
              String url = row.key().toString();
              if (((CrawlDatum) row.value()).getStatus() == CrawlDatum.STATUS_LINKED) {
                links.add(Fingerprint.of(url));
              } else {
                list.claim(url);
              }
            });
    List<Redirects.Recorded> open = new ArrayList<>();
    writer
        .spills()
        .read(
            Table.FETCH,
            row -> {
              CrawlDatum datum = (CrawlDatum) row.value();
              String target = Records.redirectTarget(datum);
              if (target != null && !links.contains(Fingerprint.of(target)) && !list.has(target)) {
                CrawlDatum copy = new CrawlDatum();
                copy.set(datum);
                open.add(new Redirects.Recorded(row.key().toString(), copy, target));
              }
            });
    writer
        .spills()
        .read(
            Table.HOSTS,
            row -> hosts.keep(row.key().toString(), ((BytesWritable) row.value()).copyBytes()));
    writer.spills().read(Table.COUNTS, row -> add(stats, row));
    return open;
  }

  @Override
  public void add(String url, CrawlDatum datum, Content content, FetchCounter counter)
      throws IOException {
    Text key = new Text(url);
    List<Row> rows = new ArrayList<>();
    rows.add(new Row(Table.FETCH, key, datum));
    if (content != null) {
      rows.add(new Row(Table.CONTENT, key, content));
    }
    for (FetchCounter one : counter.all()) {
      stats.add(one);
      rows.add(count(one, ONE));
    }
    writer.add(rows.toArray(new Row[0]));
  }

  /** Takes the rendered version of a page; counts nothing. */
  void add(String url, CrawlDatum outcome, Content rendered) throws IOException {
    Text key = new Text(url);
    Row record = new Row(Table.FETCH, key, outcome);
    if (rendered == null) {
      writer.add(record);
    } else {
      writer.add(record, new Row(Table.CONTENT, key, rendered));
    }
  }

  /** The records of URLs that earlier attempts have made durable. */
  void earlier(BiConsumer<String, CrawlDatum> taker) throws IOException {
    writer
        .spills()
        .read(Table.FETCH, row -> taker.accept(row.key().toString(), (CrawlDatum) row.value()));
  }

  private static Row count(FetchCounter counter, LongWritable n) {
    return new Row(Table.COUNTS, new Text(counter.name()), n);
  }

  @Override
  public void count(FetchCounter counter, long n) throws IOException {
    stats.add(counter, n);
    writer.add(count(counter, new LongWritable(n)));
  }

  @Override
  public void log(RequestLine line) throws IOException {
    writer.add(new Row(Table.LOG, new Text(line.group()), new Text(line.encode())));
  }

  @Override
  public void keep(String url, RecordedHeads heads) throws IOException {
    writer.add(new Row(Table.HEADS, new Text(url), heads.encode()));
  }

  /** Makes all rows added so far durable. The writer also does this continuously. */
  void flush() throws IOException {
    writer.flush();
  }

  /** Throws if a write failed; call it every second. */
  void check() throws IOException {
    writer.check();
  }

  /** Finishes the part: see {@link SpillWriter#finish}. */
  void finish() throws IOException {
    writer.finish();
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  /** The counters of a running task, cheap to add to from many threads. */
  static final class FetchStats {
    private final Map<FetchCounter, LongAdder> counts = new EnumMap<>(FetchCounter.class);

    private final Map<FetchCounter, Long> reported = new EnumMap<>(FetchCounter.class);

    FetchStats() {
      for (FetchCounter counter : FetchCounter.values()) {
        counts.put(counter, new LongAdder());
      }
    }

    void add(FetchCounter counter) {
      add(counter, 1);
    }

    void add(FetchCounter counter, long n) {
      counts.get(counter).add(n);
    }

    long get(FetchCounter counter) {
      return counts.get(counter).sum();
    }

    /** Reports the increments since the last call to the framework. */
    synchronized void report(TaskAttemptContext context) {
      counts.forEach(
          (counter, count) -> {
            long now = count.sum();
            long before = reported.getOrDefault(counter, 0L);
            if (now != before) {
              context.getCounter(counter).increment(now - before);
              reported.put(counter, now);
            }
          });
    }
  }
}
