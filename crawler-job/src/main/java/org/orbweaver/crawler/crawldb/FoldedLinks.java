package org.orbweaver.crawler.crawldb;

import it.unimi.dsi.fastutil.objects.Object2DoubleMap;
import it.unimi.dsi.fastutil.objects.Object2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.objects.ObjectIterator;
import org.apache.hadoop.io.Text;

/** Links folded to the best of each target: filled, then emptied, then filled again. */
final class FoldedLinks {
  private final int capacity;
  private final Object2DoubleOpenHashMap<Text> best = new Object2DoubleOpenHashMap<>();
  private ObjectIterator<Object2DoubleMap.Entry<Text>> emptying;
  private float score;

  /** Maximum targets remembered, at some 200 bytes each. */
  FoldedLinks(int capacity) {
    this.capacity = capacity;
    best.defaultReturnValue(Double.NaN);
  }

  /** Adds a link; the text may be used again by the caller. */
  void add(Text target, float linkScore) {
    double known = best.getDouble(target);
    if (Double.isNaN(known)) {
      best.put(new Text(target), linkScore);
    } else if (linkScore > known) {
      best.put(target, linkScore);
    }
  }

  boolean isFull() {
    return best.size() >= capacity;
  }

  /** The next target, its score in {@link #score}; null when all are out. */
  Text take() {
    if (emptying == null) {
      emptying = best.object2DoubleEntrySet().fastIterator();
    }
    if (emptying.hasNext()) {
      Object2DoubleMap.Entry<Text> link = emptying.next();
      score = (float) link.getDoubleValue();
      return link.getKey();
    }
    emptying = null;
    best.clear();
    return null;
  }

  /** Whether taking has begun and has not come to its end. */
  boolean isEmptying() {
    return emptying != null;
  }

  float score() {
    return score;
  }
}
