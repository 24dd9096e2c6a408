package org.orbweaver.webgraph.structure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.orbweaver.webgraph.format.lists.CsrGraph;

/**
 * Distances between pages in clicks: breadth-first searches from some pages drawn at random, 64 of
 * them in one pass, a bit for each (M. Then et al., "The More the Merrier", PVLDB 8, 2014). 24
 * bytes a page.
 *
 * @param sources number of pages at which searches began
 * @param reachable the share of connected pairs among all pairs of a source and another page
 * @param mean over the connected pairs; NaN if there are none
 * @param effectiveDiameter the distance within which nine tenths of the connected pairs are,
 *     interpolated between whole ones; NaN if there are none
 * @param longest the largest distance found
 * @param pairsByDistance element d: number of pairs of a source and a page d clicks apart; element
 *     0 counts the sources themselves
 */
public record Distances(
    int sources,
    double reachable,
    double mean,
    double effectiveDiameter,
    int longest,
    List<Long> pairsByDistance) {
  private static final int BATCH = Long.SIZE;
  private static final double EFFECTIVE = 0.9;

  /** Searches from {@code sources} pages, or from all if there are no more. */
  public static Distances sample(CsrGraph out, int sources, long seed) {
    int[] chosen = choose(out.nodes(), sources, seed);
    List<Long> reached = new ArrayList<>();
    for (int from = 0; from < chosen.length; from += BATCH) {
      int end = Math.min(chosen.length, from + BATCH);
      search(out, Arrays.copyOfRange(chosen, from, end), reached);
    }
    return of(chosen.length, (double) chosen.length * (out.nodes() - 1), List.copyOf(reached));
  }

  /**
   * The figures for the given pairs by distance.
   *
   * @param pairs of a source and another page, connected or not
   */
  static Distances of(int sources, double pairs, List<Long> reached) {
    double sum = 0;
    long connected = 0;
    for (int d = 1; d < reached.size(); d++) {
      sum += (double) d * reached.get(d);
      connected += reached.get(d);
    }
    int longest = Math.max(0, reached.size() - 1);
    double diameter = effectiveDiameter(reached, connected);
    return new Distances(sources, connected / pairs, sum / connected, diameter, longest, reached);
  }

  private static int[] choose(int nodes, int count, long seed) {
    return count >= nodes
        ? IntStream.range(0, nodes).toArray()
        : new SplittableRandom(seed).ints(0, nodes).distinct().limit(count).sorted().toArray();
  }

  private static void search(CsrGraph out, int[] sources, List<Long> reached) {
    int n = out.nodes();
    long[] seen = new long[n];
    long[] now = new long[n];
    long[] next = new long[n];
    for (int i = 0; i < sources.length; i++) {
      now[sources[i]] |= 1L << i;
    }
    for (int distance = 0; ; distance++) {
      long found = 0;
      for (int v = 0; v < n; v++) {
        now[v] &= ~seen[v];
        seen[v] |= now[v];
        found += Long.bitCount(now[v]);
      }
      if (found == 0) {
        return;
      }
      if (distance == reached.size()) {
        reached.add(0L);
      }
      reached.set(distance, reached.get(distance) + found);
      for (int v = 0; v < n; v++) {
        long searches = now[v];
        if (searches != 0) {
          now[v] = 0;
          for (int i = out.start(v); i < out.start(v + 1); i++) {
            next[out.target(i)] |= searches;
          }
        }
      }
      long[] done = now;
      now = next;
      next = done;
    }
  }

  private static double effectiveDiameter(List<Long> reached, long connected) {
    double due = EFFECTIVE * connected;
    long within = 0;
    for (int d = 1; d < reached.size(); d++) {
      long here = reached.get(d);
      if (within + here >= due) {
        return d - 1 + (due - within) / here;
      }
      within += here;
    }
    return Double.NaN;
  }
}
