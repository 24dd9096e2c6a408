package org.orbweaver.crawler.generate;

/**
 * What became of the crawldb's URLs. All = NOT_DUE + WAITING + LOW_SCORE + DUE; of those due that a
 * reducer came to, FILTERED + OVER_BUDGET + TAKEN; it comes to no more once the list is full.
 */
public enum GenerateCounter {
  /** Not yet time to fetch it. */
  NOT_DUE,
  /** In a fetch list already, says Nutch's mark. */
  WAITING,
  /** Below generate.min.score. */
  LOW_SCORE,
  /** To be fetched now. */
  DUE,
  /** Due, but refused by the URL filters, which may have changed since it was added. */
  FILTERED,
  /** Due, but beyond generate.max.count of its host or domain. */
  OVER_BUDGET,
  /** In the list, or a candidate for it when there are several parts. */
  TAKEN,
  /** Hosts (or domains) of TAKEN. */
  HOSTS
}
