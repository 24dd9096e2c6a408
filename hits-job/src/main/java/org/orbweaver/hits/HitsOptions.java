package org.orbweaver.hits;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a run is asked for beside its settings ({@link HitsKeys}).
 *
 * @param build the graph; the newest if empty
 * @param iterations make exactly as many, whatever the change
 */
public record HitsOptions(Optional<String> build, OptionalInt iterations) {

  /** The newest graph, until the tolerance is met. */
  public static HitsOptions defaults() {
    return new HitsOptions(Optional.empty(), OptionalInt.empty());
  }
}
