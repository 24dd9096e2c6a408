package org.orbweaver.crawler.fetch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.protocol.Content;
import org.orbweaver.crawler.fetch.FetchRun.Column;

/** What a fetch task gathers in memory until it is written as a run. */
final class FetchShare implements FetchJournal.Taker {
  private record Entry(Text url, CrawlDatum datum, Content content) {}

  private record Line(Text group, long startMs, Text text) {}

  private final List<Entry> entries = new ArrayList<>();
  private final List<Line> lines = new ArrayList<>();
  private final Map<FetchCounter, Long> counts = new EnumMap<>(FetchCounter.class);
  private final SortedMap<Text, byte[]> hosts = new TreeMap<>();
  private final int run;
  private final FetchJournal journal;
  private final long since;
  private long bytes;

  /**
   * Nothing gathered.
   *
   * @param run the run's number that it is to be
   * @param journal null for none
   */
  FetchShare(int run, FetchJournal journal, long since) {
    this.run = run;
    this.journal = journal;
    this.since = since;
  }

  boolean isEmpty() {
    return entries.isEmpty() && lines.isEmpty();
  }

  @Override
  public void entry(Text url, CrawlDatum datum, Content content, FetchCounter counter) {
    entries.add(new Entry(url, datum, content));
    bytes += Records.size(url.getLength(), content);
    tally(counter, one -> count(one, 1));
  }

  @Override
  public void line(Text group, long startMs, Text text) {
    lines.add(new Line(group, startMs, text));
    bytes += 100L + text.getLength();
  }

  @Override
  public void count(FetchCounter counter, long n) {
    counts.merge(counter, n, Long::sum);
  }

  @Override
  public void host(String key, byte[] record) {
    hosts.put(new Text(key), record);
  }

  int run() {
    return run;
  }

  FetchJournal journal() {
    return journal;
  }

  /** The clock's time when it began, in nanoseconds. */
  long since() {
    return since;
  }

  /** About how much memory it takes. */
  long bytes() {
    return bytes;
  }

  Map<FetchCounter, Long> counts() {
    return counts;
  }

  /** What is counted of a URL's outcome. */
  static void tally(FetchCounter counter, Consumer<FetchCounter> tally) {
    tally.accept(counter);
    if (!counter.isLeft()) {
      tally.accept(FetchCounter.FETCHED);
      if (counter.isSkipped()) {
        tally.accept(FetchCounter.SKIPPED);
      } else if (counter.isFailed()) {
        tally.accept(FetchCounter.FAILED);
      } else if (counter.isGone()) {
        tally.accept(FetchCounter.GONE);
      }
    }
  }

  /** Writes a column of the run, sorted. */
  void write(Column column, MapFile.Writer out) throws IOException {
    switch (column) {
      case FETCH -> {
        entries.sort(
            Comparator.comparing(Entry::url)
                .thenComparing(entry -> FetchRun.isLeftForLater(entry.datum())));
        for (Entry entry : entries) {
          out.append(entry.url(), entry.datum());
        }
      }
      case CONTENT -> {
        for (Entry entry : entries) {
          if (entry.content() != null) {
            out.append(entry.url(), entry.content());
          }
        }
      }
      case HOSTS -> {
        for (Map.Entry<Text, byte[]> entry : hosts.entrySet()) {
          out.append(entry.getKey(), new BytesWritable(entry.getValue()));
        }
      }
      case LOG -> {
        lines.sort(Comparator.comparing(Line::group).thenComparingLong(Line::startMs));
        for (Line line : lines) {
          out.append(line.group(), line.text());
        }
      }
    }
  }
}
