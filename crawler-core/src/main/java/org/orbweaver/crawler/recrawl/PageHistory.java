package org.orbweaver.crawler.recrawl;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.orbweaver.crawler.recrawl.ChangeRateEstimator.Prior;

/**
 * The state of a page between visits: a hash of its last version, its visits and the change rate
 * estimated from them.
 *
 * <p>As bytes: version (1), letter of the test (1), content (8), rate (a float), then the {@link
 * ChangeHistory}; big-endian. 22 bytes before the second visit, 38 with intervals of eight lengths.
 *
 * @param test compares the content of versions
 * @param content hash of the last version for the test
 * @param changeRate changes per day, above 0, estimated with a wide prior, so that its mean over a
 *     group is that of the group's rates; before the second visit the prior's mean
 * @param visits after the first
 */
public record PageHistory(ChangeTest test, long content, double changeRate, ChangeHistory visits) {
  private static final byte VERSION = 1;

  /** The history after the first visit. */
  public static PageHistory first(ChangeTest test, long content, double meanRate) {
    return first(test, content, meanRate, Double.NaN);
  }

  /**
   * The history after the first visit.
   *
   * @param sinceChange days since the page's last change; NaN if unknown
   */
  public static PageHistory first(
      ChangeTest test, long content, double meanRate, double sinceChange) {
    ChangeHistory visits = new ChangeHistory();
    if (!Double.isNaN(sinceChange)) {
      visits.beginDated(sinceChange);
    }
    return of(test, content, visits, meanRate);
  }

  /**
   * The history after another visit.
   *
   * @param days since the last one
   * @param meanRate the mean of the page's group, in changes per day
   */
  public PageHistory visited(double days, boolean changed, long newContent, double meanRate) {
    return visited(days, changed, Double.NaN, newContent, meanRate);
  }

  /**
   * The history after another visit.
   *
   * @param sinceChange if the page has changed, days since its last change; NaN if unknown
   */
  public PageHistory visited(
      double days, boolean changed, double sinceChange, long newContent, double meanRate) {
    ChangeHistory all = visits.copy();
    if (changed && !Double.isNaN(sinceChange)) {
      all.observeDated(days, sinceChange);
    } else {
      all.observe(days, changed);
    }
    return of(test, newContent, all, meanRate);
  }

  private static PageHistory of(ChangeTest test, long content, ChangeHistory visits, double mean) {
    double rate = ChangeRateEstimator.mostLikely(visits, new Prior(PriorShape.WIDE, mean));
    return new PageHistory(test, content, rate, visits);
  }

  /** The change rate for planning visits, with the current prior of the page's group. */
  public double changeRate(Prior prior) {
    return ChangeRateEstimator.mostLikely(visits, prior);
  }

  /**
   * The result of the remembered visits, in days: the time between them, the part of it in which
   * the stored version was out of date, and the integral of its age. After an interval I with a
   * change these are I·φ₂(x)/φ₁(x) and I²·φ₃(x)/φ₁(x) for x = ΔI: means over the time of the first
   * change.
   */
  public record Achieved(double days, double staleDays, double agedDays) {}

  /** The result of the remembered visits. */
  public Achieved achieved() {
    double days = visits.unchangedDays();
    double stale = 0;
    double aged = 0;
    for (int bin = 0; bin < ChangeHistory.BINS; bin++) {
      int count = visits.changed(bin);
      if (count > 0) {
        double interval = ChangeHistory.days(bin);
        double x = changeRate * interval;
        double perPhi = count * interval / Staleness.phi(1, x);
        days += count * interval;
        stale += perPhi * Staleness.phi(2, x);
        aged += perPhi * interval * Staleness.phi(3, x);
      }
    }
    return new Achieved(days, stale, aged);
  }

  /** The form of the class comment. */
  public byte[] toBytes() {
    byte[] counts = visits.toBytes();
    return ByteBuffer.allocate(2 + Long.BYTES + Float.BYTES + counts.length)
        .put(VERSION)
        .put(test.code())
        .putLong(content)
        .putFloat((float) changeRate)
        .put(counts)
        .array();
  }

  /**
   * Reads the output of {@link #toBytes}.
   *
   * @throws IllegalArgumentException if the bytes are not a history, or of another version
   */
  public static PageHistory fromBytes(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      byte version = in.get();
      ChangeTest test = ChangeTest.of(in.get());
      long content = in.getLong();
      float rate = in.getFloat();
      if (version != VERSION || !(rate > 0)) {
        throw new IllegalArgumentException(
            "page history: expected version "
                + VERSION
                + " and a rate, got "
                + version
                + ", "
                + rate);
      }
      byte[] counts = new byte[in.remaining()];
      in.get(counts);
      return new PageHistory(test, content, rate, ChangeHistory.fromBytes(counts));
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("page history: cut off at " + bytes.length + " bytes", e);
    }
  }
}
