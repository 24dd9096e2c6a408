package org.orbweaver.crawler.parse;

import it.unimi.dsi.fastutil.objects.Object2DoubleOpenHashMap;
import java.io.IOException;
import java.util.Arrays;

/**
 * Folds the link targets of many pages into one record each, with the best score that a page hands
 * on. Pages of a site link to the same targets over and over: on a documentation site one record
 * stands for some fifty, which update then need not read, sort and merge. Exact, for update takes
 * the best score; when the table is full it is written out and begun anew.
 */
final class LinkTargets {

  /** Some 30 MB. */
  private static final int MAX_TARGETS = 100_000;

  /** Takes the folded targets. */
  @FunctionalInterface
  interface Sink {
    void accept(String url, float score) throws IOException;
  }

  private final Object2DoubleOpenHashMap<String> best = new Object2DoubleOpenHashMap<>();
  private final Sink sink;

  LinkTargets(Sink sink) {
    this.sink = sink;
    best.defaultReturnValue(Double.NEGATIVE_INFINITY);
  }

  void add(String url, float score) throws IOException {
    if (score > best.getDouble(url)) {
      best.put(url, score);
      if (best.size() >= MAX_TARGETS) {
        flush();
      }
    }
  }

  /** Writes out what is left, by URL. */
  void flush() throws IOException {
    String[] urls = best.keySet().toArray(new String[0]);
    Arrays.sort(urls);
    for (String url : urls) {
      sink.accept(url, (float) best.getDouble(url));
    }
    best.clear();
  }
}
