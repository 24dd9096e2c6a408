package org.orbweaver.crawler.recrawl;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;

/**
 * A clock that runs fast while a site, or a directory of it, changes many pages, and slowly while
 * it rests: releases, redesigns and edits of a template touch many pages on one day, which a
 * Poisson process per page cannot express. In this clock's time, pages change at constant rates.
 * {@link ActivityEstimator} estimates it.
 *
 * <p>Form: days of a bin (a double), number of the first bin since day 0 (a long), number of bins
 * (a byte), days of the clock in each (floats); big-endian. Before and after these bins the clock
 * is that of the days.
 */
public final class ActivityClock {
  /** The clock without bursts, or without any information. */
  public static final ActivityClock EVEN = new ActivityClock(1, 0, new float[0]);

  private final double binDays;
  private final long firstBin;

  /** Days of the clock from the start of the first bin to the start of each, and to the end. */
  private final float[] reading;

  /**
   * A clock from the mean activity in each bin.
   *
   * @param binDays days of a bin
   * @param firstBin days since day 0, in bins
   */
  ActivityClock(double binDays, long firstBin, float[] activity) {
    this.binDays = binDays;
    this.firstBin = firstBin;
    this.reading = new float[activity.length + 1];
    for (int bin = 0; bin < activity.length; bin++) {
      reading[bin + 1] = (float) (reading[bin] + activity[bin] * binDays);
    }
  }

  /**
   * The clock of the lowest of the directories that has one; directories are given from the top.
   */
  public static ActivityClock of(long[] directories, Map<Long, ActivityClock> clocks) {
    for (int level = directories.length - 1; level >= 0; level--) {
      ActivityClock clock = clocks.get(directories[level]);
      if (clock != null) {
        return clock;
      }
    }
    return EVEN;
  }

  /** Time on this clock between one day and a later one, at least 0. */
  public double days(double from, double to) {
    return Math.max(0, at(to) - at(from));
  }

  private double at(double day) {
    double place = day / binDays - firstBin;
    int last = reading.length - 1;
    if (place <= 0) {
      return place * binDays;
    }
    if (place >= last) {
      return reading[last] + (place - last) * binDays;
    }
    int bin = (int) place;
    return reading[bin] + (place - bin) * (reading[bin + 1] - reading[bin]);
  }

  /** Writes the clock in the form of the class comment. */
  public void write(DataOutput out) throws IOException {
    out.writeDouble(binDays);
    out.writeLong(firstBin);
    out.writeByte(reading.length - 1);
    for (int bin = 1; bin < reading.length; bin++) {
      out.writeFloat(reading[bin] - reading[bin - 1]);
    }
  }

  /** Reads the output of {@link #write}. */
  public static ActivityClock read(DataInput in) throws IOException {
    double binDays = in.readDouble();
    long firstBin = in.readLong();
    float[] activity = new float[in.readUnsignedByte()];
    for (int bin = 0; bin < activity.length; bin++) {
      activity[bin] = (float) (in.readFloat() / binDays);
    }
    return new ActivityClock(binDays, firstBin, activity);
  }
}
