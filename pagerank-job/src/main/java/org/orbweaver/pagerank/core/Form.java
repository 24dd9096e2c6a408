package org.orbweaver.pagerank.core;

/** The forms in which PageRank is written down; they differ in scale or in where lost mass goes. */
public enum Form {
  /** r′ = (1−β)t + β(Σ r_u/d_u + D·w): a probability distribution. The default. */
  PROBABILITY("probability"),

  /** r′ = (1−β)n·t + β(Σ r_u/d_u + D·w), so (1−d) + d·Σ for uniform t: the ranks sum to n. */
  SUM_N("sum-n"),

  /**
   * r′ = c((1−β)t + βΣ r_u/d_u) with c such that the ranks sum to 1. Where pages dangle, its fixed
   * point is not that of uniform repair: the mass they lose goes to all pages in proportion to
   * their rank, not evenly. The dangling policy has no effect.
   */
  NORMALISED("normalised");

  private final String option;

  Form(String option) {
    this.option = option;
  }

  /** As it is written on the command line. */
  @Override
  public String toString() {
    return option;
  }
}
