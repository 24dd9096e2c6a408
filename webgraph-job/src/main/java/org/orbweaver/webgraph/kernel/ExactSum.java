package org.orbweaver.webgraph.kernel;

/**
 * A sum of non-negative doubles that does not depend on the order of the additions.
 *
 * <p>The sum is an integer of 128 bits in units of 2<sup>−80</sup>: each addend is truncated to a
 * multiple of the unit and integers add associatively, so threads, tasks and partitions may add
 * their rows in any grouping and arrive at the same bits. (A fixed point register after U. Kulisch,
 * <i>Computer Arithmetic and Validity</i>, cut down to the range that ranks need.) Truncation loses
 * less than 8.3e-25 an addend: 1e-15 for a billion of them. Largest sum: 2<sup>46</sup>, about
 * 7.0e13.
 *
 * <p>Not thread-safe; give each thread its own sum and {@link #add(ExactSum)} them.
 */
public final class ExactSum {

  private static final int FRACTION_BITS = 80;
  private static final long MANTISSA = (1L << 52) - 1;
  private static final double HIGH_UNIT = 0x1p-16;

  /** Above this an addend, or the sum, would reach the sign bit. */
  private static final double LIMIT = 0x1p46;

  private long high;
  private long low;

  /** An empty sum. */
  public ExactSum() {}

  private ExactSum(long high, long low) {
    this.high = high;
    this.low = low;
  }

  /**
   * Adds {@code value}.
   *
   * @throws IllegalArgumentException if it is negative, not a number or above 2<sup>46</sup>
   * @throws ArithmeticException if the sum passes 2<sup>46</sup>
   */
  public void add(double value) {
    if (!(value >= 0 && value <= LIMIT)) {
      throw new IllegalArgumentException(
          "cannot add " + value + ": must be between 0 and " + LIMIT);
    }
    long bits = Double.doubleToRawLongBits(value);
    int exponent = (int) (bits >>> 52) & 0x7ff;
    if (exponent == 0) {
      return; // zero, or a subnormal far below the unit
    }
    long mantissa = (bits & MANTISSA) | (1L << 52);
    int shift = exponent - 1075 + FRACTION_BITS;
    if (shift <= 0) {
      if (shift > -64) {
        addUnits(0, mantissa >>> -shift);
      }
    } else if (shift < 64) {
      addUnits(mantissa >>> (64 - shift), mantissa << shift);
    } else {
      addUnits(mantissa << (shift - 64), 0);
    }
  }

  /** Adds all addends of {@code other}. */
  public void add(ExactSum other) {
    addUnits(other.high, other.low);
  }

  private void addUnits(long moreHigh, long moreLow) {
    low += moreLow;
    high += moreHigh + (Long.compareUnsigned(low, moreLow) < 0 ? 1 : 0);
    if (high < 0) {
      throw new ArithmeticException("the sum is above " + LIMIT);
    }
  }

  /** The sum, rounded to a double. */
  public double value() {
    double lowPart = (low >>> 11) * 0x1p-69 + (low & 0x7ff) * 0x1p-80;
    return high * HIGH_UNIT + lowPart;
  }

  /** The exact sum as text, {@code high:low} in hexadecimal; {@link #parse} reads it. */
  @Override
  public String toString() {
    return Long.toHexString(high) + ":" + Long.toHexString(low);
  }

  /**
   * Parses the output of {@link #toString}.
   *
   * @throws IllegalArgumentException if it has another form
   */
  public static ExactSum parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException("not an exact sum: " + text);
    }
    return new ExactSum(
        Long.parseUnsignedLong(text, 0, colon, 16),
        Long.parseUnsignedLong(text, colon + 1, text.length(), 16));
  }
}
