package org.orbweaver.hits.focused;

import java.io.IOException;

/** Hubs with their links, for several passes from the first to the last. */
public interface HubRows {

  /** Receives one hub. */
  @FunctionalInterface
  interface HubVisitor {
    /**
     * Called for each hub.
     *
     * @param hub from 0 on, ascending, without gaps
     * @param authorities its links, ascending, in the first {@code count} places; valid until the
     *     call ends
     * @param weights of the links, or null for 1 everywhere
     */
    void hub(int hub, int[] authorities, double[] weights, int count) throws IOException;
  }

  /** The number of authorities: all pages, with or without in-links. */
  int columns();

  /** Visits all hubs. */
  void forEach(HubVisitor visitor) throws IOException;
}
