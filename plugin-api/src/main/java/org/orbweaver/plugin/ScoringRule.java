package org.orbweaver.plugin;

/**
 * An order of crawling: how much a page gives to those it links to, what a URL makes of it, and
 * which due URLs come first. {@code orbweaver.generate.order} names the one in force. A rule is
 * used by one thread at a time.
 *
 * <pre>
 * public final class ShortFirst implements ScoringRule {
 *   &#64;Override
 *   public String name() {
 *     return "short-first";
 *   }
 *
 *   &#64;Override
 *   public float priority(Candidate candidate) {
 *     return -candidate.url().length();
 *   }
 * }
 * </pre>
 *
 * <p>Where a method throws, or returns no finite number, {@link Source#byDepth} and {@link
 * Candidate#score} count instead.
 */
public interface ScoringRule {
  /** The name in {@code orbweaver.generate.order}. */
  String name();

  /** How a URL combines its score with those that its links bring. */
  enum Combination {
    /** The best of them. */
    BEST,
    /** Their sum. The links of a page count when it is fetched for the first time. */
    SUM;

    /** The score of two. */
    public double of(double known, double more) {
      return this == SUM ? known + more : more > known ? more : known;
    }
  }

  /** How scores from links are combined. */
  default Combination combination() {
    return Combination.BEST;
  }

  /** Whether {@link #priority} asks for {@link Candidate#pageRank}. */
  default boolean usesPageRank() {
    return false;
  }

  /**
   * The score that a page passes to one page it links to. URLs with a score below {@code
   * generate.min.score} are not fetched.
   *
   * @param page valid during the call
   * @param target absolute URL of the linked page
   */
  default float share(Source page, String target) {
    return page.byDepth(target);
  }

  /**
   * The place of a due URL that was never fetched: higher comes first.
   *
   * @param candidate valid during the call
   */
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

    /** Its score / (1 + the number of path segments of the target): 1/3 to http://a.org/b/c. */
    float byDepth(String target);
  }

  /** A due URL. */
  interface Candidate {
    String url();

    /** Its score in the crawldb. */
    float score();

    /** Its PageRank relative to the mean, if a run has it, else {@link #score}. */
    float pageRank();

    /** For how long it has been due, in seconds. */
    float dueSeconds();
  }
}
