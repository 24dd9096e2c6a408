package org.orbweaver.hits.focused;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;

/**
 * Pages that are linked to together with a given one (H. Small, 1973).
 *
 * @param page id in the graph
 * @param together how many of the linking pages link to both
 */
public record CoCitation(int page, int together) {

  /**
   * The pages most often cited with {@code page}, most often first, ties by id.
   *
   * @param citing pages that link to it, ascending
   * @param limits of these, whether links within a host count
   * @param most how many to return
   */
  public static List<CoCitation> with(
      LinkSource links, int page, int[] citing, BaseSet.Limits limits, int most)
      throws IOException {
    Int2IntOpenHashMap counts = new Int2IntOpenHashMap();
    links.successors(
        citing,
        (source, targets) -> {
          String host = limits.keepWithinHost() ? "" : links.host(source);
          for (int target : targets) {
            if (target != page && (host.isEmpty() || !host.equals(links.host(target)))) {
              counts.addTo(target, 1);
            }
          }
        });
    return counts.int2IntEntrySet().stream()
        .map(entry -> new CoCitation(entry.getIntKey(), entry.getIntValue()))
        .sorted(
            Comparator.comparingInt(CoCitation::together)
                .reversed()
                .thenComparingInt(CoCitation::page))
        .limit(most)
        .toList();
  }
}
