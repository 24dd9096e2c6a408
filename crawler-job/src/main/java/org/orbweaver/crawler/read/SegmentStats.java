package org.orbweaver.crawler.read;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.common.cli.Fields;
import org.orbweaver.common.sorted.SortedStore;

/** Counts over one segment; null stands for those of a part that was not made yet. */
final class SegmentStats {
  private final String name;
  private final Long generated;
  private final Long fetched;
  private final Long parsed;
  private final Long notParsed;
  private long first = Long.MAX_VALUE;
  private long last;
  private final Map<String, Long> byStatus = new TreeMap<>();

  SegmentStats(Configuration conf, Path segment) throws IOException {
    name = segment.getName();
    Path list = new Path(segment, CrawlDatum.GENERATE_DIR_NAME);
    generated = count(conf, list, CrawlDatum.class, datum -> {});
    Path fetches = new Path(segment, CrawlDatum.FETCH_DIR_NAME);
    fetched = count(conf, fetches, CrawlDatum.class, this::addFetched);
    long[] failed = new long[1];
    Path parses = new Path(segment, ParseData.DIR_NAME);
    Long all =
        count(
            conf,
            parses,
            ParseData.class,
            data -> failed[0] += data.getStatus().isSuccess() ? 0 : 1);
    notParsed = all == null ? null : (Long) failed[0];
    parsed = all == null ? null : (Long) (all - failed[0]);
  }

  private void addFetched(CrawlDatum datum) {
    byStatus.merge(CrawlDatum.getStatusName(datum.getStatus()), 1L, Long::sum);
    first = Math.min(first, datum.getFetchTime());
    last = Math.max(last, datum.getFetchTime());
  }

  /** Reads a part through and counts its records; null where there is none. */
  private static <V extends Writable> Long count(
      Configuration conf, Path folder, Class<V> type, Consumer<V> visitor) throws IOException {
    SortedStore<V> store = SortedStore.open(conf, folder, type);
    long[] records = new long[1];
    store.forEach(
        (url, value) -> {
          records[0]++;
          visitor.accept(value);
        });
    return store.isEmpty() ? null : (Long) records[0];
  }

  Fields fields() {
    return new Fields()
        .with("segment", name)
        .with("generated", generated)
        .with("fetched", fetched)
        .with("fetchStatus", byStatus)
        .with("parsed", parsed)
        .with("notParsed", notParsed)
        .with("firstFetch", last == 0 ? null : RecordFields.time(first))
        .with("lastFetch", RecordFields.time(last));
  }

  /** One line of the table that {@code --list} prints. */
  String line() {
    return String.format(
        Locale.ROOT,
        "%-14s %10s %10s %10s %10s  %-20s  %-20s",
        name,
        orDash(generated),
        orDash(fetched),
        orDash(parsed),
        orDash(notParsed),
        orDash(last == 0 ? null : RecordFields.time(first / 1000 * 1000)),
        orDash(RecordFields.time(last / 1000 * 1000)));
  }

  private static Object orDash(Object value) {
    return value == null ? "-" : value;
  }
}
