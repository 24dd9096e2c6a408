package org.orbweaver.pagerank;

/**
 * The arithmetic of PageRank: r′<sub>v</sub> = (1−β)t<sub>v</sub> + β(Σ<sub>u→v</sub>
 * r<sub>u</sub>/d<sub>u</sub> + D·w<sub>v</sub>), where β is the damping factor (the probability of
 * following a link), d the out-degree, D = Σ<sub>dangling</sub> r, t the teleport vector and w what
 * the {@link DanglingPolicy} says. (L. Page, S. Brin, R. Motwani, T. Winograd, <i>The PageRank
 * Citation Ranking</i>, 1999; the other {@link Form}s as their texts print them.)
 *
 * <p>Links in a list count once; a page that links to itself keeps that share, as the matrix says.
 * Immutable; knows nothing of files, jobs and graphs.
 */
public final class PageRank {

  private final int size;
  private final double damping;
  private final Form form;
  private final DanglingPolicy dangling;
  private final Teleport teleport;

  /**
   * PageRank of a graph.
   *
   * @param size number of pages, at least 1
   * @param damping β, between 0 and 1
   */
  public PageRank(int size, double damping, Form form, DanglingPolicy dangling, Teleport teleport) {
    if (size < 1) {
      throw new IllegalArgumentException("a graph of " + size + " pages has no PageRank");
    }
    if (!(damping >= 0 && damping <= 1)) {
      throw new IllegalArgumentException(
          "illegal damping: " + damping + ", must be between 0 and 1");
    }
    this.size = size;
    this.damping = damping;
    this.form = form;
    this.dangling = form == Form.NORMALISED ? DanglingPolicy.DROP : dangling;
    this.teleport = teleport;
  }

  /** Number of pages. */
  public int size() {
    return size;
  }

  /** t. */
  Teleport teleport() {
    return teleport;
  }

  /** What the ranks sum to while no mass is lost: 1, or n in the sum-n form. */
  public double total() {
    return form == Form.SUM_N ? size : 1;
  }

  /** Whether the ranks must sum to {@link #total} in every iteration. */
  public boolean conservesMass() {
    return form == Form.NORMALISED || dangling != DanglingPolicy.DROP;
  }

  /** The rank that page {@code v} starts with: the teleport vector, scaled to the form. */
  public double start(int v) {
    return teleport.at(v) * total();
  }

  /**
   * The next step, given two sums of the present one.
   *
   * @param mass Σ r
   * @param danglingMass D, Σ r over the pages without links
   */
  public Step step(double mass, double danglingMass) {
    double scale = 1;
    if (form == Form.NORMALISED) {
      // Σ(r' before scaling), known before it is computed: links pass on all but D.
      scale = 1 / (damping * (mass - danglingMass) + (1 - damping));
    }
    return step(danglingMass, scale, 1);
  }

  /** The same, from ranks that are to be scaled first, so that they sum to {@link #total}. */
  Step stepScaled(double mass, double danglingMass) {
    if (form == Form.NORMALISED) { // scales whatever it gets
      return step(mass, danglingMass);
    }
    double factor = conservesMass() ? total() / mass : 1;
    return step(danglingMass * factor, 1, factor);
  }

  private Step step(double danglingMass, double scale, double factor) {
    return new Step(
        (1 - damping) * total() * scale,
        damping * scale,
        dangling == DanglingPolicy.UNIFORM ? danglingMass / size : 0,
        dangling == DanglingPolicy.TELEPORT ? danglingMass : 0,
        scale,
        factor,
        teleport);
  }

  /** One iteration's formula with everything put in that is the same for all pages. */
  public static final class Step {

    private final double jump;
    private final double follow;
    private final double evenly;
    private final double likeTeleport;
    private final double scale;
    private final double factor;
    private final Teleport teleport;

    private Step(
        double jump,
        double follow,
        double evenly,
        double likeTeleport,
        double scale,
        double factor,
        Teleport teleport) {
      this.jump = jump;
      this.follow = follow;
      this.evenly = evenly;
      this.likeTeleport = likeTeleport;
      this.scale = scale;
      this.factor = factor;
      this.teleport = teleport;
    }

    /**
     * The new rank of a page.
     *
     * @param t its share of the teleport vector
     * @param sum Σ r_u/d_u over the pages that link to it
     */
    public double rank(double t, double sum) {
      return jump * t + follow * (sum * factor + (evenly + likeTeleport * t));
    }

    /** By what the ranks before this step are scaled; 1 but after an {@link Extrapolation}. */
    double factor() {
      return factor;
    }

    /** t. */
    Teleport teleport() {
      return teleport;
    }

    /** c of the normalised form; 1 in the others. */
    public double scale() {
      return scale;
    }
  }

  /**
   * What a page of rank {@code rank} gives along a link.
   *
   * @param divisor the number of its links, or the sum of their weights
   */
  public static double share(double rank, double divisor) {
    return divisor == 0 ? 0 : rank / divisor;
  }
}
