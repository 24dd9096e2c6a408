package org.orbweaver.crawler.generate;

import java.util.EnumSet;
import java.util.Set;
import org.orbweaver.crawler.recrawl.DueRule;

/**
 * The outcomes of the crawldb's URLs in generate. All = NOT_DUE + WAITING + REFUSED + LOW_SCORE +
 * HOST_OUTAGE + DUE; DUE = FILTERED + HOST_PROBED + NOTHING_NEW + MAZE + OVER_BUDGET + HOST_BUDGET
 * + DOMAIN_BUDGET + SITE_BUDGET + HOST_QUOTA + BEYOND_TOP_N + TAKEN.
 */
public enum GenerateCounter {
  /** Not yet time to fetch it. */
  NOT_DUE("not due yet"),
  /**
   * Due, but in a fetch list that is not in the crawldb yet: an open list, or one that Nutch has
   * marked.
   */
  WAITING("in another fetch list"),
  /** Refused by a setting that has not changed since. */
  REFUSED("refused by settings that have not changed since"),
  /** Below generate.min.score. */
  LOW_SCORE("below generate.min.score"),
  /** Due, but its host serves nothing and is not tried yet. */
  HOST_OUTAGE("of hosts that serve nothing and are not tried yet"),
  /** To be fetched now. */
  DUE(null),
  /** Due, but refused by the URL filters, which may have changed since it was added. */
  FILTERED("refused by the URL filters"),
  /** Due, but its host serves nothing and is tried with another URL. */
  HOST_PROBED("of hosts that serve nothing and are tried with one URL"),
  /** Due, but beyond generate.max.count of its host or domain. */
  OVER_BUDGET("over generate.max.count for their host or domain"),
  /** Due, but the last pages of its URL template brought nothing new, and the probes are listed. */
  NOTHING_NEW("of URL templates whose last pages brought nothing new (orbweaver.trap.yield.pages)"),
  /** Due, but in a maze, or beyond what is listed of a suspected one. */
  MAZE("of mazes of generated text (orbweaver.maze.detect)"),
  /** Due, but beyond the budget of its host. */
  HOST_BUDGET("over the budget of their host (orbweaver.budget.pages)"),
  /** Due, but beyond the budget of its registered domain. */
  DOMAIN_BUDGET("over the budget of their registered domain (orbweaver.budget.domain.hosts)"),
  /** Due, but beyond the pages-per-round of its site. */
  SITE_BUDGET("over the pages per round of their site (orbweaver.sites)"),
  /** Due, but its host has used its share of the day's requests. */
  HOST_QUOTA("over the requests per day to their host (orbweaver.recrawl.budget.host.day)"),
  /**
   * Due, but the list was full before its turn came. Tasks do not count it: it is the remainder.
   */
  BEYOND_TOP_N("due, but not among the top URLs"),
  /** In the list; of a job with several reducers, a candidate for it. */
  TAKEN(null),
  /** Of these, pages to visit again under a recrawl policy with a budget. */
  VISITS(null),
  /**
   * The bits of a float: the value of the last visit in the list, if the list had no place for
   * more.
   */
  PRICE(null);

  private final String reason;

  GenerateCounter(String reason) {
    this.reason = reason;
  }

  /** The reason why URLs are not in the list; null if the counter has none. */
  public String reason() {
    return reason;
  }

  /** The reasons to leave due URLs out, except the length of the list. */
  static final Set<GenerateCounter> OF_DUE =
      EnumSet.of(
          FILTERED,
          HOST_PROBED,
          NOTHING_NEW,
          MAZE,
          OVER_BUDGET,
          HOST_BUDGET,
          DOMAIN_BUDGET,
          SITE_BUDGET,
          HOST_QUOTA);

  /**
   * The counters that only the reducer that writes the list reports, not the reducers before it.
   */
  static final Set<GenerateCounter> OF_LIST = EnumSet.of(TAKEN, VISITS, PRICE);

  /** The URLs that traps and budgets defer. */
  static final Set<GenerateCounter> DEFERRED =
      EnumSet.of(NOTHING_NEW, MAZE, HOST_BUDGET, DOMAIN_BUDGET, SITE_BUDGET);

  /** Whether it counts URLs that are left out of the list for one reason. */
  boolean isLeftOut() {
    return reason != null;
  }

  /** The counter of a verdict. */
  static GenerateCounter of(DueRule.Verdict verdict) {
    return valueOf(verdict.name());
  }
}
