package org.orbweaver.pagerank;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a run is asked for beside its settings ({@link PageRankKeys}).
 *
 * @param build the graph; the newest if empty
 * @param teleportFile lines of a URL and, if not 1, its weight; all pages evenly if empty
 * @param iterations make exactly as many, whatever the change
 */
public record PageRankOptions(
    Optional<String> build, Optional<String> teleportFile, OptionalInt iterations) {

  /** The newest graph, uniform teleport, until the tolerance is met. */
  public static PageRankOptions defaults() {
    return new PageRankOptions(Optional.empty(), Optional.empty(), OptionalInt.empty());
  }
}
