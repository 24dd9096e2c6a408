package org.orbweaver.orb.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.orbweaver.common.cli.Json;

/** The figures of a run, or the medians of several, some of them with an aim. */
final class Figures {
  /** A limit that a figure should keep. */
  record Aim(boolean atLeast, double limit) {
    boolean isReachedBy(double value) {
      return atLeast ? value >= limit : value <= limit;
    }
  }

  /** A figure: its name for programs, for people, how it is printed, and its aim or null. */
  private record Figure(String key, String label, String format, double value, Aim aim) {
    String text(double number) {
      return String.format(Locale.ROOT, format, number);
    }

    boolean isMissed() {
      return aim != null && !aim.isReachedBy(value);
    }
  }

  private final Map<String, Figure> figures = new LinkedHashMap<>();

  /** Adds a figure without an aim. {@code format} is for one floating-point number. */
  void add(String key, String label, String format, double value) {
    figures.put(key, new Figure(key, label, format, value, null));
  }

  /** Adds a figure that should be so much or more. */
  void atLeast(String key, String label, String format, double value, double limit) {
    figures.put(key, new Figure(key, label, format, value, new Aim(true, limit)));
  }

  /** Adds a figure that should be so much or less. */
  void atMost(String key, String label, String format, double value, double limit) {
    figures.put(key, new Figure(key, label, format, value, new Aim(false, limit)));
  }

  double get(String key) {
    return figures.get(key).value();
  }

  /** Names of the figures that miss their aims. */
  List<String> missed() {
    return figures.values().stream().filter(Figure::isMissed).map(Figure::label).toList();
  }

  /** The median of each figure; of an even number of runs, the mean of the two in the middle. */
  static Figures medians(List<Figures> runs) {
    Figures medians = new Figures();
    for (Figure figure : runs.get(0).figures.values()) {
      double[] values = runs.stream().mapToDouble(run -> run.get(figure.key())).sorted().toArray();
      int middle = values.length / 2;
      double median =
          values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
      medians.figures.put(
          figure.key(),
          new Figure(figure.key(), figure.label(), figure.format(), median, figure.aim()));
    }
    return medians;
  }

  /** One line a figure, in columns, with the aim and whether it is reached. */
  void print(Consumer<String> out) {
    int width = figures.values().stream().mapToInt(f -> f.label().length()).max().orElse(0);
    for (Figure figure : figures.values()) {
      StringBuilder line = new StringBuilder("  ");
      line.append(figure.label()).append(" ".repeat(width - figure.label().length()));
      line.append(String.format(Locale.ROOT, "%12s", figure.text(figure.value())));
      Aim aim = figure.aim();
      if (aim != null) {
        line.append(aim.atLeast() ? "   at least " : "   at most  ");
        line.append(String.format(Locale.ROOT, "%-8s", figure.text(aim.limit())));
        line.append(figure.isMissed() ? "  MISSED" : "  met");
      }
      out.accept(line.toString());
    }
  }

  /** One JSON object: the given fields, the figures by their names, and the aims. */
  String json(Map<String, Object> fields) {
    Map<String, Object> all = new LinkedHashMap<>(fields);
    List<Map<String, Object>> aims = new ArrayList<>();
    for (Figure figure : figures.values()) {
      all.put(figure.key(), figure.value());
      if (figure.aim() != null) {
        Map<String, Object> aim = new LinkedHashMap<>();
        aim.put("figure", figure.key());
        aim.put(figure.aim().atLeast() ? "atLeast" : "atMost", figure.aim().limit());
        aim.put("met", !figure.isMissed());
        aims.add(aim);
      }
    }
    all.put("targets", aims);
    return Json.line(all);
  }
}
