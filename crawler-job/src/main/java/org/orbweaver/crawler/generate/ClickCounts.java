package org.orbweaver.crawler.generate;

import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import org.apache.hadoop.conf.Configuration;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Json;
import org.orbweaver.crawler.recrawl.ScheduleKeys;
import org.orbweaver.crawler.url.Fingerprint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts how often pages were opened from search, from a click log of {@code orb serve}: a JSON
 * object with {@code "url"} on each line. The command reads it, and passes the counts of the
 * {@value #URLS} pages opened most to the tasks in the configuration: 12 bytes each, in base 64.
 *
 * <p>Counting takes memory for {@value #COUNTED} pages (Misra and Gries, 1982): if there are more,
 * a page's count is too low by at most a {@value #COUNTED}th of all clicks.
 */
final class ClickCounts {
  static final int URLS = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(ClickCounts.class);
  private static final String COUNTS = "orbweaver.internal.generate.clicks";
  private static final int COUNTED = 1 << 17;
  private static final int ENTRY_BYTES = Long.BYTES + Integer.BYTES;

  private final Long2IntOpenHashMap counts = new Long2IntOpenHashMap();

  private ClickCounts() {}

  /**
   * Puts the counts into a job's configuration, if clicks count.
   *
   * @throws OrbException (failed) if the log cannot be read
   */
  static void embed(Configuration conf) {
    String log = ScheduleKeys.CLICKS_FILE.get(conf);
    if (log.isEmpty() || ScheduleKeys.CLICKS_WEIGHT.get(conf) == 0) {
      return;
    }
    try {
      conf.set(COUNTS, read(Path.of(log)).encoded());
    } catch (IOException e) {
      throw OrbException.failed(
          "cannot read the click log " + log + " (" + ScheduleKeys.CLICKS_FILE.name() + "): " + e,
          e);
    }
  }

  private static ClickCounts read(Path log) throws IOException {
    ClickCounts read = new ClickCounts();
    int bad = 0;
    try (BufferedReader lines = Files.newBufferedReader(log)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String url = url(line);
        if (url == null) {
          bad++;
        } else {
          read.add(Fingerprint.of(url));
        }
      }
    }
    if (bad > 0) {
      LOG.warn("{}: skipped {} lines that are no JSON object with a \"url\"", log, bad);
    }
    return read;
  }

  /** The URL of a line, or null: the last line of a log still being written may be incomplete. */
  private static String url(String line) {
    try {
      return Json.parse(line).get("url") instanceof String url ? url : null;
    } catch (IOException e) {
      return null;
    }
  }

  private void add(long url) {
    if (counts.size() == COUNTED && !counts.containsKey(url)) {
      counts.replaceAll((each, count) -> count - 1);
      counts.values().removeIf(count -> count == 0);
    } else {
      counts.addTo(url, 1);
    }
  }

  private String encoded() {
    ByteBuffer bytes = ByteBuffer.allocate(ENTRY_BYTES * Math.min(URLS, counts.size()));
    counts.long2IntEntrySet().stream()
        .sorted(
            Comparator.comparingInt(Long2IntMap.Entry::getIntValue)
                .reversed()
                .thenComparingLong(Long2IntMap.Entry::getLongKey))
        .limit(URLS)
        .forEach(each -> bytes.putLong(each.getLongKey()).putInt(each.getIntValue()));
    return Base64.getEncoder().encodeToString(bytes.array());
  }

  /** Reads the embedded counts in a task; empty if clicks do not count. */
  static ClickCounts of(Configuration conf) {
    ClickCounts embedded = new ClickCounts();
    ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(conf.get(COUNTS, "")));
    while (bytes.hasRemaining()) {
      embedded.counts.put(bytes.getLong(), bytes.getInt());
    }
    return embedded;
  }

  /** The clicks on a page. */
  int of(String url) {
    return counts.isEmpty() ? 0 : counts.get(Fingerprint.of(url));
  }
}
