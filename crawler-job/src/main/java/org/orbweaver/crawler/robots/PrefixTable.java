package org.orbweaver.crawler.robots;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds, among texts with a rank each, the best rank of those that a path starts with.
 *
 * <p>The texts are sorted, and each knows the longest other text that it starts with. All texts
 * that a path starts with are the last text not behind the path in order, or lie on the chain from
 * there to ever shorter ones; and from any text on, the best rank of its chain is known. So a
 * look-up is a binary search and a walk up the chain to the first text that is a start of the path.
 */
final class PrefixTable {
  private final String[] texts;
  private final int[] parents;
  private final int[] bestRanks;

  /**
   * @param ranks the texts and their ranks; a lower rank is better
   */
  PrefixTable(Map<String, Integer> ranks) {
    TreeMap<String, Integer> sorted = new TreeMap<>(ranks);
    texts = sorted.keySet().toArray(String[]::new);
    parents = new int[texts.length];
    bestRanks = sorted.values().stream().mapToInt(Integer::intValue).toArray();
    for (int i = 0; i < texts.length; i++) {
      int parent = i - 1;
      while (parent >= 0 && !texts[i].startsWith(texts[parent])) {
        parent = parents[parent];
      }
      parents[i] = parent;
      if (parent >= 0) {
        bestRanks[i] = Math.min(bestRanks[i], bestRanks[parent]);
      }
    }
  }

  /** The best rank of a text that the path starts with, or {@code none}. */
  int best(String path, int none) {
    int found = Arrays.binarySearch(texts, path);
    int at = found >= 0 ? found : -found - 2;
    if (at < 0) {
      return none;
    }
    int common = commonPrefix(texts[at], path);
    while (at >= 0 && texts[at].length() > common) {
      at = parents[at];
    }
    return at < 0 ? none : Math.min(none, bestRanks[at]);
  }

  private static int commonPrefix(String a, String b) {
    int end = Math.min(a.length(), b.length());
    int i = 0;
    while (i < end && a.charAt(i) == b.charAt(i)) {
      i++;
    }
    return i;
  }
}
