package org.orbweaver.webgraph;

import java.util.List;
import org.orbweaver.common.conf.Key;

/** The settings of {@code read graph --stats}. */
public final class StructureKeys {
  /** Samples of the test of the power law. */
  public static final Key<Integer> FIT_SAMPLES =
      Key.ofInt(
          "orbweaver.graph.fit.samples",
          200,
          "Data sets that are made to test whether a power law can have made the degrees; the"
              + " standard error of p is at most 1 / (2 sqrt(samples)). 0: no test.");

  /** Which pages are left out of co-citation and coupling. */
  public static final Key<Integer> PAIR_DEGREE =
      Key.ofInt(
          "orbweaver.graph.pairs.degree.max",
          200,
          "Pages with more links than this do not count in the first pairs of co-citation (links"
              + " to others) and coupling (links from others): d links make d(d-1)/2 pairs. What"
              + " one page shares with others (--url) is always exact.");

  /** Where searches begin. */
  public static final Key<Integer> DISTANCE_SOURCES =
      Key.ofInt(
          "orbweaver.graph.distance.sources",
          64,
          "Pages, drawn at random with a fixed seed, from which distances are measured.");

  private StructureKeys() {}

  /** All of them. */
  public static List<Key<?>> all() {
    return List.of(FIT_SAMPLES, PAIR_DEGREE, DISTANCE_SOURCES);
  }
}
