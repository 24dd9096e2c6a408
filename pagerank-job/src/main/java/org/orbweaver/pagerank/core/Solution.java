package org.orbweaver.pagerank.core;

import org.orbweaver.pagerank.core.PageRank.DanglingPolicy;
import org.orbweaver.pagerank.core.PageRank.Form;

/**
 * The equation that a published vector solves, and its consequences: the rank that a page passes
 * on, the rank that it gets without links, and the linear system behind it, L(t) = (1−β)(I −
 * βP)⁻¹t, where P passes on nothing for pages without links. L is linear in t; published vectors
 * are not if lost mass was given back.
 *
 * @param pages n
 * @param damping β
 * @param uniform true if t is uniform
 * @param mass Σ r of the last iteration
 * @param danglingMass D of the last iteration, in the form's scale
 */
public record Solution(
    int pages,
    double damping,
    Form form,
    DanglingPolicy dangling,
    boolean uniform,
    double mass,
    double danglingMass) {

  /**
   * L(t) as a combination of vectors.
   *
   * @param own factor of the vector
   * @param shared factor of L(u), u uniform, to be added; 0 unless a topic's mass went to all pages
   */
  public record Linear(double own, double shared) {
    /**
     * L(t) of a page.
     *
     * @param rank as published
     * @param uniformRank L(u) of the page; without effect if {@link #shared} is 0
     */
    public double at(double rank, double uniformRank) {
      return own * rank + (shared == 0 ? 0 : shared * uniformRank);
    }
  }

  /** The sum of the ranks while no mass is lost: 1, or n in the sum-n form. */
  public double total() {
    return form == Form.SUM_N ? pages : 1;
  }

  /** The part of its rank that a page passes on: β, times c in the normalised form. */
  public double follow() {
    return damping * scale();
  }

  /** The rank that each page gets without any link to it, with a uniform teleport. */
  public double jump() {
    boolean repaired = form != Form.NORMALISED && dangling != DanglingPolicy.DROP;
    return ((1 - damping) * total() * scale() + (repaired ? damping * danglingMass : 0)) / pages;
  }

  /** c of the normalised form; 1 in the others. */
  private double scale() {
    return form == Form.NORMALISED ? 1 / (damping * (mass - danglingMass) + (1 - damping)) : 1;
  }

  /**
   * The derivation of L(t) from the vector r. The mass D that pages without links lose was
   *
   * <ul>
   *   <li>dropped: r = L(t);
   *   <li>given to the teleport vector: r = (1−β+βD)/(1−β) · L(t);
   *   <li>given to all pages evenly: r = L(t) + βD/(1−β) · L(u); for t = u that is the line before.
   * </ul>
   *
   * @throws IllegalArgumentException for the normalised form, whose vector is a solution for
   *     another β
   */
  public Linear linear() {
    if (form == Form.NORMALISED) {
      throw new IllegalArgumentException("the normalised form is not linear in the teleport set");
    }
    double own = 1 / total();
    double lost = damping * danglingMass * own;
    if (dangling == DanglingPolicy.DROP) {
      return new Linear(own, 0);
    }
    return uniform || dangling == DanglingPolicy.TELEPORT
        ? new Linear(own * (1 - damping) / (1 - damping + lost), 0)
        : new Linear(own, -lost / (1 - damping));
  }
}
