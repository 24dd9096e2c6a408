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
        takeGroup(least.toString(), logs, taker);
      }
    } finally {
      for (RecordStore.Merge<Text> log : logs) {
        log.close();
      }
    }
  }

  /** By time: segments may have been fetched in another order than that of their names. */
  private static void takeGroup(String group, List<RecordStore.Merge<Text>> logs, Taker taker)
      throws IOException {
    RequestLine[] heads = new RequestLine[logs.size()];
    for (int i = 0; i < heads.length; i++) {
      heads[i] = head(group, logs.get(i));
    }
    while (true) {
      int first = -1;
      for (int i = 0; i < heads.length; i++) {
        if (heads[i] != null && (first < 0 || heads[i].startMs() < heads[first].startMs())) {
          first = i;
        }
      }
      if (first < 0) {
        return;
      }
      taker.take(heads[first]);
      logs.get(first).advance();
      heads[first] = head(group, logs.get(first));
    }
  }

  /** The line at hand, null where it is another group's or there is none. */
  private static RequestLine head(String group, RecordStore.Merge<Text> log) {
    boolean same = log.key() != null && log.key().toString().equals(group);
    return same ? decode(group, log.value()) : null;
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
    view.put("leastGapMs", line.delayMs());
    if (!line.from().equals("-")) {
      view.put("redirectedFrom", line.from());
    }
    return view;
  }
}
