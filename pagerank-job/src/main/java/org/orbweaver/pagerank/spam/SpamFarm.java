package org.orbweaver.pagerank.spam;

/**
 * The simplest spam farm, solved: a target that m pages support, each of which links to the target
 * only and is linked from the target only, and outside pages that link to the target and give it x.
 *
 * <p>Where a page passes on β of its rank and gets j from jumping, and the target passes on the
 * share φ of that to its farm and σ to itself: y = x + βσy + β(βφy + mj) + j, so y = (x + j(βm +
 * 1))/(1 − βσ − β²φ). Where the target links to the farm only (φ = 1, σ = 0) and no page dangles (j
 * = (1−β)/n) that is
 *
 * <pre>y = x/(1−β²) + (βm+1)/((1+β)n)</pre>
 *
 * (J. Leskovec, A. Rajaraman, J. Ullman, <i>Mining of Massive Datasets</i>, section 5.4, with the
 * term that is left out there: the target's own (1−β)/n.) Immutable, free of Hadoop.
 *
 * @param farm m, pages that link to the target only and are linked from it only
 * @param toFarm φ, m/d where all links of the target are alike
 * @param toSelf σ, 0 where the target does not link to itself
 * @param outside x, β times the ranks that the other pages' links pass on
 */
public record SpamFarm(int farm, double toFarm, double toSelf, double outside) {
  private static final double ROUNDING = 1e-9;

  /**
   * The textbook's y, which takes the target to link to the farm only and no page to dangle.
   *
   * @param damping β
   * @param pages n, of the whole graph
   */
  public double textbook(double damping, int pages) {
    return outside / (1 - damping * damping) + (damping * farm + 1) / ((1 + damping) * pages);
  }

  /**
   * y in general.
   *
   * @param damping β, what is followed of a page's rank
   * @param jump j, what each page gets without any link
   */
  public double value(double damping, double jump) {
    return (outside + jump * (damping * farm + 1))
        / (1 - damping * toSelf - damping * damping * toFarm);
  }

  /** {@link #value} if the farm's pages were not there, all else unchanged. */
  public double withoutFarm(double damping, double jump) {
    double self = toSelf > 0 ? toSelf / (1 - toFarm) : 0;
    return new SpamFarm(0, 0, self, outside).value(damping, jump);
  }

  /** Whether the target links to its farm and to nothing else. */
  public boolean closed() {
    return farm > 0 && Math.abs(1 - toFarm) < ROUNDING;
  }
}
