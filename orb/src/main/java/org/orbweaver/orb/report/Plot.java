package org.orbweaver.orb.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import org.orbweaver.common.text.Fields;

/**
 * A plot of curves, as coordinates for the template: it has no markup and no text from the web.
 *
 * @param title description of the plot, also for screen readers
 * @param logX whether the horizontal axis is logarithmic; else it begins at 0
 * @param logY the same of the vertical axis
 */
record Plot(String title, String xName, boolean logX, boolean logY) {
  private static final int WIDTH = 360;
  private static final int HEIGHT = 230;
  private static final int LEFT = 48;
  private static final int RIGHT = 10;
  private static final int TOP = 10;
  private static final int BOTTOM = 40;
  private static final int MOST_TICKS = 6;

  /** A curve; points without a value on a logarithmic axis are left out. */
  record Curve(String name, List<double[]> points) {}

  /** An axis: maps values to the picture's units, and lists the values to mark. */
  private record Axis(DoubleUnaryOperator at, List<Double> ticks) {}

  /** The values for the template. */
  Fields fields(List<Curve> curves) {
    List<double[]> shown = new ArrayList<>();
    curves.forEach(curve -> curve.points.stream().filter(this::isShown).forEach(shown::add));
    // What is counted along it, as rounds, has no halves.
    Axis x = axis(shown.stream().mapToDouble(p -> p[0]).toArray(), logX, 1, LEFT, WIDTH - RIGHT);
    Axis y = axis(shown.stream().mapToDouble(p -> p[1]).toArray(), logY, 0, HEIGHT - BOTTOM, TOP);
    List<Fields> lines = new ArrayList<>();
    for (int i = 0; i < curves.size(); i++) {
      StringBuilder points = new StringBuilder();
      for (double[] point : curves.get(i).points) {
        if (isShown(point)) {
          points.append(coordinates(x.at.applyAsDouble(point[0]), y.at.applyAsDouble(point[1])));
        }
      }
      lines.add(
          new Fields()
              .with("curve", i + 1)
              .with("curveName", curves.get(i).name)
              .with("points", points.toString().strip()));
    }
    return new Fields()
        .with("plotTitle", title)
        .with("summary", summary(curves))
        .with("xName", xName)
        .with("left", LEFT)
        .with("right", WIDTH - RIGHT)
        .with("top", TOP)
        .with("bottom", HEIGHT - BOTTOM)
        .with("width", WIDTH)
        .with("height", HEIGHT)
        .with("xTicks", ticks(x, logX))
        .with("yTicks", ticks(y, logY))
        .with("curves", lines);
  }

  /** The curves in words: first, highest and last value of each. */
  private String summary(List<Curve> curves) {
    List<String> words = new ArrayList<>();
    for (Curve curve : curves) {
      double[] values =
          curve.points.stream().filter(this::isShown).mapToDouble(point -> point[1]).toArray();
      words.add(
          values.length == 0
              ? curve.name + ": no values"
              : String.format(
                  Locale.ROOT,
                  "%s: %s at first, at most %s, %s at last",
                  curve.name,
                  number(values[0]),
                  number(Arrays.stream(values).max().orElseThrow()),
                  number(values[values.length - 1])));
    }
    return String.join("; ", words);
  }

  private boolean isShown(double[] point) {
    return Double.isFinite(point[0])
        && Double.isFinite(point[1])
        && (!logX || point[0] > 0)
        && (!logY || point[1] > 0);
  }

  private static List<Fields> ticks(Axis axis, boolean log) {
    return axis.ticks.stream()
        .map(
            value ->
                new Fields()
                    .with("at", coordinate(axis.at.applyAsDouble(value)))
                    .with("mark", log ? power(value) : number(value)))
        .toList();
  }

  private static Axis axis(double[] values, boolean log, double leastStep, double from, double to) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      low = Math.min(low, log ? Math.log10(value) : 0);
      high = Math.max(high, log ? Math.log10(value) : value);
    }
    List<Double> ticks = new ArrayList<>();
    double first = low > high ? 0 : Math.floor(low + 1e-9);
    double last;
    if (log) {
      last = low > high ? 1 : Math.max(first + 1, Math.ceil(high - 1e-9));
      double step = Math.ceil((last - first) / MOST_TICKS);
      for (double tick = first; tick <= last; tick += step) {
        ticks.add(Math.pow(10, tick));
      }
    } else {
      double most = Math.max(high, 1e-9);
      double unit = Math.pow(10, Math.floor(Math.log10(most / MOST_TICKS)));
      double step = 10 * unit;
      for (double factor : new double[] {5, 2, 1}) {
        step = factor * unit * MOST_TICKS >= most ? factor * unit : step;
      }
      step = Math.max(step, leastStep);
      last = Math.ceil(most / step - 1e-9) * step;
      for (int i = 0; i * step <= last * (1 + 1e-9); i++) {
        ticks.add(i * step);
      }
    }
    double begin = log ? first : 0;
    return new Axis(
        value -> from + (to - from) * ((log ? Math.log10(value) : value) - begin) / (last - begin),
        ticks);
  }

  private static String coordinates(double x, double y) {
    return coordinate(x) + ',' + coordinate(y) + ' ';
  }

  private static String coordinate(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static String power(double value) {
    int exponent = (int) Math.round(Math.log10(value));
    return exponent >= -2 && exponent <= 3 ? number(value) : "1e" + exponent;
  }

  private static String number(double value) {
    if (Math.abs(value) >= 1e6) {
      return trimmed(value / 1e6) + "M";
    }
    return Math.abs(value) >= 1e4 ? trimmed(value / 1e3) + "k" : trimmed(value);
  }

  private static String trimmed(double value) {
    String text = String.format(Locale.ROOT, "%.3f", value);
    return text.replaceFirst("\\.?0+$", "");
  }
}
