package org.orbweaver.pagerank.core;

/**
 * From a published vector back to the linear system behind it: L(t) = (1−β)(I − βP)⁻¹t, where P
 * passes on nothing for pages without links. L is linear in t; the published vectors are not where
 * the lost mass D was given back:
 *
 * <ul>
 *   <li>dropped: r = L(t);
 *   <li>given to the teleport vector: r = (1−β+βD)/(1−β) · L(t);
 *   <li>given to all pages evenly: r = L(t) + βD/(1−β) · L(u), with u uniform; for t = u that is
 *       the line before.
 * </ul>
 *
 * @param own factor of the vector
 * @param uniform factor of L(u), to be added; 0 unless the mass of a topic went to all pages
 */
public record LinearRank(double own, double uniform) {
  /**
   * How to get L(t) from a vector.
   *
   * @param pages n
   * @param danglingMass D of the last iteration, in the form's scale
   * @param toAll whether t is uniform
   * @throws IllegalArgumentException for the normalised form, whose vector is a solution for
   *     another β
   */
  public static LinearRank of(
      Form form,
      DanglingPolicy dangling,
      double damping,
      int pages,
      double danglingMass,
      boolean toAll) {
    if (form == Form.NORMALISED) {
      throw new IllegalArgumentException("the normalised form is not linear in the teleport set");
    }
    double scale = form == Form.SUM_N ? 1.0 / pages : 1;
    double lost = damping * danglingMass * scale;
    if (dangling == DanglingPolicy.DROP) {
      return new LinearRank(scale, 0);
    }
    if (toAll || dangling == DanglingPolicy.TELEPORT) {
      return new LinearRank(scale * (1 - damping) / (1 - damping + lost), 0);
    }
    return new LinearRank(scale, -lost / (1 - damping));
  }

  /**
   * L(t) of a page.
   *
   * @param rank as published
   * @param uniformRank L(u) of the page; of no effect where {@link #uniform} is 0
   */
  public double at(double rank, double uniformRank) {
    return own * rank + (uniform == 0 ? 0 : uniform * uniformRank);
  }
}
