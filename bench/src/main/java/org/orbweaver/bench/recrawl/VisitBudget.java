package org.orbweaver.bench.recrawl;

import java.util.HashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.orbweaver.crawler.recrawl.RecrawlPolicy;

/**
 * The price of a visit at which a policy spends exactly a budget, and the resulting penalty in
 * theory. Pages are counted in cells of equal change rate and importance, within a sixteenth of an
 * octave, so the memory does not grow with the number of pages.
 */
public final class VisitBudget {
  private static final double CELLS_PER_OCTAVE = 16;

  private record Cell(long rate, long importance) {}

  /** Sums over the pages of a cell. */
  private static final class Sums {
    private double pages;
    private double changeRates;
    private double importances;

    private double changeRate() {
      return changeRates / pages;
    }

    private double importance() {
      return importances / pages;
    }
  }

  private final Map<Cell, Sums> cells = new HashMap<>();
  private double weight;

  /** Counts a page; rate and importance are above 0. */
  public void add(double changeRate, double importance) {
    Sums sums =
        cells.computeIfAbsent(new Cell(cell(changeRate), cell(importance)), c -> new Sums());
    sums.pages++;
    sums.changeRates += changeRate;
    sums.importances += importance;
    weight += importance;
  }

  private static long cell(double value) {
    return Math.round(CELLS_PER_OCTAVE * Math.log(value) / Math.log(2));
  }

  /**
   * The least mean of the policy's own penalty, weighted by importance, with visits at fixed
   * intervals.
   *
   * @param visitsPerDay to all pages together, above 0
   */
  public double atFixedIntervals(RecrawlPolicy policy, double visitsPerDay) {
    double price =
        price(
            visitsPerDay,
            p -> sum(s -> s.pages / policy.interval(s.changeRate(), s.importance(), p)));
    return mean(
        s ->
            policy.penalty(s.changeRate(), policy.interval(s.changeRate(), s.importance(), price)));
  }

  /** The same with visits at the times of Poisson processes. */
  public double atPoissonVisits(RecrawlPolicy policy, double visitsPerDay) {
    double price =
        price(
            visitsPerDay,
            p -> sum(s -> s.pages * policy.visitRate(s.changeRate(), s.importance(), p)));
    return mean(
        s ->
            policy.penaltyAtPoissonVisits(
                s.changeRate(), policy.visitRate(s.changeRate(), s.importance(), price)));
  }

  private double mean(ToDoubleFunction<Sums> value) {
    return sum(s -> s.importances * value.applyAsDouble(s)) / weight;
  }

  private double sum(ToDoubleFunction<Sums> value) {
    return cells.values().stream().mapToDouble(value).sum();
  }

  /** By bisection on the logarithm: visits fall as the price rises. */
  private static double price(double visitsPerDay, ToDoubleFunction<Double> visits) {
    double low = 1e-15;
    double high = 1e15;
    while (high > low * (1 + 1e-10)) {
      double price = Math.sqrt(low * high);
      if (visits.applyAsDouble(price) > visitsPerDay) {
        low = price;
      } else {
        high = price;
      }
    }
    return high;
  }
}
