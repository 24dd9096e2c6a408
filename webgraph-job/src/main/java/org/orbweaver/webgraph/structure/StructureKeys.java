package org.orbweaver.webgraph.structure;

import org.orbweaver.common.conf.Key;
import org.orbweaver.common.conf.KeySource;
import org.orbweaver.common.conf.KeySource.Heading;

/** The settings of {@code read graph --stats}. */
public final class StructureKeys implements KeySource {
  /** Samples of the test of the power law. */
  @Heading("Structure of the graph")
  public static final Key<Integer> FIT_SAMPLES =
      Key.ofInt(
              "orbweaver.graph.fit.samples",
              200,
              "Synthetic data sets that test whether a power law explains the degrees; the standard"
                  + " error of p is at most 1 / (2 sqrt(samples)). 0: no test.")
          .from(0);

  /** Links above which a page is left out of co-citation and coupling. */
  public static final Key<Integer> PAIR_DEGREE =
      Key.ofInt(
              "orbweaver.graph.pairs.degree.max",
              200,
              "Maximum links of a page that counts in the top pairs of co-citation (links to"
                  + " others) and coupling (links from others): d links make d(d-1)/2 pairs. What"
                  + " one page shares with others (--url) is always exact.")
          .from(1);

  /** The number of pages at which searches begin. */
  public static final Key<Integer> DISTANCE_SOURCES =
      Key.ofInt(
              "orbweaver.graph.distance.sources",
              64,
              "Pages, drawn at random with a fixed seed, from which distances are measured.")
          .from(1);

  /** For the service loader. */
  public StructureKeys() {}
}
