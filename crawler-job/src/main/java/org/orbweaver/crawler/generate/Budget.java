package org.orbweaver.crawler.generate;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import org.orbweaver.crawler.url.Fingerprint;

/**
 * How many URLs of each host (or domain, or address) are in a list, and whether one more may come
 * in. Groups are kept as fingerprints: 16 to 32 bytes each, and none where there is no limit.
 */
final class Budget {
  private final int max;
  private final Long2IntOpenHashMap taken = new Long2IntOpenHashMap();

  /** A budget of {@code max} for each group, −1 for no limit. */
  Budget(int max) {
    this.max = max;
  }

  /** Takes one of the group's budget, if there is any left. */
  boolean take(String group) {
    if (max < 0) {
      return true;
    }
    long fingerprint = Fingerprint.of(group);
    int count = taken.get(fingerprint);
    if (count >= max) {
      return false;
    }
    taken.put(fingerprint, count + 1);
    return true;
  }
}
