package org.orbweaver.crawler.recrawl;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.orbweaver.crawler.url.Fingerprint;

/**
 * Learns the {@link ActivityClock}s of a site and its directories from visits.
 *
 * <p>The model: page i changes on day d at the rate Δᵢ·h(d), with one activity h for all pages of a
 * directory and mean 1. Visits tell only that pages changed at some time between two visits, so h
 * is estimated by self-consistency (Turnbull, 1976; an EM algorithm): each visit that found a
 * change is distributed over the days since the visit before, in proportion to the present
 * estimate, and h is what that distribution makes most likely. A Gamma prior of shape {@value
 * #SHAPE} ({@value #ROOT_SHAPE} for the site) in each bin has the mean of the directory above, so a
 * directory with few visits follows its site, and a site without bursts stays near 1.
 *
 * <p>The state is bounded. The time that visits of pages of rate Δ covered enters the estimate only
 * as a sum of Δ for each bin, so of the single visits only those that found a change are kept: at
 * most {@value #CHANGES} of a directory, from there on two whose visits ended nearly together
 * become one. (To drop some instead makes the estimate of quiet sites noisy, and even diverge.) A
 * window of {@value #BINS} bins is 1.6 to 5 mean intervals between two visits to a page; as that
 * mean moves, bins are doubled or halved. Directories are the {@value #PARTS} with the most visits,
 * to {@value #LEVELS} levels. About 400 bytes a directory, and 8 for each change kept. Cost:
 * {@value #STEPS} passes over the changes each time a bin ends.
 */
public final class ActivityEstimator {
  static final int PARTS = 64;
  static final int BINS = 64;
  static final int CHANGES = 256;

  private static final int LEVELS = 4;
  private static final int STEPS = 6;
  private static final double SHAPE = 2;

  /** The site has visits enough to overrule more, and without bursts keeps nearer to 1. */
  private static final double ROOT_SHAPE = 4;

  /**
   * Least activity: at 0, quiet pages would get no visits, which alone can show that changes
   * resume.
   */
  private static final double LEAST_ACTIVITY = .1;

  /** Mean intervals in the window: limits between which bins keep their length. */
  private static final double FEWEST_INTERVALS = 1.6;

  private static final double MOST_INTERVALS = 5;
  private static final double SHORTEST_BIN_DAYS = 1 / 96.0;
  private static final double LEAST_EXPECTED = 1e-6;
  private static final byte VERSION = 1;

  /** A visit that found a change, as bins since day 0, the end exclusive. */
  private record Change(long from, long to, float changeRate, float weight) {
    Change plus(Change other) {
      float sum = weight + other.weight;
      float share = weight / sum;
      return new Change(
          Math.round(from + (1 - share) * (other.from - from)),
          Math.round(to + (1 - share) * (other.to - to)),
          share * changeRate + (1 - share) * other.changeRate,
          sum);
    }
  }

  private static final class Part {
    final long name;
    final Part parent;
    final float[] activity = new float[BINS];

    /** Sum of the change rates of all visits that cover a bin; that of today is the last. */
    final float[] exposure = new float[BINS + 1];

    final List<Change> changes = new ArrayList<>();

    Part(long name, Part parent) {
      this.name = name;
      this.parent = parent;
      Arrays.fill(activity, 1);
    }

    double visits() {
      double sum = 0;
      for (float each : exposure) {
        sum += each;
      }
      return sum;
    }
  }

  /** The site first, and each directory after the one above it. */
  private List<Part> parts = new ArrayList<>();

  private final Long2ObjectOpenHashMap<Part> byName = new Long2ObjectOpenHashMap<>();
  private double binDays;

  /** Bins that have ended: the first since day 0, and their number. */
  private long first;

  private int bins;

  /** The bins before this one were estimated. */
  private long estimated;

  /** Sum of the intervals of visits and their number, the older ones weighing less. */
  private double intervals;

  private double visits;

  /** Whether there was a visit. */
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
   * A visit to a page on day {@code to}, after one on day {@code from}.
   *
   * @param directories of the page, the site first
   * @param changeRate the page's rate as known before this visit, in changes per day of the clock
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
    Change visit = new Change(bin(from), bin(to) + 1, (float) changeRate, 1);
    int end = (int) Math.max(0, visit.to - first);
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
      for (int bin = (int) Math.max(0, visit.from - first); bin < end; bin++) {
        part.exposure[bin] += visit.changeRate;
      }
      if (changed) {
        part.changes.add(visit);
        if (part.changes.size() > CHANGES) {
          merge(part.changes);
        }
      }
    }
  }

  /**
   * Changes seen by visits that began and ended nearly together become one of their mean, up to the
   * same weight throughout the window, so that no part of it is blurred more than another. Of two
   * neighbours left the sum is above that weight: at most two thirds are left.
   */
  private static void merge(List<Change> changes) {
    changes.sort(Comparator.comparingLong(Change::to).thenComparingLong(Change::from));
    double most = changes.stream().mapToDouble(Change::weight).sum() * 3 / CHANGES;
    List<Change> merged = new ArrayList<>();
    Change last = null;
    for (Change change : changes) {
      if (last != null && last.weight + change.weight <= most) {
        last = last.plus(change);
        merged.set(merged.size() - 1, last);
      } else {
        last = change;
        merged.add(last);
      }
    }
    changes.clear();
    changes.addAll(merged);
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
   * Learns from the visits so far, if a bin has ended since the last call.
   *
   * @return whether it has
   */
  public boolean advance(double now) {
    if (!isKnown()) {
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
      part.changes.removeIf(change -> change.to <= first);
      for (int step = 0; step < STEPS; step++) {
        estimate(part);
      }
    }
    estimated = first + bins;
    return true;
  }

  /** A directory's sum is no higher than that of the one above, which therefore comes first. */
  private void dropQuietParts() {
    parts.sort(Comparator.comparingDouble(Part::visits).reversed());
    parts = new ArrayList<>(parts.subList(0, Math.min(parts.size(), PARTS - PARTS / 8)));
    parts.removeIf(part -> part.parent != null && part.visits() == 0);
    byName.clear();
    parts.forEach(part -> byName.put(part.name, part));
  }

  /** Doubles or halves the length of bins; the one that has not ended may take up one that has. */
  private void scale(double factor) {
    long end = (long) Math.floor((first + bins) / factor);
    long begin = Math.max((long) Math.ceil(first / factor), end - BINS);
    for (Part part : parts) {
      float[] activity = part.activity.clone();
      float[] exposure = part.exposure.clone();
      Arrays.fill(part.exposure, 0);
      for (int bin = 0; bin <= end - begin; bin++) {
        int from = (int) (Math.floor((begin + bin + .25) * factor) - first);
        int to = (int) (Math.floor((begin + bin + .75) * factor) - first);
        part.exposure[bin] = (exposure[from] + exposure[Math.min(to, bins)]) / 2;
        if (bin < end - begin) {
          part.activity[bin] = (activity[from] + activity[to]) / 2;
        }
      }
      part.changes.replaceAll(
          each ->
              new Change(
                  (long) Math.floor(each.from / factor),
                  (long) Math.ceil(each.to / factor),
                  each.changeRate,
                  each.weight));
    }
    binDays *= factor;
    first = begin;
    bins = (int) (end - begin);
  }

  /** A step of EM; what a visit adds to a range of bins is added at its ends, and summed up. */
  private void estimate(Part part) {
    double[] reading = new double[bins + 1];
    for (int bin = 0; bin < bins; bin++) {
      reading[bin + 1] = reading[bin] + part.activity[bin] * binDays;
    }
    double[] changes = new double[bins + 1];
    double[] rates = new double[bins + 1];
    for (Change change : part.changes) {
      int from = (int) Math.max(0, change.from - first);
      int to = (int) Math.min(bins, change.to - first);
      if (from < to) {
        // The change may also have been before the window, where the clock is that of the days.
        double before = Math.max(0, first - change.from) * binDays;
        double expected = change.changeRate * (before + reading[to] - reading[from]);
        double weight =
            change.weight * change.changeRate / -Math.expm1(-Math.max(expected, LEAST_EXPECTED));
        rates[from] += change.weight * change.changeRate;
        rates[to] -= change.weight * change.changeRate;
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
      if (sumOfRates
          > part.exposure[bin]) { // Only where changes were merged; h would not converge.
        found *= part.exposure[bin] / sumOfRates;
      }
      double prior = part.parent == null ? 1 : part.parent.activity[bin];
      double most = (found + shape) / (part.exposure[bin] * binDays + shape / prior);
      part.activity[bin] = (float) Math.max(LEAST_ACTIVITY, most);
    }
  }

  /** The clock of the site, and of each of its directories that is known, by name. */
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
      for (Change change : part.changes) {
        out.writeShort((int) Math.max(Short.MIN_VALUE, change.from - first));
        out.writeByte((int) (change.to - first));
        out.writeShort(half(change.changeRate));
        out.writeFloat(change.weight);
      }
    }
  }

  /** The upper half of a float, which has eight digits of its mantissa. */
  private static int half(float number) {
    return (Float.floatToIntBits(number) + 0x8000) >>> 16;
  }

  private static float whole(DataInput in) throws IOException {
    return Float.intBitsToFloat(in.readUnsignedShort() << 16);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException also if it is of another version
   */
  public static ActivityEstimator read(DataInput in) throws IOException {
    byte version = in.readByte();
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
        part.changes.add(
            new Change(
                read.first + in.readShort(),
                read.first + in.readUnsignedByte(),
                whole(in),
                in.readFloat()));
      }
      read.parts.add(part);
      read.byName.put(name, part);
    }
    return read;
  }
}
