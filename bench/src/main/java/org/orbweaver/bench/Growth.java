package org.orbweaver.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * The growth of a figure over a long run. Of its values the first third is warm-up. It grows if the
 * median of the last third exceeds that of the middle third by more than the noise: twice the
 * larger median deviation within a third, but at least the allowance.
 */
final class Growth {
  /** Fewer values have no thirds. */
  private static final int LEAST = 9;

  private final String label;
  private final double allowance;
  private final double share;
  private final List<Double> at = new ArrayList<>();
  private final List<Double> values = new ArrayList<>();

  /**
   * No values yet.
   *
   * @param allowance difference that never counts
   * @param share of the middle's median that never counts
   */
  Growth(String label, double allowance, double share) {
    this.label = label;
    this.allowance = allowance;
    this.share = share;
  }

  void add(double x, double value) {
    at.add(x);
    values.add(value);
  }

  /** True if it grows; false if there are too few values to tell. */
  boolean grows() {
    return values.size() >= LEAST && last() - middle() > noise();
  }

  private List<Double> third(int number) {
    int n = values.size();
    return values.subList(number * n / 3, (number + 1) * n / 3);
  }

  private double middle() {
    return median(third(1));
  }

  private double last() {
    return median(third(2));
  }

  private double noise() {
    double deviation = Math.max(deviation(third(1)), deviation(third(2)));
    return Math.max(2 * deviation, Math.max(allowance, share * Math.abs(middle())));
  }

  private static double deviation(List<Double> values) {
    double median = median(values);
    return median(values.stream().map(value -> Math.abs(value - median)).toList());
  }

  private static double median(List<Double> values) {
    return StatUtils.percentile(values.stream().mapToDouble(value -> value).toArray(), 50);
  }

  /** Slope of the line of least squares through the last two thirds, per unit of x. */
  double slope() {
    SimpleRegression line = new SimpleRegression();
    for (int i = values.size() / 3; i < values.size(); i++) {
      line.addData(at.get(i), values.get(i));
    }
    return line.getSlope();
  }

  String label() {
    return label;
  }

  /** The medians, the noise, the slope and the verdict. */
  String line() {
    return values.size() < LEAST
        ? label + ": too few values to tell growth"
        : String.format(
            Locale.ROOT,
            "  %-26s middle %10.1f  last %10.1f  noise %8.1f  slope %+10.4f  %s",
            label,
            middle(),
            last(),
            noise(),
            slope(),
            grows() ? "GROWS" : "level");
  }
}
