package org.orbweaver.crawler.recrawl;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.orbweaver.crawler.url.Fingerprint;

/**
 * Estimates the {@link ActivityClock}s of a site and its directories from visits.
 *
 * <p>The model: page i changes on day d at the rate Δᵢ·h(d), with one activity h for all pages of a
 * directory and mean 1. A visit only shows that a page changed at some time since the last one, so
 * h is estimated by self-consistency (Turnbull, 1976; an EM algorithm): each visit that found a
 * change is distributed over the days since the visit before, in proportion to the current
 * estimate, and h is the most likely activity for that distribution. A Gamma prior of shape {@value
 * #SHAPE} ({@value #ROOT_SHAPE} for the site) in each bin has the mean of the directory above, so a
 * directory with few visits follows its site, and a site without bursts stays near 1.
 *
 * <p>The state is bounded. Visits that found no change enter the estimate only as a sum of Δ for
 * each bin they cover, which is exact. Those that found one are counted by the bin in which they
 * ended and the octave of their interval's length, with mean length and Δ: at most some 500 counts,
 * however many visits. (Dropping visits, or merging neighbours up to a number, would turn the noise
 * of quiet sites into bursts.) A window of {@value #BINS} bins is 1.6 to 5 mean intervals between
 * two visits to a page; as that mean moves, bins are doubled or halved. Directories are the {@value
 * #PARTS} with the most visits, to {@value #LEVELS} levels. About 400 bytes a directory, and 11 for
 * each count. Cost: {@value #STEPS} passes over the counts each time a bin ends.
 */
public final class ActivityEstimator {
  static final int PARTS = 64;
  static final int BINS = 64;

  private static final int LEVELS = 4;
  private static final int STEPS = 6;
  private static final double SHAPE = 2;

  /**
   * The site has enough visits to outweigh a larger shape, and without bursts it keeps nearer to 1.
   */
  private static final double ROOT_SHAPE = 4;

  /**
   * The least activity: at 0, quiet pages would get no visits, and only visits can show that
   * changes resume.
   */
  private static final double LEAST_ACTIVITY = .1;

  /** Limits of the window in mean intervals, between which bins keep their length. */
  private static final double FEWEST_INTERVALS = 1.6;

  private static final double MOST_INTERVALS = 5;
  private static final double SHORTEST_BIN_DAYS = 1 / 96.0;
  private static final double LEAST_EXPECTED = 1e-6;
  private static final byte VERSION = 2;

  /**
   * Visits that found a change: their end, exclusive, in bins since day 0, the mean of their
   * lengths in bins and of the pages' rates, and their number.
   */
  private record Changes(long end, float length, float changeRate, float count) {
    long start() {
      return end - Math.round(length);
    }

    /** The key of visits that are counted together; ends are in ascending order. */
    long key() {
      return end * Long.SIZE - Long.numberOfLeadingZeros((long) length);
    }

    Changes plus(Changes other) {
      float sum = count + other.count;
      float share = other.count / sum;
      return new Changes(
          end,
          length + share * (other.length - length),
          changeRate + share * (other.changeRate - changeRate),
          sum);
    }
  }

  private static final class Part {
    final long name;
    final Part parent;
    final float[] activity = new float[BINS];

    /**
     * Sum of the rates of the visits without a change that cover a bin; today's bin is the last.
     */
    final float[] exposure = new float[BINS + 1];

    final TreeMap<Long, Changes> changes = new TreeMap<>();

    Part(long name, Part parent) {
      this.name = name;
      this.parent = parent;
      Arrays.fill(activity, 1);
    }

    void add(Changes visits) {
      changes.merge(visits.key(), visits, Changes::plus);
    }

    /**
     * The information of the visits, in changes. In rounding, no sum here exceeds that of the part
     * above.
     */
    double weight(double binDays) {
      double sum = 0;
      for (float each : exposure) {
        sum += each * binDays;
      }
      for (Changes each : changes.values()) {
        sum += each.count;
      }
      return sum;
    }
  }

  /** The site first, and each directory after its parent. */
  private List<Part> parts = new ArrayList<>();

  private final Long2ObjectOpenHashMap<Part> byName = new Long2ObjectOpenHashMap<>();
  private double binDays;

  /** Bins that have ended: the first since day 0, and their number. */
  private long first;

  private int bins;

  /** The bins before this one have been estimated. */
  private long estimated;

  /** The sum of the intervals between visits and their number; older ones weigh less. */
  private double intervals;

  private double visits;

  /** Whether there has been a visit. */
  public boolean isKnown() {
    return binDays > 0;
  }

  /** Fingerprints of a URL's host, and its directories from the top. */
  public static long[] directories(String url) {
    int scheme = url.indexOf("://");
    int at = url.indexOf('/', scheme + 3);
    int query = url.indexOf('?');
    int end = query < 0 ? url.length() : query;
    if (at < 0 || at >= end) {
      return new long[] {Fingerprint.of(url.substring(scheme + 3, end))};
    }
    long[] names = new long[LEVELS + 1];
    int count = 0;
    for (; at >= 0 && at < end && count <= LEVELS; at = url.indexOf('/', at + 1)) {
      names[count++] = Fingerprint.of(url.substring(scheme + 3, at));
    }
    return Arrays.copyOf(names, count);
  }

  /**
   * Adds a visit to a page on day {@code to}, after one on day {@code from}.
   *
   * @param directories of the page, the site first
   * @param changeRate the page's rate before this visit, in changes per day of the clock
   */
  public void observe(
      long[] directories, double from, double to, boolean changed, double changeRate) {
    if (binDays == 0) {
      binDays = Math.max(SHORTEST_BIN_DAYS, (to - from) * FEWEST_INTERVALS * 2 / BINS);
      first = bin(from);
    }
    slide(bin(to));
    intervals += to - from;
    visits++;
    long start = bin(from);
    long end = bin(to) + 1;
    Part part = null;
    for (long name : directories) {
      Part known = byName.get(name);
      if (known == null) {
        if (parts.size() >= PARTS) {
          return;
        }
        known = new Part(name, part);
        byName.put(name, known);
        parts.add(known);
      }
      part = known;
      if (changed) {
        part.add(new Changes(end, end - start, (float) changeRate, 1));
      } else {
        for (int bin = (int) Math.max(0, start - first); bin < end - first; bin++) {
          part.exposure[bin] += (float) changeRate;
        }
      }
    }
  }

  private long bin(double day) {
    return (long) Math.floor(day / binDays);
  }

  /** Moves the window, so that the bins before this one have ended. */
  private void slide(long end) {
    long more = end - first - bins;
    if (more <= 0) {
      return;
    }
    int shift = (int) Math.min(BINS + 1L, Math.max(0, bins + more - BINS));
    int kept = Math.max(0, bins + 1 - shift);
    for (Part part : parts) {
      System.arraycopy(part.exposure, bins + 1 - kept, part.exposure, 0, kept);
      Arrays.fill(part.exposure, kept, BINS + 1, 0);
      int ended = Math.max(0, kept - 1);
      System.arraycopy(part.activity, bins - ended, part.activity, 0, ended);
      for (int bin = ended; bin < BINS; bin++) {
        part.activity[bin] = part.parent == null ? 1 : part.parent.activity[bin];
      }
    }
    double decay = Math.pow(1 - 1.0 / BINS, (double) Math.min(more, BINS));
    intervals *= decay;
    visits *= decay;
    bins = (int) Math.min(BINS, bins + more);
    first = end - bins;
  }

  /**
   * Updates the estimate from the visits so far, if a bin has ended since the last call.
   *
   * @return whether it has
   */
  public boolean advance(double now) {
    if (!isKnown()) {
      return false;
    }
    if (bin(now) < first) { // The computer's clock was fast before.
      forget();
      return false;
    }
    slide(bin(now));
    double mean = visits < 1 ? 0 : intervals / visits;
    if (mean * FEWEST_INTERVALS > BINS * binDays) {
      scale(2);
    } else if (mean > 0 && mean * MOST_INTERVALS < BINS * binDays && binDays > SHORTEST_BIN_DAYS) {
      scale(.5);
      slide(bin(now));
    } else if (first + bins == estimated) {
      return false;
    }
    dropQuietParts();
    for (Part part : parts) {
      part.changes.values().removeIf(each -> each.end <= first);
      for (int step = 0; step < STEPS; step++) {
        estimate(part);
      }
    }
    estimated = first + bins;
    return true;
  }

  private void forget() {
    parts.clear();
    byName.clear();
    binDays = 0;
    bins = 0;
    intervals = 0;
    visits = 0;
  }

  /**
   * Keeps the parts with the highest weights. A directory's weight is never above its parent's, so
   * a parent comes first.
   */
  private void dropQuietParts() {
    parts.sort(Comparator.comparingDouble((Part part) -> part.weight(binDays)).reversed());
    parts = new ArrayList<>(parts.subList(0, Math.min(parts.size(), PARTS - PARTS / 8)));
    parts.removeIf(part -> part.parent != null && part.weight(binDays) == 0);
    byName.clear();
    parts.forEach(part -> byName.put(part.name, part));
  }

  /** Doubles or halves the length of bins; the current bin may absorb one that has ended. */
  private void scale(double factor) {
    long end = (long) Math.floor((first + bins) / factor);
    long begin = Math.min(end, Math.max((long) Math.ceil(first / factor), end - BINS));
    for (Part part : parts) {
      float[] activity = part.activity.clone();
      float[] exposure = part.exposure.clone();
      Arrays.fill(part.exposure, 0);
      for (int bin = 0; bin <= end - begin; bin++) {
        int from = (int) Math.max(0, Math.floor((begin + bin + .25) * factor) - first);
        int to = (int) (Math.floor((begin + bin + .75) * factor) - first);
        part.exposure[bin] = (exposure[from] + exposure[Math.min(to, bins)]) / 2;
        if (bin < end - begin) {
          part.activity[bin] = (activity[from] + activity[to]) / 2;
        }
      }
      List<Changes> changes = List.copyOf(part.changes.values());
      part.changes.clear();
      for (Changes each : changes) {
        long last = (long) Math.ceil(each.end / factor);
        double length = last - (each.end - each.length) / factor;
        part.add(new Changes(last, (float) length, each.changeRate, each.count));
      }
    }
    binDays *= factor;
    first = begin;
    bins = (int) (end - begin);
  }

  /**
   * A step of EM; the contribution of a visit to a range of bins is added at the range's ends, and
   * summed up.
   */
  private void estimate(Part part) {
    double[] reading = new double[bins + 1];
    for (int bin = 0; bin < bins; bin++) {
      reading[bin + 1] = reading[bin] + part.activity[bin] * binDays;
    }
    double[] changes = new double[bins + 1];
    double[] rates = new double[bins + 1];
    for (Changes each : part.changes.values()) {
      int from = (int) Math.max(0, each.start() - first);
      int to = (int) Math.min(bins, each.end - first);
      if (from < to) {
        // The change may also have been before the window, where this clock runs as the days do.
        double before = Math.max(0, first - each.start()) * binDays;
        double expected = each.changeRate * (before + reading[to] - reading[from]);
        double rate = each.count * each.changeRate;
        double weight = rate / -Math.expm1(-Math.max(expected, LEAST_EXPECTED));
        rates[from] += rate;
        rates[to] -= rate;
        changes[from] += weight;
        changes[to] -= weight;
      }
    }
    double shape = part.parent == null ? ROOT_SHAPE : SHAPE;
    double sum = 0;
    double sumOfRates = 0;
    for (int bin = 0; bin < bins; bin++) {
      sum += changes[bin];
      sumOfRates += rates[bin];
      double found = Math.max(0, sum) * part.activity[bin] * binDays;
      double exposure = part.exposure[bin] + Math.max(0, sumOfRates);
      double prior = part.parent == null ? 1 : part.parent.activity[bin];
      double most = (found + shape) / (exposure * binDays + shape / prior);
      part.activity[bin] = (float) Math.max(LEAST_ACTIVITY, most);
    }
  }

  /** The clocks of the site and of its known directories, by name. */
  public Long2ObjectOpenHashMap<ActivityClock> clocks() {
    Long2ObjectOpenHashMap<ActivityClock> clocks = new Long2ObjectOpenHashMap<>();
    for (Part part : parts) {
      clocks.put(part.name, new ActivityClock(binDays, first, Arrays.copyOf(part.activity, bins)));
    }
    return clocks;
  }

  /** Writes the state. */
  public void write(DataOutput out) throws IOException {
    out.writeByte(VERSION);
    out.writeDouble(binDays);
    out.writeLong(first);
    out.writeByte(bins);
    out.writeByte((int) Math.min(Byte.MAX_VALUE, first + bins - estimated));
    out.writeDouble(intervals);
    out.writeDouble(visits);
    out.writeShort(parts.size());
    for (Part part : parts) {
      out.writeLong(part.name);
      out.writeShort(parts.indexOf(part.parent));
      for (int bin = 0; bin <= bins; bin++) {
        out.writeFloat(part.exposure[bin]);
        if (bin < bins) {
          out.writeShort(half(part.activity[bin]));
        }
      }
      out.writeShort(part.changes.size());
      for (Changes each : part.changes.values()) {
        out.writeByte((int) Math.max(Byte.MIN_VALUE, each.end - first));
        out.writeFloat(each.length);
        out.writeShort(half(each.changeRate));
        out.writeFloat(each.count);
      }
    }
  }

  /** The upper half of a float, with eight significant bits. */
  private static int half(float number) {
    return (Float.floatToIntBits(number) + 0x8000) >>> 16;
  }

  private static float whole(DataInput in) throws IOException {
    return Float.intBitsToFloat(in.readUnsignedShort() << 16);
  }

  /**
   * Reads the output of {@link #write}. Version 1 kept other sums, so it gives an estimator without
   * visits.
   *
   * @throws IOException also if it is of another version
   */
  public static ActivityEstimator read(DataInput in) throws IOException {
    byte version = in.readByte();
    if (version == 1) {
      return new ActivityEstimator();
    }
    if (version != VERSION) {
      throw new IOException("activity: expected version " + VERSION + ", got " + version);
    }
    ActivityEstimator read = new ActivityEstimator();
    read.binDays = in.readDouble();
    read.first = in.readLong();
    read.bins = in.readByte();
    read.estimated = read.first + read.bins - in.readByte();
    read.intervals = in.readDouble();
    read.visits = in.readDouble();
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      long name = in.readLong();
      int parent = in.readShort();
      Part part = new Part(name, parent < 0 ? null : read.parts.get(parent));
      for (int bin = 0; bin <= read.bins; bin++) {
        part.exposure[bin] = in.readFloat();
        if (bin < read.bins) {
          part.activity[bin] = whole(in);
        }
      }
      for (int changes = in.readUnsignedShort(); changes > 0; changes--) {
        part.add(
            new Changes(read.first + in.readByte(), in.readFloat(), whole(in), in.readFloat()));
      }
      read.parts.add(part);
      read.byName.put(name, part);
    }
    return read;
  }
}
