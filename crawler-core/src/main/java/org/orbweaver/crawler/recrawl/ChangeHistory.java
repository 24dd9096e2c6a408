package org.orbweaver.crawler.recrawl;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The visits to one page and the changes they found: the number of visits that found it unchanged
 * and the days between, and the intervals after which it had changed, counted in logarithmic bins
 * (two to an octave, 15 minutes to 4,096 days). These are the sufficient statistics of the
 * estimators, except for the width of the bins.
 *
 * <p>Changes of known time, by Last-Modified, are counted in separate bins, with the sum of the
 * days from them to the visit.
 *
 * <p>After {@value #CHANGES} changes, or {@value #VISITS} visits, all counts are halved, so recent
 * visits weigh more than old ones, since a page's rate may change. The limit is on changes rather
 * than visits: 64 visits to a page that changes at every hundredth contain almost no information.
 *
 * <p>As bytes: version (1), unchanged visits (a short), days unchanged (a float), then for each bin
 * in use its number and count, a byte each; big-endian. A page with intervals in eight bins takes
 * 23 bytes. With dated changes, version 2 has the days from them to the visits (a float) after the
 * days unchanged, and the bins of dated changes have numbers from {@value #DATED} on.
 */
public final class ChangeHistory {
  static final int CHANGES = 120;
  static final int VISITS = 1024;

  static final int BINS = 38;
  private static final double BINS_PER_OCTAVE = 2;
  private static final double SHORTEST_DAYS = 1.0 / 96;
  private static final byte VERSION = 1;
  private static final byte DATED_VERSION = 2;

  /** Added to the number of a bin. */
  private static final int DATED = 64;

  /** Index of the change before the first visit, which is in no interval. */
  private static final int FIRST = BINS;

  private static final double[] DAYS = new double[BINS];

  static {
    Arrays.setAll(DAYS, bin -> SHORTEST_DAYS * Math.pow(2, bin / BINS_PER_OCTAVE));
  }

  private int unchanged;
  private float unchangedDays;
  private float datedDays;
  private final byte[] changed = new byte[BINS];
  private final byte[] dated = new byte[BINS + 1];
  private int changes;

  /**
   * Adds a visit {@code days} after the previous one.
   *
   * @throws IllegalArgumentException if {@code days} is negative or not finite
   */
  public void observe(double days, boolean hasChanged) {
    prepare(days);
    if (hasChanged) {
      changed[bin(days)]++;
      changes++;
    } else {
      unchanged++;
      unchangedDays += (float) days;
    }
  }

  /**
   * Adds a visit that found the page changed, {@code days} after the previous one.
   *
   * @param since days since the page's last change, at most {@code days}
   */
  public void observeDated(double days, double since) {
    prepare(days);
    dated[bin(days)]++;
    changes++;
    datedDays += (float) Math.min(days, since);
  }

  /** Adds the first visit, {@code since} days after the page's last change. */
  public void beginDated(double since) {
    dated[FIRST]++;
    datedDays += (float) since;
  }

  private void prepare(double days) {
    if (!(days >= 0 && days < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "days since the last visit: expected a number of at least 0, got " + days);
    }
    if (changes == CHANGES || visits() == VISITS) {
      halve();
    }
  }

  ChangeHistory copy() {
    ChangeHistory copy = new ChangeHistory();
    copy.unchanged = unchanged;
    copy.unchangedDays = unchangedDays;
    copy.changes = changes;
    copy.datedDays = datedDays;
    System.arraycopy(changed, 0, copy.changed, 0, BINS);
    System.arraycopy(dated, 0, copy.dated, 0, BINS + 1);
    return copy;
  }

  /** Number of remembered visits after the first. */
  public int visits() {
    return unchanged + changes;
  }

  /** Number of remembered visits that found the page changed. */
  public int changes() {
    return changes;
  }

  /** The sum of the intervals without a change. */
  public double unchangedDays() {
    return unchangedDays;
  }

  /** Number of visits after about {@link #days} that found the page changed. */
  int changed(int bin) {
    return changed[bin] + dated[bin];
  }

  /** The part of {@link #changed(int)} with an unknown time of the change. */
  int undated(int bin) {
    return changed[bin];
  }

  /** Number of changes with a known time. */
  int dated() {
    int sum = 0;
    for (byte count : dated) {
      sum += count;
    }
    return sum;
  }

  /** The sum of the days from these changes to the visits that found them. */
  double datedDays() {
    return datedDays;
  }

  /** The interval that represents a bin: the middle of its logarithms. */
  static double days(int bin) {
    return DAYS[bin];
  }

  private static int bin(double days) {
    double octaves = Math.log(Math.max(days, SHORTEST_DAYS) / SHORTEST_DAYS) / Math.log(2);
    return (int) Math.min(BINS - 1, Math.round(BINS_PER_OCTAVE * octaves));
  }

  /** Carries rounding from bin to bin, so that single visits in many bins are not all lost. */
  private void halve() {
    int carry = 0;
    changes = 0;
    for (int bin = 0; bin < BINS; bin++) {
      carry = halve(changed, bin, carry);
      carry = halve(dated, bin, carry);
      changes += changed(bin);
    }
    carry = halve(dated, FIRST, carry);
    datedDays /= 2;
    unchanged = (unchanged + carry) / 2;
    unchangedDays /= 2;
  }

  private static int halve(byte[] counts, int bin, int carry) {
    int twice = counts[bin] + carry;
    counts[bin] = (byte) (twice / 2);
    return twice % 2;
  }

  /** The history in the form of the class comment. */
  public byte[] toBytes() {
    boolean hasDates = dated() > 0;
    ByteBuffer bytes = ByteBuffer.allocate(13 + 4 * BINS);
    bytes.put(hasDates ? DATED_VERSION : VERSION).putShort((short) unchanged);
    bytes.putFloat(unchangedDays);
    if (hasDates) {
      bytes.putFloat(datedDays);
    }
    put(bytes, changed, 0);
    put(bytes, dated, DATED);
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  private static void put(ByteBuffer bytes, byte[] counts, int firstNumber) {
    for (int bin = 0; bin < counts.length; bin++) {
      if (counts[bin] > 0) {
        bytes.put((byte) (firstNumber + bin)).put(counts[bin]);
      }
    }
  }

  /**
   * Reads the output of {@link #toBytes}.
   *
   * @throws IllegalArgumentException if the bytes are not a history, or of another version
   */
  public static ChangeHistory fromBytes(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    ChangeHistory history = new ChangeHistory();
    try {
      byte version = in.get();
      if (version != VERSION && version != DATED_VERSION) {
        throw new IllegalArgumentException(
            "change history: expected version 1 or 2, got " + version);
      }
      history.unchanged = in.getShort();
      history.unchangedDays = in.getFloat();
      history.datedDays = version == DATED_VERSION ? in.getFloat() : 0;
      boolean valid =
          history.unchanged >= 0 && history.unchangedDays >= 0 && history.datedDays >= 0;
      while (in.hasRemaining()) {
        int number = in.get();
        byte count = in.get();
        byte[] counts =
            version == DATED_VERSION && number >= DATED ? history.dated : history.changed;
        int bin = counts == history.dated ? number - DATED : number;
        valid &= bin >= 0 && bin < counts.length && count > 0 && counts[bin] == 0;
        if (!valid) {
          break;
        }
        counts[bin] = count;
        history.changes += bin == FIRST ? 0 : count;
      }
      if (!valid || history.visits() > VISITS || history.changes > CHANGES) {
        throw new IllegalArgumentException("change history: counts out of range");
      }
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException(
          "change history: cut off at " + bytes.length + " bytes", e);
    }
    return history;
  }
}
