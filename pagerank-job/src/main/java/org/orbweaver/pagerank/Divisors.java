package org.orbweaver.pagerank;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.orbweaver.webgraph.format.GraphDir;

/**
 * By what each page's rank is divided to give its share along one link: the number of its links (or
 * the sum of their weights), 0 for a page without any.
 */
interface Divisors {

  /** Pages whose divisors are in memory while those of many are read one after the other. */
  int PIECE = 1 << 20;

  /** From here on a degree is kept elsewhere. */
  int LARGE = 0xffff;

  /** That of page {@code v}. */
  double at(int v);

  /** Degrees of the pages from {@code first} on: 4 bytes a page. */
  static Divisors of(int[] degrees, int first) {
    return v -> degrees[v - first];
  }

  /**
   * The out-degrees of the pages {@code [first, end)}: 2 bytes a page, for few have more links than
   * those can say.
   */
  static Divisors ofOutDegrees(GraphDir graph, int first, int end) throws IOException {
    char[] small = new char[end - first];
    Map<Integer, Integer> large = new HashMap<>();
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

  /** Sums of weights of the pages from {@code first} on: 8 bytes a page. */
  static Divisors of(double[] sums, int first) {
    return v -> sums[v - first];
  }
}
