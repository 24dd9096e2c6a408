package org.orbweaver.crawler.recrawl;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.orbweaver.crawler.hosts.IndexFile;

/**
 * The {@link ActivityClock}s of hosts with at least {@value ChangeRateEstimator#RATED_PAGES} pages
 * visited again, and of their directories, for generate and update, which read the URLs of all
 * hosts. It takes some 300 bytes of memory for each clock, and holds at most {@value #MAX_CLOCKS}
 * of them, 40 MB. Other URLs have a clock that counts days. Not safe for use by several threads.
 *
 * <p>Form: beside each part of the store of hosts, in its folder, a file {@value #NAME} with their
 * number (an int), then for each the fingerprint of its directory (a long) and the clock. A part
 * without the file has none.
 */
public final class ClockIndex {
  /** An index without clocks. */
  public static final ClockIndex EMPTY = new ClockIndex();

  private static final String NAME = "clocks";
  private static final IndexFile FILE = new IndexFile(NAME);
  private static final int MAX_CLOCKS = 1 << 17;
  private static final double MILLIS_PER_DAY = 86_400_000;

  private final Long2ObjectOpenHashMap<ActivityClock> clocks = new Long2ObjectOpenHashMap<>();
  private String lastDirectory = "";
  private ActivityClock lastClock = ActivityClock.EVEN;

  private ClockIndex() {}

  /** Reads the index of a store; it is empty if there is no store. */
  public static ClockIndex read(Configuration conf, Path store) throws IOException {
    ClockIndex index = new ClockIndex();
    FILE.read(
        conf,
        store,
        (in, bytes) -> {
          for (int left = in.readInt(); left > 0 && index.clocks.size() < MAX_CLOCKS; left--) {
            index.clocks.put(in.readLong(), ActivityClock.read(in));
          }
        });
    return index;
  }

  /**
   * Days of a page's clock from one time to a later one.
   *
   * @param from milliseconds since 1970, as {@code to}
   */
  public double days(String url, long from, long to) {
    return clock(url).days(from / MILLIS_PER_DAY, to / MILLIS_PER_DAY);
  }

  /** URLs mostly come by directory. */
  private ActivityClock clock(String url) {
    int end = url.lastIndexOf('/') + 1;
    if (!clocks.isEmpty() && (end != lastDirectory.length() || !url.startsWith(lastDirectory))) {
      lastDirectory = url.substring(0, end);
      lastClock = ActivityClock.of(ActivityEstimator.directories(url), clocks);
    }
    return lastClock;
  }

  /** Gathers the clocks of one part. */
  public static final class ClockIndexBuilder {
    private final Long2ObjectOpenHashMap<ActivityClock> clocks = new Long2ObjectOpenHashMap<>();

    /**
     * Adds the clocks of a host.
     *
     * @param ratedPages of the host, pages visited again
     */
    public void add(int ratedPages, ActivityEstimator activity) {
      if (ratedPages >= ChangeRateEstimator.RATED_PAGES && clocks.size() < MAX_CLOCKS) {
        clocks.putAll(activity.clocks());
      }
    }

    /** Writes the file of a part, if there are clocks. */
    public void write(Configuration conf, Path part) throws IOException {
      if (clocks.isEmpty()) {
        return;
      }
      FILE.write(
          conf,
          part,
          out -> {
            out.writeInt(clocks.size());
            for (var clock : clocks.long2ObjectEntrySet()) {
              out.writeLong(clock.getLongKey());
              clock.getValue().write(out);
            }
          });
    }
  }
}
