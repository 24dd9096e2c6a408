package org.orbweaver.webgraph;

import java.util.List;
import org.orbweaver.common.conf.Key;

/** The settings of the web graph. */
public final class WebGraphKeys {
  /** Whether links that their page disowns count. */
  public static final Key<String> NOFOLLOW =
      Key.ofString(
          "orbweaver.graph.nofollow",
          "drop",
          "Links with rel=nofollow, and all links of a page whose robots meta tag says nofollow: "
              + "'drop' leaves them out of the graph, 'keep' counts them.");

  /** Into how many partitions each direction is cut. */
  public static final Key<Integer> PARTS =
      Key.ofInt(
          "orbweaver.graph.parts",
          0,
          "Partitions of the graph in each direction; a ranking runs at most so many tasks at a "
              + "time. 0: one for each four million of links + 4 x pages.");

  /** Up to which size one task builds the graph. */
  public static final Key<Long> MEMORY_BYTES =
      Key.ofLong(
          "orbweaver.graph.memory.bytes",
          64L << 20,
          "Segments whose parse_data and crawl_fetch have at most this many bytes on disk are made "
              + "into a graph by one job with one reduce task, in memory (about eight times as "
              + "much); larger ones by four jobs that sort. The graph is the same.");

  private WebGraphKeys() {}

  /** All of them. */
  public static List<Key<?>> all() {
    return List.of(NOFOLLOW, PARTS, MEMORY_BYTES);
  }
}
