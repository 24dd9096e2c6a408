package org.orbweaver.crawler.recrawl;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What the visits to one page told about its changes: the number of visits that found it unchanged
 * and the days between, and the intervals after which it had changed, counted in logarithmic bins
 * (two to an octave, 15 minutes to 4,096 days). These are the sufficient statistics of the
 * estimators, but for the width of the bins.
 *
 * <p>After {@value #CHANGES} changes, or {@value #VISITS} visits, all counts are halved, so that a
 * page's last visits weigh more than its first: its rate may change. Changes limit the memory, not
 * visits: 64 visits to a page that changes at every hundredth tell next to nothing.
 *
 * <p>As bytes: version (1), unchanged visits (a short), days unchanged (a float), then for each bin
 * in use its number and count, a byte each; big-endian. A page with intervals in eight bins takes
 * 23 bytes.
 */
public final class ChangeHistory {
  static final int CHANGES = 120;
  static final int VISITS = 1024;

  static final int BINS = 38;
  private static final double BINS_PER_OCTAVE = 2;
  private static final double SHORTEST_DAYS = 1.0 / 96;
  private static final byte VERSION = 1;
  private static final double[] DAYS = new double[BINS];

  static {
    Arrays.setAll(DAYS, bin -> SHORTEST_DAYS * Math.pow(2, bin / BINS_PER_OCTAVE));
  }

  private int unchanged;
  private float unchangedDays;
  private final byte[] changed = new byte[BINS];
  private int changes;

  /**
   * A visit {@code days} after the previous one.
   *
   * @throws IllegalArgumentException if {@code days} is negative or not finite
   */
  public void observe(double days, boolean hasChanged) {
    if (!(days >= 0 && days < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "days since the last visit: expected a number of at least 0, got " + days);
    }
    if (changes == CHANGES || visits() == VISITS) {
      halve();
    }
    if (hasChanged) {
      changed[bin(days)]++;
      changes++;
    } else {
      unchanged++;
      unchangedDays += (float) days;
    }
  }

  ChangeHistory copy() {
    ChangeHistory copy = new ChangeHistory();
    copy.unchanged = unchanged;
    copy.unchangedDays = unchangedDays;
    copy.changes = changes;
    System.arraycopy(changed, 0, copy.changed, 0, BINS);
    return copy;
  }

  /** Remembered visits after the first. */
  public int visits() {
    return unchanged + changes;
  }

  /** Remembered visits that found the page changed. */
  public int changes() {
    return changes;
  }

  /** The sum of the intervals without a change. */
  public double unchangedDays() {
    return unchangedDays;
  }

  /** Visits after about {@link #days} that found the page changed. */
  int changed(int bin) {
    return changed[bin];
  }

  /** The interval that stands for a bin: the middle of its logarithms. */
  static double days(int bin) {
    return DAYS[bin];
  }

  private static int bin(double days) {
    double octaves = Math.log(Math.max(days, SHORTEST_DAYS) / SHORTEST_DAYS) / Math.log(2);
    return (int) Math.min(BINS - 1, Math.round(BINS_PER_OCTAVE * octaves));
  }

  /** Rounding is carried from bin to bin: single visits in many bins must not all be lost. */
  private void halve() {
    int carry = 0;
    changes = 0;
    for (int bin = 0; bin < BINS; bin++) {
      int twice = changed[bin] + carry;
      changed[bin] = (byte) (twice / 2);
      carry = twice % 2;
      changes += changed[bin];
    }
    unchanged = (unchanged + carry) / 2;
    unchangedDays /= 2;
  }

  /** The history in the form that the class comment gives. */
  public byte[] toBytes() {
    ByteBuffer bytes = ByteBuffer.allocate(7 + 2 * BINS);
    bytes.put(VERSION).putShort((short) unchanged).putFloat(unchangedDays);
    for (int bin = 0; bin < BINS; bin++) {
      if (changed[bin] > 0) {
        bytes.put((byte) bin).put(changed[bin]);
      }
    }
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  /**
   * Reads what {@link #toBytes} wrote.
   *
   * @throws IllegalArgumentException if the bytes are no history, or of another version
   */
  public static ChangeHistory fromBytes(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    ChangeHistory history = new ChangeHistory();
    try {
      byte version = in.get();
      if (version != VERSION) {
        throw new IllegalArgumentException(
            "change history: expected version " + VERSION + ", got " + version);
      }
      history.unchanged = in.getShort();
      history.unchangedDays = in.getFloat();
      boolean valid = history.unchanged >= 0 && history.unchangedDays >= 0;
      while (in.hasRemaining()) {
        int bin = in.get();
        byte count = in.get();
        valid &= bin >= 0 && bin < BINS && count > 0 && history.changed[bin] == 0;
        if (!valid) {
          break;
        }
        history.changed[bin] = count;
        history.changes += count;
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
