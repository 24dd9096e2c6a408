package org.orbweaver.orb.bench;

import java.util.ArrayList;
import java.util.List;

/** CPU seconds that a process had used, by time: a line through samples. Safe for two threads. */
final class CpuCurve {
  private record Sample(long micros, double seconds) {}

  private final List<Sample> samples = new ArrayList<>();

  /**
   * Adds a sample, later than the others.
   *
   * @param micros microseconds since 1970
   * @param seconds of CPU so far
   */
  synchronized void add(long micros, double seconds) {
    samples.add(new Sample(micros, seconds));
  }

  /** CPU seconds used up to a time; before the first sample its value, after the last one its. */
  synchronized double at(long micros) {
    Sample before = null;
    for (Sample sample : samples) {
      if (sample.micros >= micros) {
        if (before == null || sample.micros == before.micros) {
          return sample.seconds;
        }
        double share = (micros - before.micros) / (double) (sample.micros - before.micros);
        return before.seconds + share * (sample.seconds - before.seconds);
      }
      before = sample;
    }
    return before == null ? 0 : before.seconds;
  }

  /** CPU seconds used between two times. */
  double between(long from, long to) {
    return at(to) - at(from);
  }
}
