package org.orbweaver.bench.recrawl;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ObjDoubleConsumer;
import org.orbweaver.bench.recrawl.RecrawlSimulation.Page;
import org.orbweaver.common.error.Failure;
import org.orbweaver.common.error.OrbException;
import org.orbweaver.common.text.Console;

/**
 * Pages with the times of their changes, in days from the first change of any.
 *
 * @param days from the first change to the last, or the length of a made-up history
 */
record ChangeLog(List<Page> pages, double days) {
  private static final double SECONDS_PER_DAY = 86_400;

  /**
   * A page's own time and changes count as at least this long, or some rates would be 0 or huge.
   */
  private static final double LEAST_DAYS = 30;

  private static final double LEAST_CHANGES = .3;

  /** The site of pages without a URL. */
  private static final String SITE = "http://history/";

  /** Made-up pages: the median page changes once in a month. */
  private static final double MEDIAN_RATE = 1 / 30.0;

  private static final double SIGMA = 1.5;
  private static final double DAYS = 365;

  /** Reads {@code page<TAB>epoch seconds} and, unless null, {@code page<TAB>importance}. */
  static ChangeLog read(Path file, Path importance) {
    Map<String, TreeSet<Double>> changes = new TreeMap<>();
    eachLine(
        file,
        "epoch seconds",
        (page, time) ->
            changes.computeIfAbsent(page, p -> new TreeSet<>()).add(time / SECONDS_PER_DAY));
    Map<String, Double> weights = new HashMap<>();
    if (importance != null) {
      eachLine(importance, "importance", weights::put);
    }
    if (changes.isEmpty()) {
      throw OrbException.usage(file + ": expected page<TAB>epoch seconds, got no line");
    }
    double start = changes.values().stream().mapToDouble(TreeSet::first).min().getAsDouble();
    double days = changes.values().stream().mapToDouble(TreeSet::last).max().getAsDouble() - start;
    List<Page> pages = new ArrayList<>();
    changes.forEach(
        (page, times) -> {
          double weight = importance == null ? 1 : weights.getOrDefault(page, 0.0);
          double[] own = times.stream().mapToDouble(time -> time - start).toArray();
          double rate =
              Math.max(own.length - 1, LEAST_CHANGES) / Math.max(days - own[0], LEAST_DAYS);
          pages.add(new Page(page.contains("://") ? page : SITE + page, weight, own, rate));
        });
    if (pages.stream().allMatch(page -> page.importance() == 0)) {
      throw OrbException.usage(importance + ": expected the importance of a page of " + file);
    }
    return new ChangeLog(pages, days);
  }

  private static void eachLine(Path file, String what, ObjDoubleConsumer<String> line) {
    try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      String text;
      for (int number = 1; (text = in.readLine()) != null; number++) {
        String[] cells = text.split("\t", -1);
        double value = cells.length == 2 ? number(cells[1]) : -1;
        if (cells[0].isEmpty() || !(value >= 0 && value < 1e12)) {
          throw OrbException.usage(
              file
                  + " line "
                  + number
                  + ": expected page<TAB>"
                  + what
                  + ", got '"
                  + Console.safe(text)
                  + "'");
        }
        line.accept(cells[0], value);
      }
    } catch (IOException e) {
      throw OrbException.usage(file + ": " + Failure.reason(e));
    }
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /**
   * A year of pages that change as Poisson processes: log-normal rates, importance by Zipf's law
   * with mean 1, independent of each other.
   */
  static ChangeLog poisson(int count, long seed) {
    Random random = new Random(seed);
    double harmonic = 0;
    for (int rank = 1; rank <= count; rank++) {
      harmonic += 1.0 / rank;
    }
    List<Page> pages = new ArrayList<>();
    for (int rank = 1; rank <= count; rank++) {
      double rate = MEDIAN_RATE * Math.exp(SIGMA * random.nextGaussian());
      List<Double> times = new ArrayList<>();
      for (double time = 0; time < DAYS; time -= Math.log(1 - random.nextDouble()) / rate) {
        times.add(time);
      }
      double[] own = times.stream().mapToDouble(Double::doubleValue).toArray();
      pages.add(new Page(SITE, count / (harmonic * rank), own, rate));
    }
    return new ChangeLog(pages, DAYS);
  }
}
