package org.orbweaver.plugin;

/**
 * An order of crawling: how much a page gives to those it links to, what a URL makes of it, and
 * which due URLs come first. {@code orbweaver.generate.order} names the one in force.
 */
public interface ScoringRule {
  /** The name in {@code orbweaver.generate.order}. */
  String name();

  /** How a URL combines its score with those that its links bring. */
  enum Combination {
    /** The best of them. */
    BEST,
    /** Their sum; each page's links count once. */
    SUM
  }

  /** How scores from links are combined. */
  default Combination combination() {
    return Combination.BEST;
  }

  /**
   * The score that a page passes to one page it links to.
   *
   * @param target absolute URL of the linked page
   */
  float share(Source page, String target);

  /** The place of a due URL that was never fetched: higher comes first. */
  default float priority(Candidate candidate) {
    return candidate.score();
  }

  /** A page that links. */
  interface Source {
    String url();

    /** Its own score. */
    float score();

    /** The number of its links. */
    int links();
  }

  /** A due URL. */
  interface Candidate {
    String url();

    /** Its score in the crawldb. */
    float score();

    /** Its PageRank relative to the mean, if a run has it, else {@link #score}. */
    float pageRank();

    /** For how long it has been due, in seconds. */
    double dueSeconds();
  }
}
