package org.orbweaver.crawler.recrawl;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A clock that runs fast while a site, or a part of it, changes many pages, and slowly while it
 * rests: releases, redesigns and edits of a template touch many pages on one day, which a Poisson
 * process per page cannot express. In this clock's time, pages change at constant rates.
 *
 * <p>The model: page i changes on day d at the rate Δᵢ·h(d), with one activity h for all pages of
 * the clock and mean 1. Visits tell only that pages changed at some time between two visits, so h
 * is estimated by self-consistency (Turnbull, 1976; an EM algorithm): each visit that found a
 * change is distributed over the days since the visit before, in proportion to the present
 * estimate, and h is what that distribution makes most likely. A Gamma prior of shape {@value
 * #SHAPE} ({@value #ROOT_SHAPE} without a parent) in each bin has the mean of the parent clock, so
 * a directory with few visits follows its site, and a site without bursts stays near 1.
 *
 * <p>Only the activity of the window is estimated anew; older bins stay as they are. Memory: the
 * visits of the window, at most {@value #VISITS} (above that, every second, fourth … is kept), and
 * a double for each bin. Cost: {@value #STEPS} passes over the visits of the window once in a bin.
 */
public final class ActivityClock {
  /** Bins and window, in intervals of the budget: a bin must have visits enough to tell. */
  private static final double BIN = 1.0 / 30;

  private static final double WINDOW = 2.5;
  private static final double SHAPE = 2;

  /** The whole has visits enough to overrule more, and without bursts keeps nearer to 1. */
  private static final double ROOT_SHAPE = 4;

  /**
   * Least activity: at 0, quiet pages would get no visits, which alone can show that changes
   * resume.
   */
  private static final double LEAST_ACTIVITY = .1;

  private static final int STEPS = 6;
  private static final int VISITS = 2048;
  private static final double LEAST = 1e-6;

  private record Visit(double from, double to, boolean changed, double changeRate) {}

  private final ActivityClock parent;
  private final double binDays;
  private final double windowDays;
  private final Deque<Visit> visits = new ArrayDeque<>();
  private int stride = 1;
  private long seen;

  /** Activity of each bin since day 0, and its integral: clock days at the start of each bin. */
  private final DoubleArrayList activity = new DoubleArrayList();

  private final DoubleArrayList clock = new DoubleArrayList(new double[] {0});

  /**
   * A clock that starts at day 0.
   *
   * @param parent the clock of what this is a part of, to be advanced first; null for none
   * @param intervalDays the mean time between two visits to a page
   */
  public ActivityClock(ActivityClock parent, double intervalDays) {
    this.parent = parent;
    this.binDays = intervalDays * BIN;
    this.windowDays = intervalDays * WINDOW;
  }

  /** Time passed on this clock from one day to another; days not reached yet have activity 1. */
  public double days(double from, double to) {
    return at(to) - at(from);
  }

  private double at(double day) {
    double place = day / binDays;
    int bin = (int) place;
    int last = activity.size();
    return bin >= last
        ? clock.getDouble(last) + (place - last) * binDays
        : clock.getDouble(bin) + (place - bin) * binDays * activity.getDouble(bin);
  }

  /**
   * A visit to a page on day {@code to}, after one on day {@code from}.
   *
   * @param changeRate the page's rate as known before this visit, in changes per day of this clock
   */
  public void observe(double from, double to, boolean changed, double changeRate) {
    if (seen++ % stride != 0) {
      return;
    }
    visits.add(new Visit(from, to, changed, changeRate));
    if (visits.size() > VISITS) {
      stride *= 2;
      boolean[] odd = {false};
      visits.removeIf(visit -> odd[0] ^= true);
    }
  }

  /** Learns from the visits so far, if a bin has ended since the last call. */
  public void advance(double now) {
    int bins = (int) (now / binDays);
    if (bins <= activity.size()) {
      return;
    }
    while (!visits.isEmpty() && visits.peek().to < now - windowDays) {
      visits.remove();
    }
    while (activity.size() < bins) {
      activity.add(prior(activity.size()));
      clock.add(0);
    }
    int first = Math.max(0, bins - (int) (windowDays / binDays));
    integrate(first);
    for (int step = 0; step < STEPS; step++) {
      estimate(first, bins);
      integrate(first);
    }
  }

  private double prior(int bin) {
    return parent == null || bin >= parent.activity.size() ? 1 : parent.activity.getDouble(bin);
  }

  private void integrate(int first) {
    for (int bin = first; bin < activity.size(); bin++) {
      clock.set(bin + 1, clock.getDouble(bin) + activity.getDouble(bin) * binDays);
    }
  }

  /** A step of EM; what a visit adds to a range of bins is added at its ends, and summed up. */
  private void estimate(int first, int bins) {
    double[] changes = new double[bins - first + 1];
    double[] exposure = new double[bins - first + 1];
    for (Visit visit : visits) {
      int from = Math.max(first, (int) (visit.from / binDays)) - first;
      int to = Math.min(bins, (int) Math.ceil(visit.to / binDays)) - first;
      if (from < to) {
        exposure[from] += visit.changeRate;
        exposure[to] -= visit.changeRate;
        if (visit.changed) {
          double expected = visit.changeRate * days(visit.from, visit.to);
          double weight = visit.changeRate / -Math.expm1(-Math.max(expected, LEAST));
          changes[from] += weight;
          changes[to] -= weight;
        }
      }
    }
    double shape = parent == null ? ROOT_SHAPE : SHAPE;
    double sumOfChanges = 0;
    double sumOfExposure = 0;
    for (int bin = first; bin < bins; bin++) {
      sumOfChanges += changes[bin - first];
      sumOfExposure += exposure[bin - first];
      double found = Math.max(0, sumOfChanges) * activity.getDouble(bin) * binDays;
      double most = (found + shape) / (Math.max(0, sumOfExposure) * binDays + shape / prior(bin));
      activity.set(bin, Math.max(LEAST_ACTIVITY, most));
    }
  }
}
