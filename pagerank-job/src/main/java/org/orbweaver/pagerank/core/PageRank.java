package org.orbweaver.pagerank.core;

import java.util.List;
import java.util.Locale;
import org.orbweaver.webgraph.kernel.ExactSum;
import org.orbweaver.webgraph.kernel.Iteration;

/**
 * The arithmetic of PageRank, from the start to the sums of an iteration: r′<sub>v</sub> =
 * (1−β)t<sub>v</sub> + β(Σ<sub>u→v</sub> r<sub>u</sub>/d<sub>u</sub> + D·w<sub>v</sub>), where β is
 * the damping factor (the probability of following a link), d the out-degree, D =
 * Σ<sub>dangling</sub> r, t the teleport vector and w depends on the {@link DanglingPolicy}. (L.
 * Page, S. Brin, R. Motwani, T. Winograd, <i>The PageRank Citation Ranking</i>, 1999; the other
 * {@link Form}s as printed in their texts.)
 *
 * <p>Links in a list count once; a page that links to itself keeps that share, according to the
 * matrix. Immutable; independent of files, jobs and graphs.
 */
public final class PageRank {

  /** Index of Σ r among an iteration's sums. */
  public static final int MASS = 1;

  /** Index of D, Σ r over the pages without links. */
  public static final int DANGLING = 2;

  /** Number of sums; the first is the L1 change. */
  public static final int SUMS = 3;

  private final int size;
  private final double damping;
  private final Form form;
  private final DanglingPolicy dangling;
  private final Teleport teleport;
  private final boolean warm;

  /**
   * PageRank of a graph.
   *
   * @param size number of pages, at least 1
   * @param damping β, between 0 and 1
   */
  public PageRank(int size, double damping, Form form, DanglingPolicy dangling, Teleport teleport) {
    this(size, damping, form, dangling, teleport, false);
  }

  /**
   * As above, with another start.
   *
   * @param warm true if the start is an earlier run's ranks, which need not sum to {@link #total}:
   *     pages came and went since
   */
  public PageRank(
      int size,
      double damping,
      Form form,
      DanglingPolicy dangling,
      Teleport teleport,
      boolean warm) {
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
    this.warm = warm;
  }

  /** t. */
  public Teleport teleport() {
    return teleport;
  }

  /** The sum of the ranks while no mass is lost: 1, or n in the sum-n form. */
  public double total() {
    return form == Form.SUM_N ? size : 1;
  }

  /** True if the ranks must sum to {@link #total} in every iteration. */
  public boolean conservesMass() {
    return form == Form.NORMALISED || dangling != DanglingPolicy.DROP;
  }

  /**
   * The rank that a page of rank {@code rank} passes on along a link.
   *
   * @param strength the number of its links, or the sum of their weights
   */
  public static double share(double rank, double strength) {
    return strength == 0 ? 0 : rank / strength;
  }

  /** The start: ranks are the teleport vector, scaled to the form, or an earlier run's. */
  public Step start() {
    return new Step(total(), 0, 0, 0, 1, 1);
  }

  /** The iteration after {@code last}, whose sums it needs. */
  public Step after(Iteration last) {
    double mass = last.sum(MASS);
    double lost = last.sum(DANGLING);
    if (form == Form.NORMALISED) {
      // c = 1/Σ(r′ before scaling), known before it is computed: links pass on all but D.
      double c = 1 / (damping * (mass - lost) + (1 - damping));
      return new Step((1 - damping) * c, damping * c, 0, 0, 1, c);
    }
    double factor = warm && last.number() == 0 && conservesMass() ? total() / mass : 1;
    return new Step(
        (1 - damping) * total(),
        damping,
        dangling == DanglingPolicy.UNIFORM ? lost * factor / size : 0,
        dangling == DanglingPolicy.TELEPORT ? lost * factor : 0,
        factor,
        1);
  }

  /**
   * One iteration over some of the pages, in ascending order: the formula with all terms that are
   * equal for all pages, and the sums that the next iteration needs.
   */
  public final class Step {
    private final double jump;
    private final double follow;
    private final double evenly;
    private final double likeTeleport;
    private final double factor;
    private final double scale;
    private final Teleport.Cursor t = teleport.cursor();
    private final ExactSum change = new ExactSum();
    private final ExactSum mass = new ExactSum();
    private final ExactSum lost = new ExactSum();

    private Step(
        double jump,
        double follow,
        double evenly,
        double likeTeleport,
        double factor,
        double scale) {
      this.jump = jump;
      this.follow = follow;
      this.evenly = evenly;
      this.likeTeleport = likeTeleport;
      this.factor = factor;
      this.scale = scale;
    }

    /**
     * The new rank of page {@code v}, which is counted.
     *
     * @param sum Σ r_u/d_u over the pages that link to it
     * @param old its previous rank
     * @param strength of its links, 0 for a page without any
     */
    public double rank(int v, double sum, double old, double strength) {
      double share = t.at(v);
      double rank = jump * share + follow * (sum * factor + (evenly + likeTeleport * share));
      change.add(Math.abs(rank - old * factor));
      count(rank, strength);
      return rank;
    }

    /** The start rank of page {@code v}, which is not counted. */
    public double start(int v) {
      return jump * t.at(v);
    }

    /** Adds a rank to the sums without a change. */
    void count(double rank, double strength) {
      mass.add(rank);
      if (strength == 0) {
        lost.add(rank);
      }
    }

    /** The sums of the pages so far. */
    List<ExactSum> sums() {
      return List.of(change, mass, lost);
    }

    /** c of the normalised form; 1 in the others. */
    public double scale() {
      return scale;
    }
  }

  /** The published forms of PageRank; they differ in scale or in the recipients of lost mass. */
  public enum Form {
    /** r′ = (1−β)t + β(Σ r_u/d_u + D·w): a probability distribution. The default. */
    PROBABILITY("probability"),

    /** r′ = (1−β)n·t + β(Σ r_u/d_u + D·w), so (1−d) + d·Σ for uniform t: the ranks sum to n. */
    SUM_N("sum-n"),

    /**
     * r′ = c((1−β)t + βΣ r_u/d_u) with c such that the ranks sum to 1. If pages dangle, its fixed
     * point is not that of uniform repair: the mass they lose goes to all pages in proportion to
     * their rank, not evenly. The dangling policy has no effect.
     */
    NORMALISED("normalised");

    private final String option;

    Form(String option) {
      this.option = option;
    }

    /** The form as written on the command line. */
    @Override
    public String toString() {
      return option;
    }
  }

  /**
   * The recipients of the rank of pages without links. Conventions differ: networkx uses TELEPORT.
   */
  public enum DanglingPolicy {
    /** Evenly to all pages. The default. */
    UNIFORM,
    /** To the pages of the teleport vector, in its proportions. */
    TELEPORT,
    /** Nowhere: the mass shrinks. */
    DROP;

    /** The policy as written on the command line. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
