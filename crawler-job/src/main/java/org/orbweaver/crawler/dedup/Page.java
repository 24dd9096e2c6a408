package org.orbweaver.crawler.dedup;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;

/**
 * A page among others of the same content. The order, best first: higher score, shorter URL
 * (decoded), then by URL, so that it is an order.
 *
 * <p>This departs from Nutch, which by default puts the later fetch before the shorter URL: which
 * of two pages was fetched some milliseconds later is chance, and the same crawl is to give the
 * same index wherever it runs.
 */
record Page(String url, float score) implements Comparable<Page> {
  private static final Comparator<Page> BEST_FIRST =
      Comparator.comparing(Page::score)
          .reversed()
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
