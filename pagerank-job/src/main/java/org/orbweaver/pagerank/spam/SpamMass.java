package org.orbweaver.pagerank.spam;

import org.orbweaver.pagerank.core.Solution;

/**
 * Spam mass: the part of a page's PageRank that does not come from trusted pages. (Z. Gyöngyi, P.
 * Berkhin, H. Garcia-Molina, J. Pedersen, <i>Link Spam Detection Based on Mass Estimation</i>, VLDB
 * 2006.)
 *
 * <p>With the linear PageRank p = L(u) and the trust p′ = γ·L(s), where s is the seeds' teleport
 * vector and γ the assumed good share of the web (seeds are few, and without γ nearly all rank
 * would look like spam): absolute mass p − p′, relative mass 1 − p′/p. Below 0 the page is nearer
 * to the seeds than an average good page.
 *
 * <p>All figures are given in the scale of the published PageRank. Immutable, free of Hadoop.
 */
public final class SpamMass {
  /** A page's figures. */
  public record PageMass(double rank, double trust) {
    /** Rank that does not come from trusted pages. */
    public double mass() {
      return rank - trust;
    }

    /** 1 − p′/p; NaN for a page of rank 0. */
    public double relative() {
      return 1 - trust / rank;
    }
  }

  private final Solution.Linear ranks;
  private final Solution.Linear trusts;
  private final double good;
  private final double fromNothing;

  /**
   * The estimate for one pair of vectors.
   *
   * @param ranks the PageRank
   * @param trusts the TrustRank
   * @param good γ, above 0 and at most 1
   */
  public SpamMass(Solution ranks, Solution trusts, double good) {
    if (!(good > 0 && good <= 1)) {
      throw new IllegalArgumentException(
          "illegal share of good pages: " + good + ", must be above 0 and at most 1");
    }
    this.ranks = ranks.linear();
    this.trusts = trusts.linear();
    this.good = good;
    this.fromNothing = (1 - ranks.damping()) / ranks.pages();
  }

  /** The figures of a page, given both of its published scores. */
  public PageMass of(double rank, double trust) {
    double linear = ranks.at(rank, 0);
    double trusted = Math.max(0, good * trusts.at(trust, linear));
    // Both in the scale of the rank, so that readers may compare with 'read pagerank'.
    return new PageMass(rank, trusted / ranks.own());
  }

  /** The rank as a multiple of that of a page without links in: the paper's scaled PageRank. */
  public double timesLeast(double rank) {
    return ranks.at(rank, 0) / fromNothing;
  }
}
