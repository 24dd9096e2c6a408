package org.orbweaver.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.commons.math3.stat.StatUtils;
import org.orbweaver.common.text.Fields;
import org.orbweaver.common.text.Json;

/** The figures of a run, or the medians of several, some of them with a target. */
final class Figures {
  /** The target of a figure. */
  private record Target(boolean atLeast, double limit) {
    boolean isMetBy(double value) {
      return atLeast ? value >= limit : value <= limit;
    }
  }

  /** A figure: its label, its format, its value, and its target or null. */
  private record Figure(String label, String format, double value, Target target) {
    String text(double number) {
      return String.format(Locale.ROOT, format, number);
    }

    boolean isMissed() {
      return target != null && !target.isMetBy(value);
    }
  }

  private final Map<String, Figure> figures = new LinkedHashMap<>();

  /**
   * Adds a figure without a target.
   *
   * @param key its name for programs
   * @param label its name for people
   * @param format for one floating-point number
   */
  Figures add(String key, String label, String format, double value) {
    figures.put(key, new Figure(label, format, value, null));
    return this;
  }

  /** Adds all of others, with their targets. */
  void addAll(Figures others) {
    figures.putAll(others.figures);
  }

  /** Sets the least value that a figure should have. */
  Figures atLeast(String key, double limit) {
    return target(key, new Target(true, limit));
  }

  /** Sets the greatest value that a figure should have. */
  Figures atMost(String key, double limit) {
    return target(key, new Target(false, limit));
  }

  private Figures target(String key, Target target) {
    figures.computeIfPresent(key, (k, old) -> new Figure(old.label, old.format, old.value, target));
    return this;
  }

  double get(String key) {
    return figures.get(key).value();
  }

  /** Labels of the figures that miss their targets. */
  List<String> missed() {
    return figures.values().stream().filter(Figure::isMissed).map(Figure::label).toList();
  }

  /** The least value that at least this share of some values, at least one, do not exceed. */
  static double quantile(double[] values, double share) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.round(share * (sorted.length - 1))];
  }

  /** The median of each figure; of an even number of runs, the mean of the two in the middle. */
  static Figures medians(List<Figures> runs) {
    Figures medians = new Figures();
    runs.get(0)
        .figures
        .forEach(
            (key, figure) -> {
              double[] values = runs.stream().mapToDouble(run -> run.get(key)).toArray();
              double median = StatUtils.percentile(values, 50);
              medians.figures.put(
                  key, new Figure(figure.label, figure.format, median, figure.target));
            });
    return medians;
  }

  /** One line a figure, in columns, with the target and whether it is met. */
  void print(Consumer<String> out) {
    int width = figures.values().stream().mapToInt(f -> f.label().length()).max().orElse(1);
    for (Figure figure : figures.values()) {
      String line =
          String.format(
              Locale.ROOT, "  %-" + width + "s%12s", figure.label(), figure.text(figure.value()));
      Target target = figure.target();
      if (target != null) {
        line +=
            String.format(
                Locale.ROOT,
                "   %-9s%-8s  %s",
                target.atLeast() ? "at least" : "at most",
                figure.text(target.limit()),
                figure.isMissed() ? "MISSED" : "met");
      }
      out.accept(line);
    }
  }

  /** One JSON object: the given fields, the figures by their keys, and the targets. */
  String json(Map<String, Object> fields) {
    Map<String, Object> all = new LinkedHashMap<>(fields);
    List<Fields> targets = new ArrayList<>();
    figures.forEach(
        (key, figure) -> {
          all.put(key, figure.value());
          if (figure.target() != null) {
            targets.add(
                new Fields()
                    .with("figure", key)
                    .with(figure.target().atLeast() ? "atLeast" : "atMost", figure.target().limit())
                    .with("met", !figure.isMissed()));
          }
        });
    all.put("targets", targets);
    return Json.line(all);
  }
}
