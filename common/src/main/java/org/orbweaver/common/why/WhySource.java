package org.orbweaver.common.why;

import java.io.IOException;

/**
 * One module's knowledge of a URL. It adds events from its stores, and a {@link Fate} if it knows
 * the outcome. Missing stores add nothing. It only reads, and needs no lock.
 */
public interface WhySource {
  /**
   * Adds this source's events and fate.
   *
   * @param history with the answers of the sources before this one; the crawler's comes first
   */
  void explain(UrlHistory history) throws IOException;
}
