package org.orbweaver.webgraph.structure;

import java.io.IOException;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.orbweaver.common.sorted.TopList;
import org.orbweaver.webgraph.format.GraphDir;
import org.orbweaver.webgraph.format.lists.CsrGraph;
import org.orbweaver.webgraph.format.meta.Direction;

/**
 * Pairs of pages that are linked from the same pages (co-citation, H. Small, JASIS 24, 1973), or,
 * with the directions exchanged, that link to the same pages (bibliographic coupling, M. M.
 * Kessler, American Documentation 14, 1963).
 *
 * <p>A page with d links makes d(d−1)/2 pairs, so those with very many are left out, and the number
 * of pairs lost is reported. The rest is exact: row by row, the counts of one page with all later
 * ones in an array (Gustavson's order of a sparse product), 8 bytes a page; time grows with the sum
 * of d².
 */
public final class SharedNeighbours {
  /**
   * Two pages.
   *
   * @param first the lower id
   * @param shared number of pages that link to both
   * @param cosine shared / √(d₁ d₂), with d the pages that link to each
   * @param jaccard shared / (d₁ + d₂ − shared)
   */
  public record Pair(int first, int second, int shared, double cosine, double jaccard) {
    static Pair of(int first, int second, int shared, int firstDegree, int secondDegree) {
      return new Pair(
          first,
          second,
          shared,
          shared / Math.sqrt((double) firstDegree * secondDegree),
          (double) shared / ((double) firstDegree + secondDegree - shared));
    }
  }

  /**
   * The top pairs of a graph.
   *
   * @param byCount most shared first; ties by cosine, then by ids
   * @param byCosine highest cosine first, among those that share enough; ties by shared
   * @param leftOut number of pages left out because they have too many links
   * @param pairsLeftOut number of pairs that these would have counted, with repetition
   */
  public record Top(List<Pair> byCount, List<Pair> byCosine, int leftOut, long pairsLeftOut) {}

  static final Comparator<Pair> BY_COUNT =
      Comparator.comparingInt(Pair::shared)
          .reversed()
          .thenComparing(Comparator.comparingDouble(Pair::cosine).reversed())
          .thenComparingInt(Pair::first)
          .thenComparingInt(Pair::second);

  static final Comparator<Pair> BY_COSINE =
      Comparator.comparingDouble(Pair::cosine)
          .reversed()
          .thenComparing(Comparator.comparingInt(Pair::shared).reversed())
          .thenComparingInt(Pair::first)
          .thenComparingInt(Pair::second);

  private SharedNeighbours() {}

  /**
   * The top pairs of {@code citing}'s targets: with {@code (out, in)} co-citation, with {@code (in,
   * out)} coupling.
   *
   * @param citing rows of the pages that are shared
   * @param cited its transpose: rows of the pages that share them
   * @param limit rows of {@code citing} longer than this are left out
   * @param leastShared minimum of shared pages for the ranking by cosine
   */
  public static Top top(CsrGraph citing, CsrGraph cited, int limit, int leastShared, int count) {
    int n = citing.nodes();
    int leftOut = 0;
    long pairsLeftOut = 0;
    for (int u = 0; u < n; u++) {
      long degree = citing.degree(u);
      if (degree > limit) {
        leftOut++;
        pairsLeftOut += degree * (degree - 1) / 2;
      }
    }
    int[] degrees = keptDegrees(citing, cited, limit);
    TopList<Pair> byCount = new TopList<>(BY_COUNT, count);
    TopList<Pair> byCosine = new TopList<>(BY_COSINE, count);
    int[] shared = new int[n];
    int[] touched = new int[n];
    for (int v = 0; v < n; v++) {
      int size = 0;
      for (int i = cited.start(v); i < cited.start(v + 1); i++) {
        int u = cited.target(i);
        if (citing.degree(u) > limit) {
          continue;
        }
        // Later ones only, so that each pair is met once.
        for (int j = citing.start(u + 1) - 1; j >= 0 && citing.target(j) > v; j--) {
          int w = citing.target(j);
          if (shared[w]++ == 0) {
            touched[size++] = w;
          }
        }
      }
      for (int k = 0; k < size; k++) {
        int w = touched[k];
        int both = shared[w];
        shared[w] = 0;
        if (both >= leastShared(byCount) || both >= leastShared) {
          Pair pair = Pair.of(v, w, both, degrees[v], degrees[w]);
          byCount.add(pair);
          if (both >= leastShared) {
            byCosine.add(pair);
          }
        }
      }
    }
    return new Top(byCount.list(), byCosine.list(), leftOut, pairsLeftOut);
  }

  private static int[] keptDegrees(CsrGraph citing, CsrGraph cited, int limit) {
    int[] degrees = new int[cited.nodes()];
    for (int v = 0; v < degrees.length; v++) {
      for (int i = cited.start(v); i < cited.start(v + 1); i++) {
        degrees[v] += citing.degree(cited.target(i)) <= limit ? 1 : 0;
      }
    }
    return degrees;
  }

  /** The number of shared pages below which a pair cannot enter the list by count. */
  private static int leastShared(TopList<Pair> byCount) {
    if (!byCount.isFull()) {
      return 1;
    }
    return byCount.last() == null ? Integer.MAX_VALUE : byCount.last().shared();
  }

  /**
   * The neighbours that one page shares with every other one, exactly, in one pass over each
   * direction of the graph and with 8 bytes a page. Most shared first; ties by cosine, then by id.
   * The page itself is the first of each pair.
   *
   * @param cocited true if the same pages link to both; else they link to the same pages
   */
  public static List<Pair> withPage(GraphDir graph, int page, boolean cocited, int count)
      throws IOException {
    BitSet citing = new BitSet(graph.nodes());
    for (int u : cocited ? graph.predecessors(page) : graph.successors(page)) {
      citing.set(u);
    }
    int[] shared = new int[graph.nodes()];
    int[] degrees = new int[graph.nodes()];
    // One direction has the lists to count, the other the degrees to compare with.
    Direction lists = cocited ? Direction.OUT : Direction.IN;
    graph.forEach(
        lists,
        false,
        (u, list) -> {
          for (int i = 0; i < list.degree() && citing.get(u); i++) {
            shared[list.neighbours()[i]]++;
          }
        });
    graph.forEach(lists.opposite(), false, (v, list) -> degrees[v] = list.degree());
    TopList<Pair> pairs = new TopList<>(BY_COUNT, count);
    for (int w = 0; w < shared.length; w++) {
      if (shared[w] > 0 && w != page) {
        pairs.add(Pair.of(page, w, shared[w], degrees[page], degrees[w]));
      }
    }
    return pairs.list();
  }
}
