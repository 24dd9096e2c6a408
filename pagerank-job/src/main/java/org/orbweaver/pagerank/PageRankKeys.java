package org.orbweaver.pagerank;

import java.util.List;
import org.orbweaver.common.conf.Key;

/** The settings of PageRank; those of the jobs are {@code orbweaver.rank.*}. */
public final class PageRankKeys {

  public static final Key<Double> DAMPING =
      Key.ofDouble(
          "orbweaver.pagerank.damping",
          .85,
          "Damping factor β, the probability of following a link instead of jumping; 0 to 1.");

  public static final Key<Double> TOLERANCE =
      Key.ofDouble(
          "orbweaver.pagerank.tolerance",
          1e-9,
          "PageRank stops when the L1 change of an iteration is at most this times the ranks' sum;"
              + " the error is then at most β/(1−β) times as large.");

  public static final Key<String> DANGLING =
      Key.ofString(
          "orbweaver.pagerank.dangling",
          "uniform",
          "Where the rank of pages without links goes: 'uniform' (to all pages evenly), 'teleport'"
              + " (to where the teleport vector goes) or 'drop' (nowhere, so that mass is lost).");

  public static final Key<String> FORM =
      Key.ofString(
          "orbweaver.pagerank.form",
          "probability",
          "Form of PageRank: 'probability' (ranks sum to 1), 'sum-n' ((1−d) + d·Σ: to the number of"
              + " pages) or 'normalised' (lost mass made up by scaling all ranks).");

  public static final Key<Boolean> WEIGHTED =
      Key.ofBoolean(
          "orbweaver.pagerank.weighted",
          true,
          "Whether a page gives its rank along its links in proportion to their weights, where the"
              + " graph has weights; otherwise evenly.");

  public static final Key<Boolean> EXTRAPOLATE =
      Key.ofBoolean(
          "orbweaver.pagerank.extrapolate",
          false,
          "Whether a run that stops by tolerance moves its vector on now and then, where the change"
              + " shrinks as slowly as the damping lets it: fewer iterations, the same limit.");

  private PageRankKeys() {}

  /** All keys of this module. */
  public static List<Key<?>> all() {
    return List.of(DAMPING, TOLERANCE, DANGLING, FORM, WEIGHTED, EXTRAPOLATE);
  }
}
