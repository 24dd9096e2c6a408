package org.orbweaver.crawler.recrawl;

import it.unimi.dsi.fastutil.longs.Long2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The estimated change rates of a site's pages by directory, for the prior of pages not revisited
 * yet: pages of one directory are mostly of one kind, and change alike.
 *
 * <p>A directory's mean is drawn towards that of the directory above: (Σ rates + {@value #WEIGHT} ·
 * the mean above)/(pages + {@value #WEIGHT}), from the mean of the host down. So a single page
 * changes the mean little.
 *
 * <p>At most {@value #DIRECTORIES} directories are kept, those with most pages, at 28 bytes each.
 * Those with fewer than {@value #LEAST_PAGES} pages have the mean of the one above, so the memory
 * of tasks grows no faster than .4 means a page.
 */
public final class DirectoryRates {
  static final int DIRECTORIES = 64;
  static final int LEAST_PAGES = 10;

  /** The weight in pages, equal to the number of pages from which a host's mean is used. */
  private static final int WEIGHT = ChangeRateEstimator.RATED_PAGES;

  private static final class Sum {
    final long above;
    double rates;
    int pages;

    Sum(long above) {
      this.above = above;
    }
  }

  /** By fingerprint, each after its parent. */
  private final Long2ObjectLinkedOpenHashMap<Sum> sums = new Long2ObjectLinkedOpenHashMap<>();

  /**
   * Notes a change in the estimated change rate of a page, or its first estimate.
   *
   * @param directories of the page, the host first: {@link ActivityEstimator#directories}
   */
  public void add(long[] directories, double difference, boolean first) {
    for (int level = 1; level < directories.length; level++) {
      Sum sum = sums.get(directories[level]);
      if (sum == null && first) {
        if (sums.size() == DIRECTORIES) {
          sums.remove(smallest());
        }
        sum = new Sum(directories[level - 1]);
        sums.put(directories[level], sum);
      }
      if (sum != null) {
        sum.rates = Math.max(0, sum.rates + difference);
        sum.pages += first ? 1 : 0;
      }
    }
  }

  /** The directory with the fewest pages; of several the last, which is not a parent of another. */
  private long smallest() {
    return sums.long2ObjectEntrySet().stream()
        .reduce((a, b) -> b.getValue().pages <= a.getValue().pages ? b : a)
        .orElseThrow()
        .getLongKey();
  }

  /**
   * The mean change rates of the directories with enough pages, by fingerprint.
   *
   * @param mean of the host, per day
   */
  public Long2DoubleOpenHashMap means(double mean) {
    Long2DoubleOpenHashMap means = new Long2DoubleOpenHashMap(sums.size());
    for (var each : sums.long2ObjectEntrySet()) {
      Sum sum = each.getValue();
      double above = means.getOrDefault(sum.above, mean);
      means.put(each.getLongKey(), (sum.rates + WEIGHT * above) / (sum.pages + WEIGHT));
    }
    means.keySet().removeIf(directory -> sums.get(directory).pages < LEAST_PAGES);
    return means;
  }

  /** Writes the state. */
  public void write(DataOutput out) throws IOException {
    out.writeByte(sums.size());
    for (var each : sums.long2ObjectEntrySet()) {
      out.writeLong(each.getLongKey());
      out.writeLong(each.getValue().above);
      out.writeDouble(each.getValue().rates);
      out.writeInt(each.getValue().pages);
    }
  }

  /** Reads the output of {@link #write}. */
  public static DirectoryRates read(DataInput in) throws IOException {
    DirectoryRates read = new DirectoryRates();
    for (int left = in.readUnsignedByte(); left > 0; left--) {
      long name = in.readLong();
      Sum sum = new Sum(in.readLong());
      sum.rates = in.readDouble();
      sum.pages = in.readInt();
      read.sums.put(name, sum);
    }
    return read;
  }
}
