package org.orbweaver.crawler.dedup;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;

/**
 * A page among others of the same content. The order, best first, is Nutch's: higher score, later
 * fetch, shorter URL (decoded); and then by URL, so that it is an order.
 */
record Page(String url, float score, long fetchTime) implements Comparable<Page> {
  private static final Comparator<Page> BEST_FIRST =
      Comparator.comparing(Page::score)
          .reversed()
          .thenComparing(Comparator.comparing(Page::fetchTime).reversed())
          .thenComparing(Page::decodedLength)
          .thenComparing(Page::url);

  @Override
  public int compareTo(Page other) {
    return BEST_FIRST.compare(this, other);
  }

  private int decodedLength() {
    try {
      return URLDecoder.decode(url, StandardCharsets.UTF_8).length();
    } catch (IllegalArgumentException e) {
      return url.length();
    }
  }
}
