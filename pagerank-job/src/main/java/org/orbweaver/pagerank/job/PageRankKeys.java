package org.orbweaver.pagerank.job;

import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.conf.KeySource.Heading;
import org.orbweaver.pagerank.core.PageRank.DanglingPolicy;
import org.orbweaver.pagerank.core.PageRank.Form;

/** The settings of PageRank; those of the jobs are {@code orbweaver.rank.*}. */
public final class PageRankKeys implements KeySource {

  @Heading("PageRank")
  public static final Key<Double> DAMPING =
      Key.ofDouble(
              "orbweaver.pagerank.damping",
              .85,
              "Damping factor β: the probability of following a link rather than jumping.")
          .between(0.0, 1.0);

  public static final Key<Double> TOLERANCE =
      Key.ofDouble(
              "orbweaver.pagerank.tolerance",
              1e-9,
              "PageRank stops when the L1 change of an iteration is at most this times the ranks'"
                  + " sum; the error is then at most β/(1−β) times as large.")
          .from(0.0);

  public static final Key<DanglingPolicy> DANGLING =
      Key.ofEnum(
          "orbweaver.pagerank.dangling",
          DanglingPolicy.UNIFORM,
          "Where the rank of pages without links goes: to all pages evenly, by the teleport vector,"
              + " or nowhere ('drop': mass is lost).");

  public static final Key<Form> FORM =
      Key.ofEnum(
          "orbweaver.pagerank.form",
          Form.PROBABILITY,
          "Form of PageRank: 'probability' (ranks sum to 1), 'sum-n' ((1−d) + d·Σ: to the number of"
              + " pages) or 'normalised' (all ranks scaled to make up for lost mass).");

  public static final Key<Boolean> WEIGHTED =
      Key.ofBoolean(
          "orbweaver.pagerank.weighted",
          true,
          "Whether a page's rank is divided among its links by weight, where the graph has weights;"
              + " otherwise evenly.");

  /** For the service loader. */
  public PageRankKeys() {}
}
