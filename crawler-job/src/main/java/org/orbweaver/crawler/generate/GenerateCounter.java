package org.orbweaver.crawler.generate;

import org.orbweaver.crawler.schedule.DueRule;

/**
 * What became of the crawldb's URLs. All = NOT_DUE + WAITING + REFUSED + LOW_SCORE + HOST_OUTAGE +
 * DUE; DUE = FILTERED + HOST_PROBED + OVER_BUDGET + BEYOND_TOP_N + TAKEN.
 */
public enum GenerateCounter {
  /** Not yet time to fetch it. */
  NOT_DUE,
  /**
   * Due, but in a fetch list that is not in the crawldb yet: an open list, or one that Nutch has
   * marked.
   */
  WAITING,
  /** Refused by a setting that has not changed since. */
  REFUSED,
  /** Below generate.min.score. */
  LOW_SCORE,
  /** Due, but its host serves nothing and is not tried yet. */
  HOST_OUTAGE,
  /** To be fetched now. */
  DUE,
  /** Due, but refused by the URL filters, which may have changed since it was added. */
  FILTERED,
  /** Due, but its host serves nothing and is tried with another URL. */
  HOST_PROBED,
  /** Due, but beyond generate.max.count of its host or domain. */
  OVER_BUDGET,
  /** Due, but the list was full before its turn came. Not counted by tasks: it is the rest. */
  BEYOND_TOP_N,
  /** In the list; of a job with several reducers, a candidate for it. */
  TAKEN;

  /** Whether it counts URLs that are not in the list, for one reason. */
  boolean isLeftOut() {
    return this != DUE && this != TAKEN;
  }

  /** The counter of a verdict. */
  static GenerateCounter of(DueRule.Verdict verdict) {
    return switch (verdict) {
      case DUE -> DUE;
      case NOT_DUE -> NOT_DUE;
      case WAITING -> WAITING;
      case REFUSED -> REFUSED;
      case LOW_SCORE -> LOW_SCORE;
    };
  }
}
