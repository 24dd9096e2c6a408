package org.orbweaver.crawler.recrawl;

/**
 * Intervals that adapt to a page, as Nutch's AdaptiveFetchSchedule: longer after a visit that found
 * it unchanged, shorter after a change, no shorter than the time since its last known change, and
 * with the next visit moved towards that change. Times are in any one unit.
 *
 * @param slower share by which an interval grows
 * @param faster share by which it shrinks
 * @param sync share of the time since the last change by which the next visit comes earlier
 */
public record AdaptiveInterval(
    double slower, double faster, double sync, double shortest, double longest) {

  /**
   * The plan after a visit.
   *
   * @param interval of the page from now on
   * @param delay until its next visit
   */
  public record Next(double interval, double delay) {}

  /**
   * The plan after a visit.
   *
   * @param sinceChange time since the last change that a visit found, 0 if this one did
   */
  public Next after(double interval, double sinceChange, boolean changed) {
    double adapted = interval * (changed ? 1 - faster : 1 + slower);
    double next = Math.min(longest, Math.max(shortest, Math.max(adapted, sinceChange)));
    return new Next(next, Math.max(0, next - sync * sinceChange));
  }
}
