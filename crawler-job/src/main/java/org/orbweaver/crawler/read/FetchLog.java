package org.orbweaver.crawler.read;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.sorted.SortedMerge;
import org.orbweaver.common.sorted.SortedStore;
import org.orbweaver.common.text.Fields;
import org.orbweaver.crawler.fetch.FetchJob;
import org.orbweaver.crawler.fetch.spill.Table;
import org.orbweaver.crawler.fetch.task.RequestLine;

/** Reads the fetch logs of segments. */
final class FetchLog {
  private FetchLog() {}

  /**
   * Reads the logs of segments as one, by group and time: segments may have been fetched in an
   * order other than that of their names. Segments of other crawlers, without a log, are skipped.
   *
   * @param segments from old to new
   * @return how many had a log
   */
  static int read(Configuration conf, List<Path> segments, Consumer<RequestLine> taker)
      throws IOException {
    List<Path> parts = new ArrayList<>();
    int logs = 0;
    for (Path segment : segments) {
      Path folder = new Path(segment, FetchJob.LOG_DIR);
      SortedStore<Text> log = SortedStore.open(conf, folder, Text.class);
      logs += log.isEmpty() ? 0 : 1;
      parts.addAll(log.parts());
    }
    try (SortedMerge<Text> merge = SortedMerge.open(conf, parts, Text.class, Table.LOG.order())) {
      while (merge.next()) {
        taker.accept(decode(merge.key().toString(), merge.value()));
      }
    }
    return logs;
  }

  private static RequestLine decode(String group, Text line) {
    try {
      return RequestLine.decode(group, line.toString());
    } catch (IllegalArgumentException e) {
      throw OrbException.failed("fetch log, at " + group + ": " + e.getMessage(), e);
    }
  }

  /** The fields of a line, for people and programs. */
  static Fields fields(RequestLine line) {
    return new Fields()
        .with("url", line.url())
        .with("asked", RecordFields.time(line.startMs()))
        .with("ms", line.endMs() - line.startMs())
        .with("answer", line.answer())
        .with("bytes", line.bytes())
        .with("address", line.address())
        .with("group", line.group())
        .with("leastGapMs", line.delayMs())
        .withKnown("redirectedFrom", line.from().equals("-") ? null : line.from());
  }
}
