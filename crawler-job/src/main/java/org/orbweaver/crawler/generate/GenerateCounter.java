package org.orbweaver.crawler.generate;

import org.orbweaver.crawler.schedule.DueRule;

/**
 * What became of the crawldb's URLs. All = NOT_DUE + WAITING + REFUSED + LOW_SCORE + HOST_OUTAGE +
 * DUE; of those due that a reducer came to, FILTERED + HOST_PROBED + OVER_BUDGET + TAKEN; it comes
 * to no more once the list is full.
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
  /** In the list, or a candidate for it where several reducers select. */
  TAKEN;

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
