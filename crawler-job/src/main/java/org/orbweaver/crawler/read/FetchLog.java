package org.orbweaver.crawler.read;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.orbweaver.common.cli.OrbException;
import org.orbweaver.crawler.fetch.FetchJob;
import org.orbweaver.crawler.fetch.RequestLine;

/** The fetch logs of segments. */
final class FetchLog {
  /** Takes lines. */
  interface Taker {
    void take(RequestLine line);
  }

  private FetchLog() {}

  /**
   * Reads the logs of segments as one, by group and time. Segments without a log, of other
   * crawlers, are passed over.
   *
   * @param segments from old to new
   * @return how many had a log
   */
  static int read(Configuration conf, FileSystem fs, List<Path> segments, Taker taker)
      throws IOException {
    List<RecordStore.Merge<Text>> logs = new ArrayList<>();
    try {
      for (Path segment : segments) {
        Path folder = new Path(segment, FetchJob.LOG_DIR);
        if (RecordStore.exists(fs, folder)) {
          logs.add(RecordStore.open(conf, fs, folder, "fetch_log", Text.class).merge());
        }
      }
      while (true) {
        Text least = null;
        for (RecordStore.Merge<Text> log : logs) {
          if (log.key() != null && (least == null || log.key().compareTo(least) < 0)) {
            least = log.key();
          }
        }
        if (least == null) {
          return logs.size();
        }
        String group = least.toString();
        for (RecordStore.Merge<Text> log : logs) {
          while (log.key() != null && log.key().toString().equals(group)) {
            taker.take(decode(group, log.value()));
            log.advance();
          }
        }
      }
    } finally {
      for (RecordStore.Merge<Text> log : logs) {
        log.close();
      }
    }
  }

  private static RequestLine decode(String group, Text line) {
    try {
      return RequestLine.decode(group, line.toString());
    } catch (IllegalArgumentException e) {
      throw OrbException.failed("fetch log, at " + group + ": " + e.getMessage(), e);
    }
  }

  /** A line for people and programs. */
  static Map<String, Object> view(RequestLine line) {
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("url", line.url());
    view.put("asked", Instant.ofEpochMilli(line.startMs()).toString());
    view.put("ms", line.endMs() - line.startMs());
    view.put("answer", line.answer());
    view.put("bytes", line.bytes());
    view.put("address", line.address());
    view.put("group", line.group());
    view.put("least_gap_ms", line.gapMs());
    if (!line.from().equals("-")) {
      view.put("redirected_from", line.from());
    }
    return view;
  }
}
