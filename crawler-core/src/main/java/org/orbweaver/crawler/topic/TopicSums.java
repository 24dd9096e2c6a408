package org.orbweaver.crawler.topic;

import it.unimi.dsi.fastutil.ints.Int2DoubleMap;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The training data of a model: for one topic, the sums of its pages' features and the number of
 * pages with each. Sums of parts add up to that of the whole.
 *
 * <p>Encoding: pages (int), features in use (int), then for each its number (int), pages with it
 * (int), and its sum (float).
 */
public final class TopicSums {
  private final float[] sums = new float[Words.FEATURES];
  private final int[] pagesWith = new int[Words.FEATURES];
  private int pages;

  /** Adds a page; one without words does not count. */
  public void add(CharSequence text) {
    Int2DoubleMap words = Words.of(text);
    for (Int2DoubleMap.Entry word : words.int2DoubleEntrySet()) {
      sums[word.getIntKey()] += (float) word.getDoubleValue();
      pagesWith[word.getIntKey()]++;
    }
    pages += words.isEmpty() ? 0 : 1;
  }

  /** Number of pages added. */
  public int pages() {
    return pages;
  }

  float sum(int feature) {
    return sums[feature];
  }

  int pagesWith(int feature) {
    return pagesWith[feature];
  }

  /** Writes the sums. */
  public void write(DataOutput out) throws IOException {
    int used = 0;
    for (int pagesOfFeature : pagesWith) {
      used += pagesOfFeature > 0 ? 1 : 0;
    }
    out.writeInt(pages);
    out.writeInt(used);
    for (int i = 0; i < Words.FEATURES; i++) {
      if (pagesWith[i] > 0) {
        out.writeInt(i);
        out.writeInt(pagesWith[i]);
        out.writeFloat(sums[i]);
      }
    }
  }

  /** Adds the sums that {@link #write} wrote for another part. */
  public void addAll(DataInput in) throws IOException {
    pages += in.readInt();
    for (int left = in.readInt(); left > 0; left--) {
      int feature = in.readInt();
      pagesWith[feature] += in.readInt();
      sums[feature] += in.readFloat();
    }
  }
}
