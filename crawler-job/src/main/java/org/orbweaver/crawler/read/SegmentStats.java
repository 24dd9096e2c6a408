package org.orbweaver.crawler.read;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Writable;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.parse.ParseData;
import org.orbweaver.common.sorted.SortedStore;

/** Counts over one segment; −1 stands for a part that was not made yet. */
final class SegmentStats {

  private final String name;
  private long generated = -1;
  private long fetched = -1;
  private long parsed = -1;
  private long notParsed = -1;
  private long first = Long.MAX_VALUE;
  private long last;
  private final Map<String, Long> byStatus = new TreeMap<>();

  private SegmentStats(String name) {
    this.name = name;
  }

  static SegmentStats of(Configuration conf, Path segment) throws IOException {
    SegmentStats stats = new SegmentStats(segment.getName());
    if (visit(
        conf,
        new Path(segment, CrawlDatum.GENERATE_DIR_NAME),
        CrawlDatum.class,
        datum -> stats.generated++)) {
      stats.generated++;
    }
    if (visit(
        conf, new Path(segment, CrawlDatum.FETCH_DIR_NAME), CrawlDatum.class, stats::addFetched)) {
      stats.fetched++;
    }
    if (visit(
        conf,
        new Path(segment, ParseData.DIR_NAME),
        ParseData.class,
        data -> {
          if (data.getStatus().isSuccess()) {
            stats.parsed++;
          } else {
            stats.notParsed++;
          }
        })) {
      stats.parsed++;
      stats.notParsed++;
    }
    return stats;
  }

  private void addFetched(CrawlDatum datum) {
    fetched++;
    byStatus.merge(CrawlDatum.getStatusName(datum.getStatus()), 1L, Long::sum);
    first = Math.min(first, datum.getFetchTime());
    last = Math.max(last, datum.getFetchTime());
  }

  /** Reads a part through, where it is; false where not. */
  private static <V extends Writable> boolean visit(
      Configuration conf, Path folder, Class<V> type, java.util.function.Consumer<V> visitor)
      throws IOException {
    SortedStore<V> store = SortedStore.open(conf, folder, type);
    store.forEach((url, value) -> visitor.accept(value));
    return !store.isEmpty();
  }

  Map<String, Object> view() {
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("segment", name);
    view.put("generated", known(generated));
    view.put("fetched", known(fetched));
    view.put("fetchStatus", byStatus);
    view.put("parsed", known(parsed));
    view.put("notParsed", known(notParsed));
    view.put("firstFetch", last == 0 ? null : Views.time(first));
    view.put("lastFetch", Views.time(last));
    return view;
  }

  private static Long known(long count) {
    return count < 0 ? null : count;
  }

  /** One line of the table that {@code --list} prints. */
  String line() {
    return String.format(
        Locale.ROOT,
        "%-14s %10s %10s %10s %10s  %-20s  %-20s",
        name,
        text(generated),
        text(fetched),
        text(parsed),
        text(notParsed),
        last == 0 ? "-" : seconds(first),
        last == 0 ? "-" : seconds(last));
  }

  private static String text(long count) {
    return count < 0 ? "-" : Long.toString(count);
  }

  private static String seconds(long millis) {
    String time = Views.time(millis / 1000 * 1000);
    return time == null ? "-" : time;
  }
}
