package org.orbweaver.common.why;

import java.io.IOException;

/**
 * What one module knows about a URL. It adds events from its stores, and where it knows how the URL
 * ended, a {@link Fate}. Stores that are missing add nothing. It only reads, and needs no lock.
 */
public interface WhySource {
  /**
   * Adds what is known.
   *
   * @param history what the sources before this one have said; the crawler's comes first
   */
  void explain(UrlHistory history) throws IOException;
}
