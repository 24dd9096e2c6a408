package org.orbweaver.hits;

import java.util.List;
import org.orbweaver.common.conf.Key;

/** The settings of HITS; those of the jobs are {@code orbweaver.rank.*}. */
public final class HitsKeys {

  public static final Key<Double> TOLERANCE =
      Key.ofDouble(
          "orbweaver.hits.tolerance",
          1e-9,
          "HITS stops when the L1 change of the authorities, which are one long, is at most this.");

  private HitsKeys() {}

  /** All keys of this module. */
  public static List<Key<?>> all() {
    return List.of(TOLERANCE);
  }
}
