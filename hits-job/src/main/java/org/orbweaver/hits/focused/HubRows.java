package org.orbweaver.hits.focused;

import java.io.IOException;

/** Hubs with their links, gone over from the first to the last, more than once. */
public interface HubRows {

  /** Takes one hub. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Called for each hub.
     *
     * @param hub from 0 on, ascending, none left out
     * @param authorities its links, ascending, in the first {@code count} places; good until the
     *     call ends
     * @param weights of the links, or null for 1 everywhere
     */
    void hub(int hub, int[] authorities, double[] weights, int count) throws IOException;
  }

  /** How many authorities there are: pages, whether something links to them or not. */
  int columns();

  /** Visits all hubs. */
  void forEach(Visitor visitor) throws IOException;
}
