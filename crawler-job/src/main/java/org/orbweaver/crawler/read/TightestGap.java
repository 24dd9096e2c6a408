package org.orbweaver.crawler.read;

import java.util.Comparator;

/**
 * A host with two requests or more.
 *
 * @param gapMs from the end of a request to the start of the next, where this was closest to the
 *     politeness delay
 * @param delayMs that delay
 */
public record TightestGap(String name, long requests, long gapMs, long delayMs) {
  static final Comparator<TightestGap> ORDER =
      Comparator.comparingLong(TightestGap::spareMs)
          .thenComparing(Comparator.comparingLong(TightestGap::requests).reversed())
          .thenComparing(TightestGap::name);

  long spareMs() {
    return gapMs - delayMs;
  }
}
