package org.orbweaver.orb.bench;

import java.util.Arrays;
import org.orbweaver.webgraph.format.CsrGraph;

/**
 * Orders in which a crawl may fetch the pages of a graph, replayed in rounds: each round takes the
 * best of the pages that fetched ones link to, as fetch lists do, and sees their links.
 */
enum CrawlOrder {
  /** Pages found first come first. */
  BREADTH_FIRST,
  /** Most links seen so far. */
  INDEGREE,
  /**
   * Most cash: seeds share one unit, and a fetched page divides its cash among its links (Abiteboul
   * et al., "Adaptive on-line page importance computation", 2003).
   */
  OPIC,
  /** Highest PageRank in the graph so far, recomputed each round from the last round's ranks. */
  PAGERANK,
  /** Highest PageRank in the whole graph, which no crawl knows: for comparison. */
  KNOWN_PAGERANK;

  private static final double DAMPING = .85;
  private static final double TOLERANCE = 1e-3;
  private static final int MOST_ITERATIONS = 100;

  /**
   * Replays a crawl.
   *
   * @param ranks PageRank of the whole graph
   * @param seeds the first pages
   * @param perRound pages fetched in a round
   * @return all reachable pages in the order of fetching
   */
  int[] replay(CsrGraph graph, double[] ranks, int[] seeds, int perRound) {
    return new Replay(graph, ranks).run(seeds, perRound);
  }

  /**
   * PageRank by the power method: pages without links count as linking to all. Accurate to {@value
   * #TOLERANCE} of the whole.
   *
   * @param isFetched whether a page's links are known; null for all
   * @param pages that take part, in any order
   * @param ranks the start, of sum 1 over the pages; takes the result
   */
  static void pageRank(CsrGraph graph, boolean[] isFetched, int[] pages, double[] ranks) {
    double[] next = new double[ranks.length];
    double change = 1;
    for (int i = 0; i < MOST_ITERATIONS && change > TOLERANCE; i++) {
      double dangling = 0;
      for (int page : pages) {
        int degree = isFetched == null || isFetched[page] ? graph.degree(page) : 0;
        if (degree == 0) {
          dangling += ranks[page];
        } else {
          double share = DAMPING * ranks[page] / degree;
          for (int link = graph.start(page); link < graph.start(page + 1); link++) {
            next[graph.target(link)] += share;
          }
        }
      }
      double teleport = (1 - DAMPING + DAMPING * dangling) / pages.length;
      change = 0;
      for (int page : pages) {
        double rank = next[page] + teleport;
        change += Math.abs(rank - ranks[page]);
        ranks[page] = rank;
        next[page] = 0;
      }
    }
  }

  private final class Replay {
    private final CsrGraph graph;
    private final boolean[] known;
    private final boolean[] fetched;

    /** Pages in the order in which they were found, and their number. */
    private final int[] found;

    private int size;

    /** Links, cash or rank by page. */
    private final double[] score;

    private Replay(CsrGraph graph, double[] ranks) {
      this.graph = graph;
      known = new boolean[graph.nodes()];
      fetched = new boolean[graph.nodes()];
      found = new int[graph.nodes()];
      score = CrawlOrder.this == KNOWN_PAGERANK ? ranks : new double[graph.nodes()];
    }

    private int[] run(int[] seeds, int perRound) {
      for (int seed : seeds) {
        find(seed);
        if (CrawlOrder.this == OPIC) {
          score[seed] = 1.0 / seeds.length;
        }
      }
      int[] order = new int[graph.nodes()];
      int done = 0;
      while (done < size) {
        if (CrawlOrder.this == PAGERANK) {
          rank();
        }
        for (int page : best(perRound, done)) {
          order[done++] = page;
          fetch(page);
        }
      }
      return Arrays.copyOf(order, done);
    }

    private void find(int page) {
      if (!known[page]) {
        known[page] = true;
        found[size++] = page;
      }
    }

    private void fetch(int page) {
      fetched[page] = true;
      double cash = score[page] / Math.max(1, graph.degree(page));
      for (int link = graph.start(page); link < graph.start(page + 1); link++) {
        int target = graph.target(link);
        find(target);
        if (CrawlOrder.this == OPIC) {
          score[target] += cash;
        } else if (CrawlOrder.this == INDEGREE) {
          score[target]++;
        }
      }
    }

    /** New pages begin with the mean; the sum is normalised to 1. */
    private void rank() {
      int[] pages = Arrays.copyOf(found, size);
      double sum = 0;
      for (int page : pages) {
        score[page] = score[page] == 0 ? 1.0 / size : score[page];
        sum += score[page];
      }
      for (int page : pages) {
        score[page] /= sum;
      }
      pageRank(graph, fetched, pages, score);
    }

    /** The best unfetched pages; of equal ones those found first. */
    private int[] best(int most, int done) {
      long[] keys = new long[size - done];
      int waiting = 0;
      for (int i = 0; i < size; i++) {
        if (!fetched[found[i]]) {
          // Positive floats sort like their bits.
          float value = CrawlOrder.this == BREADTH_FIRST ? 0 : (float) score[found[i]];
          keys[waiting++] = ((long) -Float.floatToIntBits(value) << 32) + i;
        }
      }
      Arrays.sort(keys);
      int[] best = new int[Math.min(most, waiting)];
      Arrays.setAll(best, i -> found[(int) keys[i]]);
      return best;
    }
  }
}
