package org.orbweaver.pagerank.job;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.io.IOException;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.kernel.CheckpointFolder;
import org.orbweaver.webgraph.kernel.VectorReader;

/**
 * The strength of each page: the number of its links, or the sum of their weights. Its rank divided
 * by that is its share along one link; a page without links has 0.
 */
@FunctionalInterface
interface OutStrength {
  /** Pages whose strengths are in memory at a time when many are read in sequence. */
  int PIECE = 1 << 20;

  /** From here on a degree is stored elsewhere. */
  int LARGE = 0xffff;

  /** The vector written by {@link PageRankTasks.Strengths}. */
  String VECTOR = "strength";

  /** The strength of page {@code v}. */
  double at(int v);

  /** The strengths of the pages {@code [first, end)} from {@value #VECTOR}: 8 bytes a page. */
  static OutStrength of(CheckpointFolder sums, int first, int end) throws IOException {
    try (VectorReader reader = sums.reader(VECTOR, first)) {
      double[] strengths = reader.next(end - first);
      return v -> strengths[v - first];
    }
  }

  /** Out-degrees: 2 bytes a page, because few pages have more links than that can represent. */
  static OutStrength of(GraphDir graph, int first, int end) throws IOException {
    char[] small = new char[end - first];
    Int2IntOpenHashMap large = new Int2IntOpenHashMap();
    graph.outDegrees(
        first,
        end,
        (v, degree) -> {
          small[v - first] = (char) Math.min(degree, LARGE);
          if (degree >= LARGE) {
            large.put(v, degree);
          }
        });
    return v -> small[v - first] < LARGE ? small[v - first] : large.get(v);
  }
}
